import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// An operation of this family. A bad access token is refused before the operation runs. A missing one is accepted
/// unless the policy requires native calls to prove their requestor.
protocol AdobeEndpoint: Endpoint {
    /// The format in which the operation answers failures.
    var style: AnswerStyle { get }
    /// Whether the call is a native one, which must carry `signed_requestor_id` or an access token.
    func needsRequestorProof(_ exchange: Exchange) -> Bool
    /// The parameters from which the operation reads its requestor. No others may be listed, because the caller must be
    /// checked for the requestor that the answer is for.
    var requestorNames: [String] { get }
    /// Answers a call whose caller has been checked.
    func answer(_ exchange: Exchange) throws -> HTTPResponse
    /// Does the part of `answer(_:)` that is quick enough for the connection's event loop.
    func answerOnLoop(_ exchange: Exchange) throws -> LoopAnswer
}

extension AdobeEndpoint {
    func needsRequestorProof(_ exchange: Exchange) -> Bool { false }
    var requestorNames: [String] { ["requestor_id"] }

    var failures: any FailureTable { AdobeFailureTable(style: style) }

    func answerOnLoop(_ exchange: Exchange) throws -> LoopAnswer { .ready(try answer(exchange)) }

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        try exchange.services.callers.check(claim(exchange), now: exchange.now)
        return try answer(exchange)
    }

    /// Checks the caller at once if no signature has to be verified, else leaves the call to a worker.
    func respondOnLoop(to exchange: Exchange) throws -> LoopAnswer {
        guard try exchange.services.callers.checkWithoutSignature(claim(exchange), now: exchange.now) else {
            return .work { try respond(to: exchange) }
        }
        return try answerOnLoop(exchange)
    }

    private func claim(_ exchange: Exchange) throws(EntitlementFailure) -> CallerService.Claim {
        // Lenient Worlds check only the access token.
        guard exchange.world.policy.requestorProof == .strict else {
            return CallerService.Claim(bearer: try exchange.bearer(), requestor: nil)
        }
        return try RequestorClaim.read(exchange, names: requestorNames, needsProof: needsRequestorProof(exchange))
    }
}

extension Route {
    /// Creates the route of an operation that web clients and native SDKs call under two paths; each path is named
    /// after its operation.
    static func adobeService(
        _ operation: Operation, _ methods: [HTTPMethod] = [.post], on place: Place = .worker
    ) -> Route {
        let name = operation.rawValue.prefix(1).asciiLowercased + operation.rawValue.dropFirst()
        return Route(
            operation, methods, "/adobe-services[/1.0]/\(name)", on: place, carriesSecrets: true, content: .document)
    }
}
