package import PassCore

/// Tells whether a call comes from whom it says: its client, by access token, and the requestor that it names.
package struct CallerService: Sendable {
    let world: World

    /// What a call says of itself.
    package struct Claim: Sendable {
        /// The access token.
        package var bearer: String?
        /// `nil` for a call that names none.
        package var requestor: RequestorID?
        /// Its requestor stands in for one that isn't named.
        package var registrationCode: String?
        /// `signed_requestor_id`.
        package var signature: String?
        /// Whether the requestor has to be proven where the policy asks for that: by native calls.
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

    /// Checks the access token, if there is one; under the strict policy also that it is the requestor's, and that a call
    /// without one is signed where it needs proof.
    ///
    /// - Returns: what the client's statement said of its application; `nil` without an access token.
    /// - Throws: `.accessTokenRefused` and `.invalidClient` as `ClientRegistrationService` says; `.accessTokenForeign`,
    ///   `.requestorUnproven`.
    @discardableResult
    package func check(_ claim: Claim, now: Timestamp) throws -> SoftwareStatement? {
        let application = try world.clients.application(bearer: claim.bearer, now: now)?.statement
        try check(claim, application, now: now)
        return application
    }

    /// Checks the claim as `check` does, unless a signature has to be verified for it.
    ///
    /// - Returns: whether it was checked.
    package func checkAtOnce(_ claim: Claim, now: Timestamp) throws -> Bool {
        if claim.signature != nil { return false }
        var application: SoftwareStatement?
        if let bearer = claim.bearer {
            guard let token = world.credentials.rememberedAccessToken(bearer) else { return false }
            application = try world.clients.application(token, now: now).statement
        }
        try check(claim, application, now: now)
        return true
    }

    private func check(_ claim: Claim, _ application: SoftwareStatement?, now: Timestamp) throws {
        guard world.policy.requestorProof == .strict, let requestor = requestor(of: claim, now: now) else { return }
        if let application {
            guard application.covers(requestor) else { throw EntitlementFailure.accessTokenForeign }
        } else if claim.needsProof {
            guard let signature = claim.signature, world.requestorKeys.isSigned(requestor, by: signature) else {
                throw EntitlementFailure.requestorUnproven
            }
        }
    }

    /// Checks the key that stands for an access token in older calls: where unknown clients are refused, it is the identifier
    /// of a registered one, whose application speaks for the requestor.
    ///
    /// - Throws: `.invalidClient` for an unknown client, `.accessTokenForeign` for that of another requestor.
    package func check(apiKey: String, requestor: RequestorID, now: Timestamp) throws {
        let application = try world.stores.applications.find(ClientID(rawValue: apiKey), now: now)
        guard application != nil || world.policy.unknownClients == .accept else {
            throw EntitlementFailure.invalidClient
        }
        guard world.policy.requestorProof == .strict, let application else { return }
        guard application.statement.covers(requestor) else { throw EntitlementFailure.accessTokenForeign }
    }

    /// A code that isn't known names nobody; the operation refuses it.
    private func requestor(of claim: Claim, now: Timestamp) -> RequestorID? {
        if let requestor = claim.requestor { return requestor }
        guard let code = claim.registrationCode else { return nil }
        return try? world.registrationCodes.find(code, requestor: nil, now: now).requestor
    }
}
