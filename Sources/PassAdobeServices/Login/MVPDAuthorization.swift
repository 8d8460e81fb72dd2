import PassDomain
import PassHTTP

/// The service's request to an MVPD for an authorization code (RFC 6749, section 4.1.1), with the parameters that
/// recordings of the service show (legacy protocol, "OAuth2 MVPD").
struct MVPDAuthorization {
    let session: AuthenticationSession
    let asked: MVPDRequest

    /// Returns the request's URL.
    ///
    /// `state` identifies the login, as `RelayState` does in SAML. Recorded values are alphanumeric too, but shorter.
    func url(at endpoint: String) -> String {
        var query = [
            ("response_type", "code"), ("client_id", MVPDClient(requestor: session.requestor).id),
            ("redirect_uri", asked.answerURL), ("scope", "openid profile"), ("state", session.id.rawValue),
        ]
        if session.isPassive { query.append(("prompt", "none")) }
        return endpoint + "?" + FormFields.encode(query)
    }
}
