package import PassCrypto
package import PassEndpointKit

/// The simulated MVPDs: identity providers with a login page each, under `/_sim/mvpd/{mvpd}/`.
///
/// Each page's form carries, sealed, the state that the next page needs. The only cookie identifies the session that an
/// MVPD keeps with a browser once a subscriber has signed in.
package struct MVPDFamily: EndpointFamily {
    package let endpoints: [any Endpoint]

    /// Creates the endpoints.
    ///
    /// - Parameters:
    ///   - samlKey: signs the MVPDs' messages. Its public half verifies the service's messages, because an installation
    ///     has a single SAML key.
    ///   - sealer: seals the login that the pages' forms carry.
    package init(samlKey: RSAPrivateKey, sealer: Sealer) {
        let logins = LoginSealer(sealer: sealer)
        endpoints = [
            SingleSignOnByRedirect(samlKey: samlKey, logins: logins),
            SingleSignOnByPost(samlKey: samlKey, logins: logins),
            SignIn(samlKey: samlKey, logins: logins),
            ShowLogin(samlKey: samlKey, logins: logins),
            Bookend(samlKey: samlKey, logins: logins),
            SignInByJSON(samlKey: samlKey, logins: logins),
            FinishLogin(samlKey: samlKey, logins: logins),
            Consent(samlKey: samlKey, logins: logins),
            SingleLogout(samlKey: samlKey),
            Logo(),
            AuthorizeClient(samlKey: samlKey, logins: logins),
            EndBrowserSession(samlKey: samlKey.publicKey),
        ]
    }
}
