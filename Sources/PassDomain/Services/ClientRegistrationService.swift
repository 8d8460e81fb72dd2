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
        if let redirectURI, !statement.redirectURIs.isEmpty, !statement.redirectURIs.contains(redirectURI) {
            throw EntitlementFailure.invalidRedirectURI
        }
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
    /// - Throws: `.accessTokenRefused` for a token of wrong form or signature, or an expired one.
    package func caller(bearer: String?, now: Timestamp) throws -> ClientID? {
        guard let bearer else { return nil }
        guard let token = world.credentials.openAccessToken(bearer), now < token.expires else {
            throw EntitlementFailure.accessTokenRefused
        }
        return token.client
    }
}
