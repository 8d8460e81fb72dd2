package import PassDomain
package import PassHTTP

/// An endpoint with its route, stored once for all requests.
///
/// Every request reaches its endpoint through these functions. They read the parameters, refuse requests that must not
/// reach the endpoint, and turn errors into answers.
package final class RoutedEndpoint: Sendable {
    package let endpoint: any Endpoint
    package let route: Route
    /// The header fields and refusals that the family of the endpoint uses.
    package let manners: Manners

    init(_ endpoint: any Endpoint, _ manners: Manners = .talkative) {
        self.endpoint = endpoint
        self.manners = manners
        route = endpoint.route
    }

    /// Reads the parameters of the request and returns the endpoint's answer to it.
    ///
    /// - Parameter forced: a failure that the request gets instead of reaching the endpoint.
    package func answer(_ exchange: inout Exchange, forced: EntitlementFailure? = nil) -> HTTPResponse {
        let unread = readParameters(of: &exchange)
        do {
            try check(exchange, forced ?? unread)
            return try endpoint.respond(to: exchange)
        } catch {
            return refusal(of: exchange, error)
        }
    }

    /// Reads the parameters of the request and returns the endpoint's answer, or slow work, which a worker passes to
    /// `answer(_:_:)`.
    ///
    /// - Parameter forced: a failure that the request gets instead of reaching the endpoint.
    package func answerOnLoop(_ exchange: inout Exchange, forced: EntitlementFailure?) -> LoopAnswer {
        let unread = readParameters(of: &exchange)
        do {
            try check(exchange, forced ?? unread)
            return try endpoint.respondOnLoop(to: exchange)
        } catch {
            return .ready(refusal(of: exchange, error))
        }
    }

    /// Returns the answer of `respond` or, if `respond` throws an error, the answer for that error.
    package func answer(_ exchange: Exchange, _ respond: () throws -> HTTPResponse) -> HTTPResponse {
        do {
            return try respond()
        } catch {
            return refusal(of: exchange, error)
        }
    }

    /// Reads the parameters of the request, if the operation has any.
    ///
    /// - Returns: the reason why they can't be read, or `nil`.
    private func readParameters(of exchange: inout Exchange) -> EntitlementFailure? {
        let request = exchange.request
        guard route.readsParameters, request.hasQuery || !request.body.isEmpty else { return nil }
        do {
            exchange.parameters = try Parameters(of: request)
            return nil
        } catch {
            return error
        }
    }

    /// Throws the failure that is known before the endpoint is called, if there is one.
    private func check(_ exchange: Exchange, _ failure: EntitlementFailure?) throws(EntitlementFailure) {
        // A bearer token is a secret in every request: from 3.0 on, the SDKs also send it for the configuration.
        if exchange.world.policy.requiresTLS, !exchange.links.isSecure,
            route.carriesSecrets || exchange.header(.authorization) != nil
        {
            throw .insecureTransport
        }
        if let failure { throw failure }
    }

    /// Returns the failure table's answer to a failure of the domain, or the answer of `breakdown` to any other error.
    private func refusal(of exchange: Exchange, _ error: any Error) -> HTTPResponse {
        guard let failure = error as? EntitlementFailure else { return Self.breakdown(error, in: exchange) }
        // If no service has noted a failed check, the request itself is malformed.
        if !CheckLog.lastHasFailed { Check.note(false, .request) }
        exchange.log(.failed(failure))
        do {
            return try endpoint.failures.response(to: failure, in: exchange)
        } catch {
            return Self.breakdown(error, in: exchange)
        }
    }

    /// Returns the answer to an error of the simulator that no failure table knows: 503 for an error of the store,
    /// otherwise 500.
    private static func breakdown(_ error: any Error, in exchange: Exchange) -> HTTPResponse {
        if let error = error as? StoreError {
            exchange.log(.refused("store unavailable"))
            return Problem.response(.serviceUnavailable, "Store unavailable", error.message)
        }
        exchange.log(.defect)
        return Problem.response(.internalServerError, "Defect", "The simulator has a defect: \(error)")
    }
}
