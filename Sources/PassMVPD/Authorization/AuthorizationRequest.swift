import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// A client's request for a code at an OAuth 2.0 MVPD (RFC 6749, section 4.1.1), with a checked client and redirect
/// URI.
struct AuthorizationRequest: Hashable {
    var client: String
    var redirectURI: String
    /// The text that the answer returns to the client unchanged.
    var state: String?
    var scopes: [String]
    /// The text that the client wants in the ID token.
    var nonce: String?
    /// The digest of the secret with which the client will exchange the code.
    var challenge: CodeChallenge?

    /// The paths at which the service receives the answer (legacy protocol, "oauth2"), on any of its hosts.
    static let servicePaths = ["/adobe-services/oauth2", "/adobe-services/1.0/oauth2"]
    /// The scopes of a request that names none.
    static let defaultScopes = ["openid", "profile"]
    private static let longestValue = 1024

    /// Reads the client, the redirect URI and `state`. The scopes are the default ones, and there is no `nonce` and no
    /// challenge yet.
    ///
    /// - Throws: `EntitlementFailure` rather than an error for the client, because an error may be sent to the redirect
    ///   URI only after the client and the URI are checked (RFC 6749, section 4.1.2.1).
    init(addressedBy exchange: Exchange, at site: MVPDSite) throws(EntitlementFailure) {
        let parameters = exchange.parameters
        client = try parameters.required("client_id", longest: Self.longestValue)
        guard OAuthClients(catalog: exchange.world.catalog).isKnown(client) else {
            throw .loginRefused("This provider does not know the client.")
        }
        redirectURI = try parameters.required("redirect_uri", longest: Self.longestValue)
        let rule = ServiceRequestRule(site: site, links: exchange.links, now: exchange.now)
        guard rule.isServiceURL(redirectURI, paths: Self.servicePaths) else {
            throw .loginRefused("The client has not registered this redirect URI.")
        }
        state = try parameters.optional("state", longest: Self.longestValue)
        scopes = Self.defaultScopes
    }
}

extension AuthorizationRequest {
    /// The request's parts as form fields, whose encoding preserves any text.
    var fields: [(name: String, value: String)] {
        var fields = [
            ("client", client), ("redirect", redirectURI), ("scopes", scopes.joined(separator: " ")),
        ]
        if let state { fields.append(("state", state)) }
        if let nonce { fields.append(("nonce", nonce)) }
        if let challenge { fields.append(("challenge", challenge.text.string)) }
        return fields
    }

    init?(_ form: FormFields) {
        guard let client = form["client"], let redirectURI = form["redirect"], let scopes = form["scopes"] else {
            return nil
        }
        self.client = client
        self.redirectURI = redirectURI
        self.scopes = scopes.split(separator: " ").map(String.init)
        state = form["state"]
        nonce = form["nonce"]
        challenge = form["challenge"].map { CodeChallenge(text: ExactText($0)) }
    }
}
