package import PassCore
package import PassCrypto
import PassDomain
package import PassEndpointKit

/// The backend of the AccessEnabler SDKs: `/adobe-services/*`, `/sp/saml/*`, `/indiv/*`, `/tvs/*` and `/entitlement/*`.
/// The family includes the management call for its temporary passes, `/reset-tempass/*`.
package struct AdobeServicesFamily: EndpointFamily {
    package private(set) var endpoints: [any Endpoint]

    /// Creates the endpoints.
    ///
    /// - Parameters:
    ///   - samlKey: signs the requests to MVPDs, and its public half verifies their answers: an installation has a
    ///     single SAML key.
    ///   - realClock: the machine's clock, for the `Expires` of cookies, since browsers don't follow a World's clock.
    package init(samlKey: RSAPrivateKey, realClock: any WallClock) {
        endpoints = [
            IndividualizeDevice(),
            RetrieveConfiguration(),
            Authenticate(login: BrowserLogin(samlKey: samlKey, realClock: realClock)),
            ConsumeAssertion(samlKey: samlKey.publicKey),
            ConsumeAuthorizationCode(),
            Session(kind: .web),
            Session(kind: .native),
            Authorize(kind: .web),
            Authorize(kind: .native),
            ShortAuthorize(kind: .web),
            ShortAuthorize(kind: .native),
            GetMetadata(kind: .web),
            GetMetadata(kind: .native),
            RetrieveUserMetadata(),
            Logout(samlKey: samlKey),
            ConsumeLogoutResponse(samlKey: samlKey.publicKey),
            ConsumeOAuthLogout(),
            SignStreamURL(),
            ProbeAssertionConsumer(),
            CompletePassiveAuthentication(),
            CompleteBackgroundLogin(),
            RetrieveCookieDomains(),
            ReportErrors(),
            BeginPlatformLogin(messages: PlatformMessages(samlKey: samlKey)),
            CompletePlatformLogin(messages: PlatformMessages(samlKey: samlKey)),
            Preauthorize(),
            ResetTempPass(.devices),
            ResetTempPass(.identities),
            ResetTempPass(.devicesByKey),
            ResetTempPass(.devicesByKeyAndToken),
        ]
        endpoints += EntitlementFile.all
    }
}
