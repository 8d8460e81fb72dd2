import PassCore
import PassCrypto
import PassDomain
import PassHTTP

/// The service's request to an MVPD for an authorization code (RFC 6749, section 4.1.1), with the parameters that
/// recordings of the service show (legacy protocol, "OAuth2 MVPD"), followed by those of PKCE (RFC 7636, section 4.3),
/// which the service has used since 3.7.0.
struct MVPDAuthorization {
    let session: AuthenticationSession
    let asked: MVPDRequest

    /// Returns the request's URL.
    ///
    /// `state` identifies the login, as `RelayState` does in SAML. Recorded values are also alphanumeric, but shorter.
    func url(at endpoint: String) -> String {
        var query = [
            ("response_type", "code"), ("client_id", MVPDClient(requestor: session.requestor).id),
            ("redirect_uri", asked.answerURL), ("scope", "openid profile"), ("state", session.id.rawValue),
        ]
        if session.isPassive { query.append(("prompt", "none")) }
        query.append(("code_challenge", challenge))
        query.append(("code_challenge_method", "S256"))
        return endpoint + "?" + FormFields.encode(query)
    }

    /// The digest of the verifier with which the service exchanges the code (RFC 7636, section 4.2).
    private var challenge: String {
        let verifier = MVPDCodeVerifier(of: session, asked: asked)
        return Base64.encode(Digest.sha256(verifier.text.utf8), .url)
    }
}
