package import PassCore
package import PassCrypto
import PassDomain
package import PassEndpointKit
import PassHTTP

/// The backend of the AccessEnabler SDKs: `/adobe-services/*`, `/sp/saml/*`, `/indiv/*`, `/tvs/*`, `/entitlement/*`; and
/// the management call for its temporary passes, `/reset-tempass/*`.
package struct AdobeServicesFamily: EndpointFamily {
    package private(set) var endpoints: [any Endpoint]

    /// - Parameters:
    ///   - samlKey: signs the requests to MVPDs, and its public half verifies their answers: one installation has one.
    ///   - realClock: what cookies' `Expires` follows, since browsers know no other time.
    package init(samlKey: RSAPrivateKey, realClock: any WallClock) {
        endpoints = [
            IndividualizeDevice(),
            RetrieveConfiguration(),
            Authenticate(samlKey: samlKey, realClock: realClock),
            ConsumeAssertion(samlKey: samlKey.publicKey),
            ConsumeAuthorizationCode(),
            RetrieveSession(kind: .web),
            RetrieveSession(kind: .native),
            Authorize(kind: .web),
            Authorize(kind: .native),
            ShortAuthorize(kind: .web),
            ShortAuthorize(kind: .native),
            RetrieveDeviceID(kind: .web),
            RetrieveDeviceID(kind: .native),
            RetrieveUserMetadata(),
            Logout(samlKey: samlKey),
            ConsumeLogoutResponse(samlKey: samlKey.publicKey),
            ConsumeProviderLogout(),
            SignStreamURL(),
            ProbeAssertionConsumer(),
            CompletePassiveAuthentication(),
            CompleteBackgroundLogin(),
            RetrieveCookieDomains(),
            ReportErrors(),
            BeginPlatformLogin(samlKey: samlKey),
            CompletePlatformLogin(samlKey: samlKey.publicKey),
            Preauthorize(),
            ResetTemporaryPass(.devices),
            ResetTemporaryPass(.identities),
            ResetTemporaryPass(.devicesByKey),
            ResetTemporaryPass(.devicesByKeyAndToken),
        ]
        endpoints += EntitlementFile.all
    }
}

/// An operation of this family: a bad access token is refused before it runs, an absent one isn't missed unless the policy
/// wants native calls proven.
protocol AdobeEndpoint: Endpoint {
    var style: AnswerStyle { get }
    /// Whether the call is a native one, which carries `signed_requestor_id` or an access token.
    func needsRequestorProof(_ exchange: Exchange) -> Bool
    /// The parameters that may name its requestor, none of which is another one's: who calls is judged by what is answered.
    var requestorNames: [String] { get }
    func answer(_ exchange: Exchange) throws -> HTTPResponse
    /// What `answer` answers, as far as it doesn't hold up a loop.
    func answerOnLoop(_ exchange: Exchange) throws -> LoopAnswer
}

extension AdobeEndpoint {
    func needsRequestorProof(_ exchange: Exchange) -> Bool { false }
    var requestorNames: [String] { ["requestor_id"] }

    package var failures: any FailureTable { AdobeFailureTable(style: style) }

    func answerOnLoop(_ exchange: Exchange) throws -> LoopAnswer { .ready(try answer(exchange)) }

    package func respond(to exchange: Exchange) throws -> HTTPResponse {
        try exchange.world.callers.check(claim(exchange), now: exchange.now)
        return try answer(exchange)
    }

    /// A worker verifies what nobody has verified of late.
    package func respondOnLoop(to exchange: Exchange) throws -> LoopAnswer {
        guard try exchange.world.callers.checkAtOnce(claim(exchange), now: exchange.now) else {
            return .work { try respond(to: exchange) }
        }
        return try answerOnLoop(exchange)
    }

    private func claim(_ exchange: Exchange) throws(EntitlementFailure) -> CallerService.Claim {
        // Lenient Worlds ask for no more of who calls.
        guard exchange.world.policy.requestorProof == .strict else {
            return CallerService.Claim(bearer: try exchange.bearer(), requestor: nil)
        }
        return try RequestorClaim.read(exchange, names: requestorNames, needsProof: needsRequestorProof(exchange))
    }
}
