import PassAdmin
import PassCore
import PassDomain
import PassInstruments

/// Namespaces without a simulator, which record what control operations ask of them.
final class TestNamespaces: NamespaceControl {
    /// The calls so far, e.g. `remove mine`.
    private let recorded = Guarded<[String]>([])
    private let snapshots = Guarded<[NamespaceSnapshot]>([])
    private let existing: Set<String>
    let clock: VirtualClock
    private let shared: Instruments

    init(
        existing: Set<String> = [], now: Timestamp = Timestamp(seconds: 1_767_225_600), journal: Journal? = nil
    ) {
        shared = Instruments(rules: Rules(), journal: journal)
        self.existing = existing
        clock = VirtualClock(base: SystemWallClock(), start: now, frozen: true)
    }

    var calls: [String] { recorded.withLock(\.self) }

    private func record(_ call: String) {
        recorded.withLock { $0.append(call) }
    }

    /// The snapshots that were restored.
    var restored: [NamespaceSnapshot] { snapshots.withLock(\.self) }

    func record(_ snapshot: NamespaceSnapshot, as name: NamespaceName) {
        record("restore \(name)")
        snapshots.withLock { $0.append(snapshot) }
    }

    func summaries() -> [NamespaceSummary] {
        existing.sorted().compactMap(NamespaceName.init).compactMap(summary(of:))
    }

    func summary(of name: NamespaceName) -> NamespaceSummary? {
        guard existing.contains(name.rawValue) else { return nil }
        return NamespaceSummary(name: name, now: clock.now(), records: 3, rules: 2, exchanges: 1)
    }

    func create(
        _ name: NamespaceName, _ origin: NamespaceOrigin, keys: NamespaceKeys?, idle: TimeToLive?
    ) throws -> Bool {
        let keys = keys.map { " \($0) keys" } ?? ""
        record("create \(name) \(origin) \(idle.map { "\($0.seconds)" } ?? "-")\(keys)")
        if !existing.contains(name.rawValue) { throw EntitlementFailure.storeFull }
        return true
    }

    func remove(_ name: NamespaceName) -> Bool {
        record("remove \(name)")
        return existing.contains(name.rawValue)
    }

    func removeAll() -> Int {
        record("remove all")
        return existing.count
    }

    func reset(_ name: NamespaceName) {
        record("reset \(name)")
    }

    func turnClock(of name: NamespaceName, _ turn: @Sendable (VirtualClock) -> Void) {
        record("turn \(name)")
        turn(clock)
    }

    func instruments(of name: NamespaceName) -> Instruments { shared }
}
