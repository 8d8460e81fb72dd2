package import PassCore
package import PassCrypto
import PassDomain
package import PassEndpointKit
import PassHTTP

/// The backend of the AccessEnabler SDKs: `/adobe-services/*`, `/sp/saml/*`, `/indiv/*`, `/tvs/*` and `/entitlement/*`.
/// It includes the management call for its temporary passes, `/reset-tempass/*`.
package struct AdobeServicesFamily: EndpointFamily {
    package private(set) var endpoints: [any Endpoint]

    /// - Parameters:
    ///   - samlKey: signs the requests to MVPDs, and its public half verifies their answers: an installation has a
    ///     single SAML key.
    ///   - realClock: the clock for the `Expires` of cookies, since browsers know no World's time.
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

/// An operation of this family. A bad access token is refused before the operation runs. A missing one is accepted
/// unless the policy requires native calls to prove their requestor.
protocol AdobeEndpoint: Endpoint {
    /// The format in which the operation answers failures.
    var style: AnswerStyle { get }
    /// Whether the call is a native one, which must carry `signed_requestor_id` or an access token.
    func needsRequestorProof(_ exchange: Exchange) -> Bool
    /// The parameters from which the operation reads its requestor. No others may be listed: the caller must be checked
    /// for the same requestor as the answer is for.
    var requestorNames: [String] { get }
    /// Answers a call whose caller has been checked.
    func answer(_ exchange: Exchange) throws -> HTTPResponse
    /// Does the part of `answer(_:)` that doesn't hold up the connection's loop.
    func answerOnLoop(_ exchange: Exchange) throws -> LoopAnswer
}

extension AdobeEndpoint {
    func needsRequestorProof(_ exchange: Exchange) -> Bool { false }
    var requestorNames: [String] { ["requestor_id"] }

    package var failures: any FailureTable { AdobeFailureTable(style: style) }

    func answerOnLoop(_ exchange: Exchange) throws -> LoopAnswer { .ready(try answer(exchange)) }

    package func respond(to exchange: Exchange) throws -> HTTPResponse {
        try exchange.services.callers.check(claim(exchange), now: exchange.now)
        return try answer(exchange)
    }

    /// Checks the caller at once if no signature has to be verified, else leaves the call to a worker.
    package func respondOnLoop(to exchange: Exchange) throws -> LoopAnswer {
        guard try exchange.services.callers.checkAtOnce(claim(exchange), now: exchange.now) else {
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
