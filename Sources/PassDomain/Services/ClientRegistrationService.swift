package import PassCore

/// Dynamic client registration: clients from software statements, access tokens for clients.
package struct ClientRegistrationService: Sendable {
    let world: World

    /// The scope that current applications get.
    private static let scopes = ["api:client:v2"]

    /// Registers a client; every registration makes a new one.
    ///
    /// - Throws: `.invalidSoftwareStatement`, `.unapprovedSoftwareStatement`, `.invalidRedirectURI`, `.storeFull`.
    package func register(
        statement text: String, redirectURI: String?, now: Timestamp
    ) throws -> RegisteredApplication {
        let statement = try open(text, now: now)
        if let redirectURI { try Self.check(redirectURI, statement) }
        let application = RegisteredApplication(
            id: ClientID(rawValue: world.identifiers.uuid().text), secret: world.identifiers.uuid().text, issued: now,
            redirectURIs: statement.redirectURIs.isEmpty
                ? redirectURI.map { [ExactText($0)] } ?? [] : statement.redirectURIs,
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
            id: world.identifiers.uuid().text, client: client, scopes: Self.scopes, issued: now,
            expires: now + world.policy.accessTokenLife)
        return (token, world.credentials.seal(token))
    }

    private func open(_ statement: String, now: Timestamp) throws(EntitlementFailure) -> SoftwareStatement {
        do {
            return try world.credentials.openStatement(
                statement, trustedOnly: world.policy.statements == .trusted, now: now)
        } catch {
            switch error {
            case .invalid: throw .invalidSoftwareStatement
            case .unapproved: throw .unapprovedSoftwareStatement
            }
        }
    }

    /// Checks a bearer that came with a request; none at all is fine, a bad one isn't.
    ///
    /// - Returns: the client that it names and what its statement said of the application; `nil` without a bearer.
    /// - Throws: `.accessTokenRefused` for a token of wrong form or signature, or one that doesn't count now;
    ///   `.invalidClient` for a client that isn't known (any more), where those are refused.
    package func application(
        bearer: String?, now: Timestamp
    ) throws -> (client: ClientID, statement: SoftwareStatement)? {
        guard let bearer else { return nil }
        guard let token = world.credentials.openAccessToken(bearer) else { throw EntitlementFailure.accessTokenRefused }
        return try application(token, now: now)
    }

    /// Checks an access token as `application(bearer:now:)` does that of a bearer.
    func application(_ token: AccessToken, now: Timestamp) throws -> (client: ClientID, statement: SoftwareStatement) {
        guard token.issued <= now, now < token.expires else { throw EntitlementFailure.accessTokenRefused }
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
        guard statement.redirectURIs.isEmpty || statement.redirectURIs.contains(ExactText(redirectURI)) else {
            throw .invalidRedirectURI
        }
    }
}
