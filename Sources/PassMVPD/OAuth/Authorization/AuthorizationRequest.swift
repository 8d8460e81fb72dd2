import PassDomain
import PassEndpointKit
import PassHTTP

/// What a client of an OAuth 2.0 MVPD asks for (RFC 6749, section 4.1.1), its client and redirect URI checked.
struct AuthorizationRequest: Hashable {
    var client: String
    var redirectURI: String
    /// What the client wants back unchanged beside the answer.
    var state: String?
    var scopes: [String]
    var nonce: String?

    /// Where the service takes the answer (legacy protocol, "oauth2"); either path, on any of its hosts.
    static let servicePaths = ["/adobe-services/oauth2", "/adobe-services/1.0/oauth2"]
    static let defaultScopes = ["openid", "profile"]
    private static let longestValue = 1024

    /// Reads who asks and where the answer goes; the rest stays as it is without a `scope` and a `nonce`.
    ///
    /// - Throws: `EntitlementFailure`: until both are right nothing may be told to the redirect URI (RFC 6749, section
    ///   4.1.2.1).
    init(addressedBy exchange: Exchange, at provider: Provider) throws(EntitlementFailure) {
        let parameters = exchange.parameters
        client = try parameters.required("client_id", longest: Self.longestValue)
        guard OAuthClients(world: exchange.world).isKnown(client) else {
            throw .loginRefused("This provider does not know the client.")
        }
        redirectURI = try parameters.required("redirect_uri", longest: Self.longestValue)
        let rule = ServiceRequestRule(provider: provider, links: exchange.links, now: exchange.now)
        guard rule.isServiceURL(redirectURI, paths: Self.servicePaths) else {
            throw .loginRefused("The client has not registered this redirect URI.")
        }
        state = try parameters.optional("state", longest: Self.longestValue)
        scopes = Self.defaultScopes
    }
}

extension AuthorizationRequest {
    /// The parts as a form, which has a codec that keeps any text.
    var fields: [(name: String, value: String)] {
        var fields = [
            ("client", client), ("redirect", redirectURI), ("scopes", scopes.joined(separator: " ")),
        ]
        if let state { fields.append(("state", state)) }
        if let nonce { fields.append(("nonce", nonce)) }
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
    }
}
