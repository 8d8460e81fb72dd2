import PassDomain
import PassHTTP

/// The service's request for a code (RFC 6749, section 4.1.1), with the parameters that are recorded of it (legacy
/// protocol, "OAuth2 MVPD").
struct ProviderAuthorization {
    let session: AuthenticationSession
    let asked: ProviderRequest

    /// `state` names the login, as `RelayState` does in SAML: recorded values are alphanumeric too, but shorter.
    func url(at endpoint: String) -> String {
        var query = [
            ("response_type", "code"), ("client_id", ProviderClient(requestor: session.requestor).id),
            ("redirect_uri", asked.answerURL), ("scope", "openid profile"), ("state", session.id.rawValue),
        ]
        if session.isPassive { query.append(("prompt", "none")) }
        return endpoint + "?" + FormFields.encode(query)
    }
}
