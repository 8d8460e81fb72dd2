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

    /// What `respond(to:)` answers, as far as it doesn't hold up the loop on which this runs.
    ///
    /// Asked only where the route's place is the loop.
    func respondOnLoop(to exchange: Exchange) throws -> LoopAnswer
}

extension Endpoint {
    package func respondOnLoop(to exchange: Exchange) throws -> LoopAnswer { .ready(try respond(to: exchange)) }
}

/// The answer of an operation that runs on a loop.
package enum LoopAnswer: Sendable {
    case ready(HTTPResponse)
    /// The rest of the work, which would hold the loop up: a worker's.
    case work(@Sendable () throws -> HTTPResponse)
}

/// The one place of a family that knows codes and statuses.
package protocol FailureTable: Sendable {
    func response(to failure: EntitlementFailure, in exchange: Exchange) -> HTTPResponse
}

/// Endpoints that speak one dialect and share its failure table.
package protocol EndpointFamily: Sendable {
    var endpoints: [any Endpoint] { get }
}
