package import PassCore

/// Dynamic client registration: clients from software statements, access tokens for clients.
package struct ClientRegistrationService: Sendable {
    let world: World

    /// The scope that current applications get.
    private static let scopes = ["api:client:v2"]

    /// Registers a client; every registration makes a new one.
    ///
    /// - Throws: `.invalidSoftwareStatement`, `.invalidRedirectURI`, `.storeFull`.
    package func register(
        statement text: String, redirectURI: String?, now: Timestamp
    ) throws -> RegisteredApplication {
        let trustedOnly = world.policy.statements == .trusted
        guard let statement = world.credentials.openStatement(text, trustedOnly: trustedOnly, now: now) else {
            throw EntitlementFailure.invalidSoftwareStatement
        }
        if let redirectURI { try Self.check(redirectURI, statement) }
        let application = RegisteredApplication(
            id: ClientID(rawValue: world.identifiers.uuid()), secret: world.identifiers.uuid(), issued: now,
            redirectURIs: statement.redirectURIs.isEmpty ? redirectURI.map { [$0] } ?? [] : statement.redirectURIs,
            scopes: Self.scopes, statement: statement)
        try world.stores.applications.put(application, now: now)
        return application
    }

    /// Gives a client an access token.
    ///
    /// - Parameter checkSecret: compares the given secret with the client's in constant time.
    /// - Returns: the token and its sealed text.
    /// - Throws: `.invalidClient` for a wrong secret, or an unknown client where those are refused.
    package func accessToken(
        client: ClientID, now: Timestamp, checkSecret: (String) -> Bool
    ) throws -> (token: AccessToken, text: String) {
        if let application = try world.stores.applications.find(client, now: now) {
            guard checkSecret(application.secret) else { throw EntitlementFailure.invalidClient }
        } else if world.policy.unknownClients == .refuse {
            throw EntitlementFailure.invalidClient
        }
        let token = AccessToken(
            id: world.identifiers.uuid(), client: client, scopes: Self.scopes, issued: now,
            expires: now + world.policy.accessTokenLife)
        return (token, world.credentials.seal(token))
    }

    /// Checks a bearer that came with a request; none at all is fine, a bad one isn't.
    ///
    /// - Returns: the client that it names, `nil` without a bearer.
    /// - Throws: `.accessTokenRefused` for a token of wrong form or signature, or one that doesn't count now;
    ///   `.invalidClient` for a client that isn't known (any more), where those are refused.
    package func caller(bearer: String?, now: Timestamp) throws -> ClientID? {
        try application(bearer: bearer, now: now)?.client
    }

    /// Checks a bearer as `caller(bearer:now:)` does.
    ///
    /// - Returns: the client and what its statement said of the application; `nil` without a bearer.
    package func application(
        bearer: String?, now: Timestamp
    ) throws -> (client: ClientID, statement: SoftwareStatement)? {
        guard let bearer else { return nil }
        guard let token = world.credentials.openAccessToken(bearer), token.issued <= now, now < token.expires else {
            throw EntitlementFailure.accessTokenRefused
        }
        if let application = try world.stores.applications.find(token.client, now: now) {
            return (token.client, application.statement)
        }
        guard world.policy.unknownClients == .accept else { throw EntitlementFailure.invalidClient }
        return (token.client, .unnamed)
    }

    /// An address must have the form of one, and be among the application's own where the statement lists them.
    private static func check(_ redirectURI: String, _ statement: SoftwareStatement) throws(EntitlementFailure) {
        do {
            try RedirectRule(redirects: .open, requestor: Requestor(id: "")).check(redirectURI)
        } catch {
            throw .invalidRedirectURI
        }
        guard statement.redirectURIs.isEmpty || statement.redirectURIs.contains(redirectURI) else {
            throw .invalidRedirectURI
        }
    }
}
