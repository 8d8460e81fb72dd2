package import PassCore

extension AppProfileService {
    /// Stores the profile of a completed login, if an app requested the login with a code of REST API v2.
    ///
    /// From then on the code lasts at least as long as the profile, because apps continue to ask for the profile by the
    /// code. The login's MVPD is stored with the code. If the process ends before everything is stored, a later call of
    /// `finish` stores the rest.
    ///
    /// - Throws: the errors of `ProfileService`, `.storeFull`.
    func keep(_ session: AuthenticationSession, now: Timestamp) throws {
        guard let text = session.registrationCode, let code = try codes.find(text, now: now),
            let owner = code.owner, let login = session.state.login
        else { return }
        let entry = try entry(
            of: .registrationCode(text.string), login, requestor: session.requestor, owner, now: now)
        for identity in code.identities { try put(entry.shared(by: owner), of: identity.owner, now: now) }
        try put(entry, of: owner, madeBy: text, now: now)
        try codes.update(text, now: now) { code in
            code.isUsed = true
            code.details[.mvpd] = session.mvpd.rawValue
            code.expires = max(code.expires, entry.profile.expires)
        }
    }

    /// Stores the profile of a login that didn't use a code of the app, such as one through a partner's framework.
    ///
    /// - Parameter isPartnerLogin: whether the subscriber signed in through a partner's framework.
    /// - Throws: the errors of `ProfileService`, `.storeFull`.
    package func keep(
        _ session: AuthenticationSession, of owner: AppProfiles.Owner, isPartnerLogin: Bool, now: Timestamp
    ) throws {
        guard let login = session.state.login else { return }
        let entry = try entry(
            of: .platform(deviceID: owner.deviceID), login, requestor: session.requestor, owner,
            isPartnerLogin: isPartnerLogin, now: now)
        try put(entry, of: owner, now: now)
    }

    private func entry(
        of correlation: ProfileService.Correlation, _ login: AuthenticationSession.Login, requestor: RequestorID,
        _ owner: AppProfiles.Owner, isPartnerLogin: Bool = false, now: Timestamp
    ) throws -> AppProfiles.Entry {
        let completed = try profiles.login(of: correlation, requestor: requestor, now: now)
        let profile = try profiles.profile(
            of: completed, device: Device(id: owner.deviceID.string, kind: .web), kind: .web, fragments: nil, now: now)
        return AppProfiles.Entry(
            profile: profile, begins: login.instant, providerSession: login.providerSession,
            isPartnerLogin: isPartnerLogin)
    }

    /// Adds a profile to the owner's profiles.
    ///
    /// - Parameter code: the code of the login, which stays valid when the app gets its next code; `nil` for a login
    ///   without a code.
    private func put(
        _ entry: AppProfiles.Entry, of owner: AppProfiles.Owner, madeBy code: ExactText? = nil, now: Timestamp
    ) throws {
        var first = AppProfiles(key: owner, expires: now)
        first.put(entry)
        try appProfiles.upsert(first, now: now) { record in
            record.put(entry)
            if record.latestCode == code { record.latestCode = nil }
        }
    }

    /// Makes a code the latest one of its app on its device. The app's previous code is no longer accepted, unless a
    /// login has used it.
    ///
    /// - Throws: `.storeFull`.
    func supersede(with code: RegistrationCode, now: Timestamp) throws {
        guard let owner = code.owner else { return }
        var first = AppProfiles(key: owner, expires: code.expires)
        first.latestCode = code.code
        var former: ExactText?
        try appProfiles.upsert(first, now: now) { record in
            former = record.latestCode
            record.latestCode = code.code
            record.expires = max(record.expires, code.expires)
        }
        guard let former, let old = try codes.find(former, now: now), old.owner == owner, !old.isUsed else { return }
        try codes.remove(former, now: now)
    }

    // MARK: Logins that a process has left unfinished

    /// Stores the profile of a completed login, if the process that completed the login ended, or lost its store,
    /// before it stored the profile. Otherwise the login would be complete for the other APIs, but not for REST API v2.
    ///
    /// - Returns: whether a profile was stored. A login that gives no profile any more has none to store.
    /// - Throws: the errors of `keep`, except `.sessionWithoutUser`.
    package func finish(_ code: RegistrationCode, now: Timestamp) throws -> Bool {
        guard !code.isUsed, let id = code.session, code.owner != nil, let session = try sessions.find(id, now: now),
            case .authenticated = session.state
        else { return false }
        do {
            try keep(session, now: now)
            return true
        } catch EntitlementFailure.sessionWithoutUser {
            return false
        }
    }

    /// Returns the stored profiles of an app on a device; `nil` if there are none. If the profile of the app's latest
    /// login isn't stored yet, it is stored first, as by `finish`.
    func kept(of owner: AppProfiles.Owner, now: Timestamp) throws -> AppProfiles? {
        let known = try appProfiles.find(owner, now: now)
        guard let latest = known?.latestCode, let code = try codes.find(latest, now: now),
            try finish(code, now: now)
        else { return known }
        return try appProfiles.find(owner, now: now)
    }
}
