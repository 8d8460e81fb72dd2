import PassCore
import PassDomain

/// The logins that browsers and devices have begun, complete or not.
struct SessionKind: RecordKind {
    let name = "sessions"
    let filters = ["requestor", "mvpd", "user", "device"]
    let changeable = ["expires"]

    func store(_ stores: Stores) -> any RecordStore<AuthenticationSession> { stores.sessions }

    func id(of record: AuthenticationSession) -> String { record.id.rawValue }
    func key(of id: String) -> SessionID? { SessionID(rawValue: id) }

    func describe(_ session: AuthenticationSession, in entry: inout StateEntry, _ scope: StateScope) throws {
        entry.add("state", Self.word(for: session.state))
        entry.add("requestor", session.requestor.rawValue)
        entry.add("mvpd", session.mvpd.rawValue)
        if let login = session.state.login {
            entry.add("user", login.subscriber.rawValue)
            entry.add("signedIn", login.instant)
            entry.add("homeBased", login.isHomeBased)
        }
        if let code = session.registrationCode {
            entry.add("code", code.string)
            entry.add("device", try scope.world.stores.registrationCodes.find(code, now: scope.now)?.deviceID.string)
        }
        entry.add("redirectURL", session.redirectURL)
        entry.add("passive", session.isPassive)
        entry.add("expires", session.expires)
    }

    private static func word(for state: AuthenticationSession.State) -> String {
        switch state {
        case .pending: "pending"
        case .answering: "answering"
        case .authenticated: "authenticated"
        case .failed: "failed"
        case .leaving, .loggedOut: "loggedOut"
        }
    }

    func change(_ session: inout AuthenticationSession, by content: ControlContent) throws(EntitlementFailure) {
        if let expires = try content.time("expires") { session.expires = expires }
    }

    /// Ends the login as a logout does, but doesn't tell the MVPD, and removes the session.
    func end(_ session: AuthenticationSession, _ scope: StateScope) throws {
        if let login = session.state.login {
            try scope.world.services.logout.end(
                .init(subscriber: login.subscriber, session: session.id, refreshToken: login.refreshToken),
                now: scope.now)
        }
        try scope.world.stores.sessions.remove(session.id, now: scope.now)
    }
}

/// The logins for which a device holds an authN token.
struct LoginKind: RecordKind {
    let name = "logins"
    let filters = ["requestor", "mvpd", "user"]
    let changeable: [String] = []

    func store(_ stores: Stores) -> any RecordStore<ProfileOrigin> { stores.profileOrigins }

    func id(of record: ProfileOrigin) -> String { record.guid.rawValue }
    func key(of id: String) -> AuthenticationGUID? { AuthenticationGUID(rawValue: id) }

    func describe(_ origin: ProfileOrigin, in entry: inout StateEntry, _ scope: StateScope) throws {
        if let session = try scope.world.stores.sessions.find(origin.session, now: scope.now) {
            entry.add("requestor", session.requestor.rawValue)
            entry.add("mvpd", session.mvpd.rawValue)
        }
        entry.add("user", origin.subscriber.rawValue)
        entry.add("session", origin.session.rawValue)
        entry.add("homeBased", origin.isHomeBased)
        entry.add("revoked", try scope.world.stores.revocations.find(origin.session, now: scope.now) != nil)
        entry.add("expires", origin.expires)
    }

    func change(_ record: inout ProfileOrigin, by content: ControlContent) {}

    /// Revokes the login's tokens and profiles.
    func end(_ origin: ProfileOrigin, _ scope: StateScope) throws {
        try scope.world.services.logout.end(origin.handles, now: scope.now)
        try scope.world.stores.profileOrigins.remove(origin.guid, now: scope.now)
    }
}

/// The revoked logins, whose tokens and profiles are refused. Removing an entry makes the login valid again.
struct RevocationKind: RecordKind {
    let name = "revocations"
    let filters: [String] = []
    let changeable = ["expires"]

    func store(_ stores: Stores) -> any RecordStore<Revocation> { stores.revocations }

    func id(of record: Revocation) -> String { record.session.rawValue }
    func key(of id: String) -> SessionID? { SessionID(rawValue: id) }

    func describe(_ revocation: Revocation, in entry: inout StateEntry, _ scope: StateScope) {
        entry.add("session", revocation.session.rawValue)
        entry.add("expires", revocation.expires)
    }

    func change(_ revocation: inout Revocation, by content: ControlContent) throws(EntitlementFailure) {
        if let expires = try content.time("expires") { revocation.expires = expires }
    }
}

/// The logouts that wait for their MVPD's answer.
struct LogoutKind: RecordKind {
    let name = "logouts"
    let filters = ["mvpd"]
    let changeable = ["expires"]

    func store(_ stores: Stores) -> any RecordStore<LogoutInProgress> { stores.logouts }

    func id(of record: LogoutInProgress) -> String { record.id.rawValue }
    func key(of id: String) -> SessionID? { SessionID(rawValue: id) }

    func describe(_ logout: LogoutInProgress, in entry: inout StateEntry, _ scope: StateScope) {
        entry.add("mvpd", logout.mvpd.rawValue)
        entry.add("redirectURL", logout.redirectURL)
        entry.add("expires", logout.expires)
    }

    func change(_ logout: inout LogoutInProgress, by content: ControlContent) throws(EntitlementFailure) {
        if let expires = try content.time("expires") { logout.expires = expires }
    }
}
