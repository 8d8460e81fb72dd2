package import PassDomain
package import PassHTTP

/// One operation of the wire: a route joined to one call of a service.
package protocol Endpoint: Sendable {
    var route: Route { get }
    /// Turns each failure of the domain into the answer that is documented for this operation.
    var failures: any FailureTable { get }

    /// Reads the inputs, calls a service, writes the answer in the family's shape.
    ///
    /// - Throws: `EntitlementFailure`; anything else is a defect and answered with 500.
    func respond(to exchange: Exchange) throws -> HTTPResponse

    /// Whether some requests of its loop operations are a worker's, so that each is asked about by `place(for:)`.
    static var choosesPlaces: Bool { get }
    /// Where this exchange runs; asked only where the route's place is the loop.
    func place(for exchange: Exchange) -> Route.Place
}

extension Endpoint {
    package static var choosesPlaces: Bool { false }
    package func place(for exchange: Exchange) -> Route.Place { route.place }
}

/// The one place of a family that knows codes and statuses.
package protocol FailureTable: Sendable {
    func response(to failure: EntitlementFailure, in exchange: Exchange) -> HTTPResponse
}

/// Endpoints that speak one dialect and share its failure table.
package protocol EndpointFamily: Sendable {
    var endpoints: [any Endpoint] { get }
}
