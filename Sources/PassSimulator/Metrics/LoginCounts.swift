import PassAdmin
import PassCore
import PassDomain

/// Counts the logins that began, and how they ended.
final class LoginCounts: Sendable {
    /// The ends of logins, in the order of their counters.
    enum End: Int, CaseIterable {
        /// A subscriber has signed in.
        case completed
        /// The login ended without a user.
        case failed
        /// An answer of the MVPD wasn't accepted, and the login stays open.
        case refused
    }

    private let begun = CounterArray(count: 1)
    private let ends = CounterArray(count: End.allCases.count)

    /// Counts a new login, which may already have ended when it is stored.
    func begin(_ state: AuthenticationSession.State) {
        begun.add(at: 0)
        change(from: .pending, to: state)
    }

    /// Counts a change of a login's state if the change ends the login or refuses an answer.
    func change(from before: AuthenticationSession.State, to after: AuthenticationSession.State) {
        switch (before, after) {
        case (.pending, .authenticated), (.answering, .authenticated): ends.add(at: End.completed.rawValue)
        case (.pending, .failed), (.answering, .failed): ends.add(at: End.failed.rawValue)
        case (.answering, .pending): ends.add(at: End.refused.rawValue)
        default: break
        }
    }

    var begunLogins: [MetricFamily.Sample] { [.init([], .number(begun[0]))] }

    var endedLogins: [MetricFamily.Sample] {
        End.allCases.map { .init(["\($0)"], .number(ends[$0.rawValue])) }
    }
}

/// A store of logins that counts how they begin and end.
///
/// Logins that are copied into the store with a namespace aren't counted.
struct CountedLogins: RecordStore {
    private let store: any RecordStore<AuthenticationSession>
    private let counts: LoginCounts

    init(_ store: any RecordStore<AuthenticationSession>, _ counts: LoginCounts) {
        self.store = store
        self.counts = counts
    }

    func insert(_ login: AuthenticationSession, now: Timestamp) throws -> Bool {
        let isNew = try store.insert(login, now: now)
        if isNew { counts.begin(login.state) }
        return isNew
    }

    func update<Result>(
        _ key: SessionID, now: Timestamp, _ change: (inout AuthenticationSession) throws -> Result
    ) throws -> Result? {
        var states: (before: AuthenticationSession.State, after: AuthenticationSession.State)?
        let result = try store.update(key, now: now) { login in
            let before = login.state
            let result = try change(&login)
            states = (before, login.state)
            return result
        }
        if let states { counts.change(from: states.before, to: states.after) }
        return result
    }

    @discardableResult
    func upsert<Result>(
        _ first: AuthenticationSession, now: Timestamp, _ change: (inout AuthenticationSession) throws -> Result
    ) throws -> Result? {
        try store.upsert(first, now: now, change)
    }

    func put(_ login: AuthenticationSession, now: Timestamp) throws { try store.put(login, now: now) }

    func find(_ key: SessionID, now: Timestamp) throws -> AuthenticationSession? { try store.find(key, now: now) }

    @discardableResult
    func remove(_ key: SessionID, now: Timestamp) throws -> AuthenticationSession? {
        try store.remove(key, now: now)
    }

    func removeAll(now: Timestamp, where matches: (AuthenticationSession) -> Bool) throws {
        try store.removeAll(now: now, where: matches)
    }

    func records(now: Timestamp) throws -> [AuthenticationSession] { try store.records(now: now) }

    func sweep(now: Timestamp) throws { try store.sweep(now: now) }

    var count: Int { get throws { try store.count } }
}
