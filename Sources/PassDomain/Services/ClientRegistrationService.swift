package import PassCore

/// Registers clients by their software statements and issues access tokens to them (dynamic client registration).
package final class ClientRegistrationService: Sendable {
    private let policy: Policy
    private let identifiers: any IdentifierSource
    private let credentials: any ClientCredentialSealer
    private let applications: any RecordStore<RegisteredApplication>

    package init(
        policy: Policy, identifiers: any IdentifierSource, credentials: any ClientCredentialSealer,
        applications: any RecordStore<RegisteredApplication>
    ) {
        self.policy = policy
        self.identifiers = identifiers
        self.credentials = credentials
        self.applications = applications
    }

    /// The scope of REST API v2.
    static let scope = "api:client:v2"
    /// The scopes that the service gives to current applications.
    private static let scopes = [scope]

    /// Registers a client; every registration creates a new one.
    ///
    /// - Throws: `.invalidSoftwareStatement`, `.unapprovedSoftwareStatement`, `.invalidRedirectURI`, `.storeFull`.
    package func register(
        statement text: String, redirectURI: String?, now: Timestamp
    ) throws -> RegisteredApplication {
        let statement = try open(text, now: now)
        if let redirectURI { try Self.check(redirectURI, statement) }
        let application = RegisteredApplication(
            id: ClientID(rawValue: identifiers.uuid().text), secret: identifiers.uuid().text, issued: now,
            redirectURIs: statement.redirectURIs.isEmpty
                ? redirectURI.map { [ExactText($0)] } ?? [] : statement.redirectURIs,
            scopes: Self.scopes, statement: statement)
        try applications.put(application, now: now)
        return application
    }

    /// Issues an access token to a client.
    ///
    /// - Parameter checkSecret: compares the client's secret with the one in the request, in constant time.
    /// - Returns: the token and its sealed text.
    /// - Throws: `.invalidClient` for a wrong secret, or for an unknown client if the policy refuses those.
    package func accessToken(
        client: ClientID, now: Timestamp, checkSecret: (String) -> Bool
    ) throws -> (token: AccessToken, text: String) {
        if let application = try applications.find(client, now: now) {
            guard checkSecret(application.secret) else { throw EntitlementFailure.invalidClient }
        } else if policy.unknownClients == .refuse {
            throw EntitlementFailure.invalidClient
        }
        let token = AccessToken(
            id: identifiers.uuid().text, client: client, scopes: Self.scopes, issued: now,
            expires: now + policy.accessTokenTimeToLive)
        return (token, credentials.seal(token))
    }

    private func open(_ statement: String, now: Timestamp) throws(EntitlementFailure) -> SoftwareStatement {
        do {
            return try credentials.openStatement(
                statement, trustedOnly: policy.statements == .trusted, now: now)
        } catch {
            switch error {
            case .invalid: throw .invalidSoftwareStatement
            case .unapproved: throw .unapprovedSoftwareStatement
            }
        }
    }

    /// Checks the bearer token of a request, if there is one.
    ///
    /// - Returns: the client that the token names, and the software statement of its application; `nil` without a
    ///   bearer token.
    /// - Throws: `.accessTokenRefused` for a token of wrong form or signature, or one that isn't valid now;
    ///   `.invalidClient` for a client that is unknown, or no longer known, if the policy refuses those.
    package func application(
        bearer: String?, now: Timestamp
    ) throws -> (client: ClientID, statement: SoftwareStatement)? {
        guard let bearer else { return nil }
        guard let token = credentials.openAccessToken(bearer) else { throw EntitlementFailure.accessTokenRefused }
        return try application(token, now: now)
    }

    /// Checks an access token that has been opened already, as `application(bearer:now:)` does.
    func application(_ token: AccessToken, now: Timestamp) throws -> (client: ClientID, statement: SoftwareStatement) {
        guard token.issued <= now, now < token.expires else { throw EntitlementFailure.accessTokenRefused }
        if let application = try applications.find(token.client, now: now) {
            return (token.client, application.statement)
        }
        guard policy.unknownClients == .accept else { throw EntitlementFailure.invalidClient }
        return (token.client, .unnamed)
    }

    /// Checks that an address has the form of one, and is among the application's own if the statement lists them.
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
