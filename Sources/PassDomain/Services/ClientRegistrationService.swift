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
    package static let scope = "api:client:v2"
    /// The scopes of an application whose software statement names none.
    private static let scopes = [scope]

    /// Registers a client; every registration creates a new one.
    ///
    /// - Throws: `.invalidSoftwareStatement`, `.unapprovedSoftwareStatement`, `.invalidRedirectURI`, `.storeFull`.
    package func register(
        statement text: String, redirectURI: String?, now: Timestamp
    ) throws -> RegisteredApplication {
        let statement = try open(text, now: now)
        let isRevoked = policy.revokedApplications.contains(ExactText(statement.application))
        guard Check.note(!isRevoked, .softwareStatement(statement.application)) else {
            throw EntitlementFailure.unapprovedSoftwareStatement
        }
        if let redirectURI {
            do {
                try Self.check(redirectURI, statement)
                Check.note(true, .returnAddress(redirectURI))
            } catch {
                Check.note(false, .returnAddress(redirectURI))
                throw error
            }
        }
        let application = RegisteredApplication(
            id: ClientID(rawValue: identifiers.uuid().text), secret: identifiers.uuid().text, issued: now,
            redirectURIs: statement.redirectURIs.isEmpty
                ? redirectURI.map { [ExactText($0)] } ?? [] : statement.redirectURIs,
            scopes: Self.scopes(of: statement), statement: statement)
        try applications.put(application, now: now)
        return application
    }

    /// Returns the scopes in a statement, or the default scopes if the statement names none.
    private static func scopes(of statement: SoftwareStatement) -> [String] {
        statement.scopes.isEmpty ? scopes : statement.scopes
    }

    /// Issues an access token to a client, and extends the time for which the client is kept.
    ///
    /// - Parameters:
    ///   - grantType: the grant type that the client uses.
    ///   - checkSecret: compares the client's secret with the one in the request, in constant time.
    /// - Returns: the token and its sealed text.
    /// - Throws: `.invalidClient` for a wrong secret, for a client that was revoked, or for an unknown client if the
    ///   policy refuses unknown clients; `.unauthorizedClient` for a client that may not use the grant type.
    package func accessToken(
        client: ClientID, grantType: String, now: Timestamp, checkSecret: (String) -> Bool
    ) throws -> (token: AccessToken, text: String) {
        let expires = now + policy.accessTokenTimeToLive
        let application = try applications.update(client, now: now) { application in
            guard Check.note(checkSecret(application.secret), .clientSecret(client)) else {
                throw EntitlementFailure.invalidClient
            }
            guard
                Check.note(
                    !isRevoked(application), .client(client, isRevoked(application) ? .revoked : .registered))
            else { throw EntitlementFailure.invalidClient }
            let allowed = application.statement.grantTypes
            guard Check.note(allowed.isEmpty || allowed.containsBytes(of: grantType), .grantType(grantType)) else {
                throw EntitlementFailure.unauthorizedClient
            }
            application.expires = max(now + RegisteredApplication.memory, expires)
            return application
        }
        if application == nil { try checkUnknown(client) }
        let token = AccessToken(
            id: identifiers.uuid().text, client: client, scopes: application?.scopes ?? Self.scopes, issued: now,
            expires: expires)
        return (token, credentials.seal(token))
    }

    /// Whether the client itself was revoked, or the statement with which it registered.
    private func isRevoked(_ application: RegisteredApplication) -> Bool {
        application.isRevoked || policy.revokedApplications.contains(ExactText(application.statement.application))
    }

    /// Whether a client, or the statement with which it registered, was revoked; false for an unknown client.
    func isRevoked(_ client: ClientID, now: Timestamp) throws -> Bool {
        try applications.find(client, now: now).map(isRevoked) ?? false
    }

    /// Withdraws a client's permission: its secret and its access tokens are refused from then on, and it can't reach
    /// its profiles any more.
    ///
    /// - Returns: whether there is such a client.
    package func revoke(_ client: ClientID, now: Timestamp) throws -> Bool {
        try applications.update(client, now: now) { $0.isRevoked = true } != nil
    }

    private func open(_ statement: String, now: Timestamp) throws(EntitlementFailure) -> SoftwareStatement {
        do {
            return try credentials.openStatement(
                statement, trustedOnly: policy.statements == .trusted, now: now)
        } catch {
            Check.note(false, .softwareStatement(""))
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
    /// - Throws: `.accessTokenRefused` for a token whose form or signature is wrong, or that isn't valid now;
    ///   `.invalidClient` for a revoked client, and for a client that isn't known, or no longer known, if the policy
    ///   refuses unknown clients.
    package func application(
        bearer: String?, now: Timestamp
    ) throws -> (client: ClientID, statement: SoftwareStatement)? {
        guard let bearer else { return nil }
        guard let token = credentials.openAccessToken(bearer) else {
            Check.note(false, .signature(.accessToken, .badSignature))
            throw EntitlementFailure.accessTokenRefused
        }
        Check.note(true, .signature(.accessToken, nil))
        return try application(token, now: now)
    }

    private func checkUnknown(_ client: ClientID) throws {
        guard Check.note(policy.unknownClients == .accept, .client(client, .unknown)) else {
            throw EntitlementFailure.invalidClient
        }
    }

    /// Checks an access token as `application(bearer:now:)` does, after the token has been opened.
    func application(_ token: AccessToken, now: Timestamp) throws -> (client: ClientID, statement: SoftwareStatement) {
        let isCurrent = token.issued <= now && now < token.expires
        guard Check.note(isCurrent, .expiry(.accessToken, expires: token.expires, now: now)) else {
            throw EntitlementFailure.accessTokenRefused
        }
        if let application = try applications.find(token.client, now: now) {
            let isRevoked = isRevoked(application)
            guard Check.note(!isRevoked, .client(token.client, isRevoked ? .revoked : .registered)) else {
                throw EntitlementFailure.invalidClient
            }
            return (token.client, application.statement)
        }
        try checkUnknown(token.client)
        return (token.client, .unnamed)
    }

    /// Checks that a redirect URI is well-formed and, if the statement lists redirect URIs, that it is one of these.
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
