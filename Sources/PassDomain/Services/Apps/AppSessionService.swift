package import PassCore

/// Begins and continues the logins that apps without tokens request (REST API v2, "sessions").
///
/// A session is a registration code with the facts that the login needs: the MVPD, the app's domain, and the address to
/// which the browser returns. An app, or a page on another device, may state these facts in several calls.
package final class AppSessionService: Sendable {
    private let catalog: Catalog
    private let policy: Policy
    private let identifiers: any IdentifierSource
    private let codes: any RecordStore<RegistrationCode>
    private let registrationCodes: RegistrationCodeService
    private let profiles: AppProfileService
    private let clients: ClientRegistrationService

    package init(
        catalog: Catalog, policy: Policy, identifiers: any IdentifierSource, codes: any RecordStore<RegistrationCode>,
        registrationCodes: RegistrationCodeService, profiles: AppProfileService, clients: ClientRegistrationService
    ) {
        self.catalog = catalog
        self.policy = policy
        self.identifiers = identifiers
        self.codes = codes
        self.registrationCodes = registrationCodes
        self.profiles = profiles
        self.clients = clients
    }

    /// The facts about a login that a call states.
    package struct LoginFacts: Sendable, Hashable {
        package var mvpd: MVPDID?
        package var domain: String?
        package var redirectURL: String?

        package init(mvpd: MVPDID? = nil, domain: String? = nil, redirectURL: String? = nil) {
            self.mvpd = mvpd
            self.domain = domain
            self.redirectURL = redirectURL
        }
    }

    /// A fact that a login still needs.
    package enum Missing: Sendable, Hashable, CaseIterable {
        case mvpd
        case domain
        case redirectURL
    }

    /// The reason why an app may ask for decisions at once, without a login.
    package enum Reason: Sendable, Hashable {
        case degraded
        case temporary
        /// The app has a profile of its own.
        case authenticated
        /// The app may use a profile that is shared through the user's identity.
        case authenticatedElsewhere
    }

    /// The app's next step.
    package enum Step: Sendable {
        /// The app may ask for decisions; no login is needed.
        case authorize(MVPDID, Reason)
        /// A browser must open the login.
        case authenticate(RegistrationCode)
        /// The login needs more facts.
        case complete(RegistrationCode, missing: [Missing])
    }

    /// A session and its next step.
    package struct Answer: Sendable {
        package var step: Step
        /// The session's identifier, by which the logs of the app and of the service can be compared.
        package var id: UUID
    }

    /// Begins a session.
    ///
    /// - Parameter details: facts about the device, which are kept with the session's code.
    /// - Throws: `.unknownRequestor`, `.redirectRefused`, `.unknownMVPD`, `.notIntegrated`, `.storeFull`.
    package func create(
        for caller: AppCaller, _ facts: LoginFacts, details: RegistrationCode.Details, now: Timestamp
    ) throws -> Answer {
        let owner = caller.owner
        let requestor = try catalog.requestor(owner.requestor)
        try check(facts, of: requestor)
        if let mvpd = facts.mvpd, let reason = try reason(caller, requestor, mvpd, now: now) {
            return Answer(step: .authorize(mvpd, reason), id: identifiers.uuid())
        }
        var details = details
        details[.client] = owner.client.rawValue
        for identity in caller.identities {
            details[identity.kind == .platform ? .platformSubject : .serviceSubject] = identity.subject
        }
        Self.add(facts, to: &details)
        let code = try registrationCodes.create(
            requestor: owner.requestor, deviceID: owner.deviceID, details: details, timeToLive: nil,
            alphabet: .distinct, now: now)
        try profiles.supersede(with: code, now: now)
        return Answer(step: Self.step(code), id: code.id)
    }

    /// Adds facts to a session. A fact that is stated again replaces the former one, until a login has completed the
    /// session.
    ///
    /// - Parameter client: the client that asks, if its access token has been checked for that requestor; it may differ
    ///   from the session's client.
    /// - Throws: as `create`, and `.sessionNotFound` for a code that is unknown, expired, of another requestor, of
    ///   another API or of a revoked client, and for a completed session whose profile has ended.
    package func resume(
        _ text: String, requestor id: RequestorID, client: ClientID? = nil, _ facts: LoginFacts, now: Timestamp
    ) throws -> Answer {
        let requestor = try catalog.requestor(id)
        let known = try find(text, requestor: id, client: client, now: now)
        try check(facts, of: requestor)
        let changed = try codes.update(known.code, now: now) { code in
            if !code.isUsed { Self.add(facts, to: &code.details) }
            return code
        }
        guard let code = changed, let owner = code.owner else { throw EntitlementFailure.sessionNotFound }
        if let mvpd = code.details[.mvpd].map(MVPDID.init(rawValue:)),
            let reason = try reason(AppCaller(owner: owner), requestor, mvpd, now: now)
        {
            return Answer(step: .authorize(mvpd, reason), id: code.id)
        }
        if code.isUsed { throw EntitlementFailure.sessionNotFound }
        return Answer(step: Self.step(code), id: code.id)
    }

    /// Returns the code of a session that can still be continued.
    ///
    /// - Parameter client: the client that asks, if its access token has been checked for that requestor.
    /// - Throws: `.unknownRequestor`, `.sessionNotFound` as `used` does.
    package func find(
        _ text: String, requestor: RequestorID, client: ClientID? = nil, now: Timestamp
    ) throws -> RegistrationCode {
        let code = try used(text, requestor: requestor, client: client, now: now)
        // The code of a completed login lasts longer, but can only be used to request the login's profile.
        try checkEnd(of: code, now: now)
        return code
    }

    /// Returns the code of a session. A login may already have completed the session, as long as its profile is still
    /// stored.
    ///
    /// - Parameter client: the client that asks, if its access token has been checked for that requestor.
    /// - Throws: `.unknownRequestor` if no client is given; `.sessionNotFound` for a code that is unknown, expired, of
    ///   another requestor, of another API or of a revoked client.
    package func used(
        _ text: String, requestor: RequestorID, client: ClientID? = nil, now: Timestamp
    ) throws -> RegistrationCode {
        // If a client is given, its access token has been checked, and the requestor with it.
        if client == nil { try catalog.check(requestor) }
        guard let code = try registrationCodes.findIfKnown(text, requestor: requestor, now: now) else {
            throw EntitlementFailure.sessionNotFound
        }
        // A code of another API isn't a session.
        guard let owner = code.owner else {
            Check.note(false, .login(.missing))
            throw EntitlementFailure.sessionNotFound
        }
        if owner.client != client, try clients.isRevoked(owner.client, now: now) {
            Check.note(false, .client(owner.client, .revoked))
            throw EntitlementFailure.sessionNotFound
        }
        guard try profiles.finish(code, now: now) else { return code }
        return try codes.find(code.code, now: now) ?? code
    }

    /// The step that a browser takes at the address of a login.
    package enum BrowserStep: Sendable {
        /// The login begins at the MVPD.
        case login(mvpd: MVPDID, domain: String, redirectURL: String, code: RegistrationCode)
        /// A login of this session is complete, and its profile is still valid.
        case back(redirectURL: String)
        /// The session lacks facts that a login needs.
        case incomplete(Missing)
    }

    /// Returns the next step of a browser that opens the login of a session; it may do so any number of times.
    ///
    /// - Throws: `.unknownRequestor`, `.unknownMVPD`, `.notIntegrated`; `.sessionNotFound` as `find` does, and for a
    ///   session whose login is complete and whose profile has ended.
    package func browserStep(_ text: String, requestor id: RequestorID, now: Timestamp) throws -> BrowserStep {
        let code = try used(text, requestor: id, now: now)
        guard let name = code.details[.mvpd], let domain = code.details[.domain],
            let redirectURL = code.details[.redirectURL], let owner = code.owner
        else {
            let missing = Self.missing(code)
            Check.note(false, .loginFacts(missing: missing.count))
            return .incomplete(missing.first ?? .mvpd)
        }
        let mvpd = MVPDID(rawValue: name)
        if code.isUsed {
            guard try profiles.find(for: AppCaller(owner: owner), at: mvpd, now: now) != nil else {
                throw EntitlementFailure.sessionNotFound
            }
            return .back(redirectURL: redirectURL)
        }
        try checkEnd(of: code, now: now)
        _ = try catalog.requireIntegration(try catalog.requestor(id), mvpd)
        return .login(mvpd: mvpd, domain: domain, redirectURL: redirectURL, code: code)
    }

    /// Returns the time at which a session ends if no login completes it.
    package func end(of code: RegistrationCode) -> Timestamp {
        min(code.expires, code.generated + policy.registrationCodeTimeToLive)
    }

    private func checkEnd(of code: RegistrationCode, now: Timestamp) throws {
        let end = end(of: code)
        guard Check.note(now < end, .expiry(.session, expires: end, now: now)) else {
            throw EntitlementFailure.sessionNotFound
        }
    }

    /// Returns the facts that the login of a code still needs.
    package static func missing(_ code: RegistrationCode) -> [Missing] {
        Missing.allCases.filter { fact in
            switch fact {
            case .mvpd: code.details[.mvpd] == nil
            case .domain: code.details[.domain] == nil
            case .redirectURL: code.details[.redirectURL] == nil
            }
        }
    }

    private static func step(_ code: RegistrationCode) -> Step {
        let missing = missing(code)
        Check.note(missing.isEmpty, .loginFacts(missing: missing.count))
        return missing.isEmpty ? .authenticate(code) : .complete(code, missing: missing)
    }

    private static func add(_ facts: LoginFacts, to details: inout RegistrationCode.Details) {
        if let mvpd = facts.mvpd { details[.mvpd] = mvpd.rawValue }
        if let domain = facts.domain { details[.domain] = domain }
        if let url = facts.redirectURL { details[.redirectURL] = url }
    }

    /// Checks the facts that a call states.
    ///
    /// - Throws: `.redirectRefused`, `.unknownMVPD`, `.notIntegrated`.
    func check(_ facts: LoginFacts, of requestor: Requestor) throws {
        if let url = facts.redirectURL {
            try RedirectRule(redirects: policy.redirects, requestor: requestor).admit(url)
        }
        if let mvpd = facts.mvpd { _ = try catalog.requireIntegration(requestor, mvpd) }
    }

    /// Returns why the app needs no login at that MVPD; `nil` if it needs one.
    func reason(
        _ caller: AppCaller, _ requestor: Requestor, _ mvpd: MVPDID, now: Timestamp
    ) throws -> Reason? {
        let integration = try catalog.requireIntegration(requestor, mvpd)
        // The degradation rule takes precedence here, even over a temporary pass, which it doesn't affect in other
        // calls.
        if integration.degradation == .authNAll {
            Check.note(true, .degradation(.authNAll, mvpd))
            return .degraded
        }
        if integration.isTemporaryPass {
            Check.note(true, .temporaryPass(mvpd))
            return .temporary
        }
        guard let found = try profiles.findProven(for: caller, at: mvpd, now: now) else { return nil }
        return found.identity == nil ? .authenticated : .authenticatedElsewhere
    }
}
