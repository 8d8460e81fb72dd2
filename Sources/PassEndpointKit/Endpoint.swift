package import PassDomain
package import PassHTTP

/// An operation of the service's interface: a route together with the call that it makes to a domain service.
package protocol Endpoint: Sendable {
    /// The operation's paths and methods, and what the pipeline must know before it runs.
    var route: Route { get }
    /// The table that turns each failure of the domain into the answer that is documented for this operation.
    var failures: any FailureTable { get }

    /// Reads the inputs, calls a service and writes the answer in the family's format.
    ///
    /// - Throws: `EntitlementFailure`, or `StoreError`, which is answered with 503; any other error is a defect and is
    ///   answered with 500.
    func respond(to exchange: Exchange) throws -> HTTPResponse

    /// Does the part of `respond(to:)` that is fast enough for the connection's event loop, on which it runs.
    ///
    /// Called only if the route's place is the loop.
    func respondOnLoop(to exchange: Exchange) throws -> LoopAnswer
}

extension Endpoint {
    package func respondOnLoop(to exchange: Exchange) throws -> LoopAnswer { .ready(try respond(to: exchange)) }
}

/// The result of `respondOnLoop(to:)` for an operation that runs on a loop.
package enum LoopAnswer: Sendable {
    /// The finished response.
    case ready(HTTPResponse)
    /// The rest of the work, which is too slow for the event loop and which a worker does.
    case work(@Sendable () throws -> HTTPResponse)
    /// An answer that is given later; no thread waits for it. The closure is called at once, on the loop.
    case later(@Sendable (HTTPReply) -> Void)
    /// The head of a response whose content is written piece by piece. The closure is called at once, on the loop.
    case stream(HTTPResponse, @Sendable (HTTPBodyStream) -> Void)
}

/// The table that maps failures to error codes and statuses; no other part of a family knows them.
package protocol FailureTable: Sendable {
    /// Returns the answer to a failure.
    ///
    /// - Throws: the error of a store, if the answer depends on records that the store can't return.
    func response(to failure: EntitlementFailure, in exchange: Exchange) throws -> HTTPResponse
}

/// A group of endpoints that speak one dialect and share its failure table.
package protocol EndpointFamily: Sendable {
    var endpoints: [any Endpoint] { get }
    /// The way in which the API treats browsers, and calls that no operation answers.
    var manners: Manners { get }
    /// The start of all paths of the API, including unknown ones, e.g. `/api/v2/`; `nil` if only the paths of its
    /// operations are known to belong to it.
    var territory: StaticString? { get }
}

extension EndpointFamily {
    package var manners: Manners { .talkative }
    package var territory: StaticString? { nil }
}
