package import PassCore

/// Verifies who makes a call: the client, by its access token, and the requestor that the call names.
package final class CallerService: Sendable {
    private let catalog: Catalog
    private let policy: Policy
    private let credentials: any ClientCredentialSealer
    private let requestorKeys: any RequestorKeys
    private let applications: any RecordStore<RegisteredApplication>
    private let registrationCodes: RegistrationCodeService
    private let clients: ClientRegistrationService

    package init(
        catalog: Catalog, policy: Policy, credentials: any ClientCredentialSealer, requestorKeys: any RequestorKeys,
        applications: any RecordStore<RegisteredApplication>, registrationCodes: RegistrationCodeService,
        clients: ClientRegistrationService
    ) {
        self.catalog = catalog
        self.policy = policy
        self.credentials = credentials
        self.requestorKeys = requestorKeys
        self.applications = applications
        self.registrationCodes = registrationCodes
        self.clients = clients
    }

    /// The claims that a call makes about its caller.
    package struct Claim: Sendable {
        /// The access token.
        package var bearer: String?
        /// The requestor that the call names; `nil` when it names none.
        package var requestor: RequestorID?
        /// The registration code, whose requestor is used when the call names none.
        package var registrationCode: String?
        /// The signature of the requestor's identifier (`signed_requestor_id`).
        package var signature: String?
        /// Whether the requestor must be proven if the policy demands it; true for native calls.
        package var needsProof: Bool

        package init(
            bearer: String?, requestor: RequestorID?, registrationCode: String? = nil, signature: String? = nil,
            needsProof: Bool = false
        ) {
            self.bearer = bearer
            self.requestor = requestor
            self.registrationCode = registrationCode
            self.signature = signature
            self.needsProof = needsProof
        }
    }

    /// Checks the call's access token, if there is one, and the requestor where the policy demands proof.
    ///
    /// If the policy's `requestorProof` is `strict`, the access token's application must cover the requestor. A call
    /// that needs proof and has no access token must then be signed.
    ///
    /// - Returns: the software statement of the client's application; `nil` without an access token.
    /// - Throws: `.accessTokenRefused` and `.invalidClient` as `ClientRegistrationService` does; `.accessTokenForeign`,
    ///   `.requestorUnproven`.
    @discardableResult
    package func check(_ claim: Claim, now: Timestamp) throws -> SoftwareStatement? {
        let application = try clients.application(bearer: claim.bearer, now: now)?.statement
        try check(claim, application, now: now)
        return application
    }

    /// Checks the claim as `check` does, but only if no signature has to be verified.
    ///
    /// - Returns: whether the claim was checked.
    package func checkWithoutSignature(_ claim: Claim, now: Timestamp) throws -> Bool {
        if claim.signature != nil { return false }
        var application: SoftwareStatement?
        if let bearer = claim.bearer {
            guard let token = credentials.rememberedAccessToken(bearer) else { return false }
            application = try clients.application(token, now: now).statement
        }
        try check(claim, application, now: now)
        return true
    }

    /// Checks a call that must carry an access token of one of the requestor's applications (REST API v2).
    ///
    /// - Parameter rememberedOnly: whether to accept a token only if a recent call has opened it, so that no signature
    ///   has to be verified.
    /// - Returns: the client; `nil` if its token isn't remembered and `rememberedOnly` is set.
    /// - Throws: `.accessTokenRefused`, `.invalidClient`, `.accessTokenForeign`, `.unknownRequestor`.
    package func client(
        bearer: String?, requestor: RequestorID, rememberedOnly: Bool = false, now: Timestamp
    ) throws -> Client? {
        guard let bearer else { throw EntitlementFailure.accessTokenRefused }
        let opened =
            rememberedOnly ? credentials.rememberedAccessToken(bearer) : credentials.openAccessToken(bearer)
        if opened == nil, rememberedOnly { return nil }
        guard let token = opened else {
            Check.note(false, .signature(.accessToken, .badSignature))
            throw EntitlementFailure.accessTokenRefused
        }
        Check.note(true, .signature(.accessToken, nil))
        guard
            Check.note(
                token.scopes.contains(ClientRegistrationService.scope), .scope(ClientRegistrationService.scope))
        else { throw EntitlementFailure.accessTokenRefused }
        let (id, statement) = try clients.application(token, now: now)
        try catalog.check(requestor)
        try check(statement, covers: requestor)
        return Client(id: id, statement: statement)
    }

    /// A client whose access token has been checked.
    package struct Client: Sendable {
        package var id: ClientID
        package var statement: SoftwareStatement
    }

    private func check(_ claim: Claim, _ application: SoftwareStatement?, now: Timestamp) throws {
        guard policy.requestorProof == .strict, let requestor = try requestor(of: claim, now: now) else { return }
        if let application {
            try check(application, covers: requestor)
        } else if claim.needsProof {
            let isSigned = claim.signature.map { requestorKeys.isSigned(requestor, by: $0) } ?? false
            guard Check.note(isSigned, .requestorSignature(requestor)) else {
                throw EntitlementFailure.requestorUnproven
            }
        }
    }

    private func check(_ application: SoftwareStatement, covers requestor: RequestorID) throws {
        guard Check.note(application.covers(requestor), .application(application.application, requestor)) else {
            throw EntitlementFailure.accessTokenForeign
        }
    }

    /// Checks the API key that older calls carry instead of an access token.
    ///
    /// Where unknown clients are refused, the key must be the identifier of a registered client. Where requestors must
    /// be proven, that client's application must belong to the requestor.
    ///
    /// - Throws: `.invalidClient` for an unknown client, `.accessTokenForeign` for a client of another requestor.
    package func check(apiKey: String, requestor: RequestorID, now: Timestamp) throws {
        let application = try applications.find(ClientID(rawValue: apiKey), now: now)
        let isAccepted = application?.isRevoked != true && (application != nil || policy.unknownClients == .accept)
        guard Check.note(isAccepted, .client(ClientID(rawValue: apiKey), .init(application))) else {
            throw EntitlementFailure.invalidClient
        }
        guard policy.requestorProof == .strict, let application else { return }
        try check(application.statement, covers: requestor)
    }

    /// Returns the requestor that the claim names, directly or by its registration code.
    ///
    /// An unknown code yields `nil`, because the operation itself refuses such a code.
    private func requestor(of claim: Claim, now: Timestamp) throws -> RequestorID? {
        if let requestor = claim.requestor { return requestor }
        guard let code = claim.registrationCode else { return nil }
        return try registrationCodes.findIfKnown(code, requestor: nil, now: now)?.requestor
    }
}

extension Check.ClientState {
    init(_ application: RegisteredApplication?) {
        self = application.map { $0.isRevoked ? .revoked : .registered } ?? .unknown
    }
}
