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
}

extension AdobeEndpoint {
    func needsRequestorProof(_ exchange: Exchange) -> Bool { false }
    var requestorNames: [String] { ["requestor_id"] }

    package var failures: any FailureTable { AdobeFailureTable(style: style) }

    package static var choosesPlaces: Bool { true }

    /// Whoever sends an access token makes it a worker's, since that is verified.
    package func place(for exchange: Exchange) -> Route.Place {
        isWorkers(exchange) ? .worker : route.place
    }

    /// Whether an access token came along, which takes a worker to verify.
    func isWorkers(_ exchange: Exchange) -> Bool { (try? exchange.bearer()) != nil }

    package func respond(to exchange: Exchange) throws -> HTTPResponse {
        try exchange.world.callers.check(
            RequestorClaim.read(exchange, names: requestorNames, needsProof: needsRequestorProof(exchange)),
            now: exchange.now)
        return try answer(exchange)
    }
}
