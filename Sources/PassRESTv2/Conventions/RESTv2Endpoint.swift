import PassDomain
import PassEndpointKit
import PassHTTP

/// An operation of this family that apps call: its access token and its service provider are checked before it runs.
protocol RESTv2Endpoint: Endpoint {
    /// Answers a call whose caller has been checked.
    func answer(_ call: RESTv2Call) throws -> HTTPResponse
}

extension RESTv2Endpoint {
    var failures: any FailureTable { RESTv2FailureTable() }

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        guard let call = try RESTv2Call(exchange, rememberedOnly: false) else {
            throw EntitlementFailure.accessTokenRefused
        }
        return try answer(call)
    }

    /// Answers at once if a recent call has verified the access token; otherwise leaves the call to a worker, which
    /// verifies the token's signature.
    func respondOnLoop(to exchange: Exchange) throws -> LoopAnswer {
        guard let call = try RESTv2Call(exchange, rememberedOnly: true) else {
            return .work { try respond(to: exchange) }
        }
        return .ready(try answer(call))
    }
}
