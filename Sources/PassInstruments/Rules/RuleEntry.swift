import PassCore
import PassDomain

/// A rule in a namespace, with its counters.
final class RuleEntry: Sendable {
    let rule: Rule
    /// The rule's place in the order in which the namespace's rules were added.
    let number: Int
    /// Whether the rule comes from the configuration.
    let isConfigured: Bool
    /// The World's time at which the rule was added, if it is known.
    let added: Timestamp?
    let byteCount: Int
    /// The name under which the nodes of a shared store count the rule together.
    let counter: String
    private let counters: Guarded<Counters>

    fileprivate struct Counters {
        var matches = 0
        var hits = 0
        var random: RepeatableNumbers
    }

    init(_ rule: Rule, number: Int, isConfigured: Bool, added: Timestamp?) {
        self.rule = rule
        self.number = number
        self.isConfigured = isConfigured
        self.added = added
        counter = Self.newCounter()
        byteCount = rule.byteCount
        counters = Guarded(Counters(random: RepeatableNumbers(seed: rule.match.seed ?? UInt64(number))))
    }

    /// Creates a copy that continues from the other rule's counters.
    ///
    /// - Parameter number: the rule's new place in the same namespace; `nil` for a copy in another namespace, which
    ///   from now on counts independently.
    init(_ other: RuleEntry, number: Int? = nil) {
        rule = other.rule
        self.number = number ?? other.number
        isConfigured = other.isConfigured
        added = other.added
        byteCount = other.byteCount
        counter = number == nil ? Self.newCounter() : other.counter
        counters = Guarded(other.counters.withLock(\.self))
    }

    /// Creates a rule that continues from the counters in a snapshot.
    init(_ snapshot: RuleSnapshot, number: Int) {
        rule = snapshot.state.rule
        self.number = number
        isConfigured = snapshot.isConfigured
        added = snapshot.state.added
        byteCount = snapshot.state.rule.byteCount
        counter = snapshot.counter ?? Self.newCounter()
        counters = Guarded(
            Counters(
                matches: snapshot.state.matches, hits: snapshot.state.hits,
                random: RepeatableNumbers(seed: snapshot.random)))
    }

    var snapshot: RuleSnapshot {
        counters.withLock {
            RuleSnapshot(state(of: $0), isConfigured: isConfigured, random: $0.random.state, counter: counter)
        }
    }

    var state: RuleState { counters.withLock { state(of: $0) } }

    private func state(of counters: Counters) -> RuleState {
        RuleState(rule: rule, hits: counters.hits, matches: counters.matches, added: added)
    }

    /// Whether the rule will never take effect again.
    var isSpent: Bool { counters.withLock { isSpent($0) } }

    private static func newCounter() -> String { Hex.encode(SystemIdentifierSource().bytes(8)) }

    private func isSpent(_ counters: Counters) -> Bool {
        rule.times.map { counters.hits >= $0 } ?? false || rule.match.nth.map { counters.matches >= $0 } ?? false
    }

    /// The result of counting a request: whether the rule takes effect on it, whether the rule was already spent, and a
    /// pseudorandom number for the action.
    typealias Counted = (takesEffect: Bool, wasSpent: Bool, chance: UInt64)

    /// Counts a request that meets the match.
    ///
    /// - Parameter shared: the store in which the nodes count together; `nil` counts only in this process.
    /// - Throws: `StoreError`, in which case nothing is counted.
    func count(in shared: (any RecordStore<RuleCount>)?) throws -> Counted {
        guard let shared else { return counters.withLock { count(&$0) } }
        var latest = counters.withLock(\.self)
        let first = count(&latest)
        let counted = try shared.upsert(record(of: latest), now: Self.anyTime) { record in
            latest = Counters(record)
            let counted = count(&latest)
            record = self.record(of: latest)
            return counted
        }
        learn(latest)
        return counted ?? first
    }

    /// Takes back the counting of a request on which the rule was to take effect.
    ///
    /// - Throws: `StoreError`.
    func uncount(in shared: (any RecordStore<RuleCount>)?) throws {
        counters.withLock { Self.uncount(&$0) }
        try shared?.update(ExactText(counter), now: Self.anyTime) { record in
            var latest = Counters(record)
            Self.uncount(&latest)
            record = self.record(of: latest)
        }
    }

    private static func uncount(_ counters: inout Counters) {
        counters.matches = max(0, counters.matches - 1)
        counters.hits = max(0, counters.hits - 1)
    }

    private func count(_ counters: inout Counters) -> Counted {
        let wasSpent = isSpent(counters)
        counters.matches += 1
        if wasSpent { return (false, true, 0) }
        let takesEffect =
            counters.matches > rule.after
            && rule.match.nth.map { $0 == counters.matches } ?? true
            && rule.match.probability.map { counters.random.fraction() < $0 } ?? true
        if takesEffect { counters.hits += 1 }
        return (takesEffect, false, takesEffect ? counters.random.next() : 0)
    }

    /// Updates the counters to what the nodes of a shared store have counted.
    func refresh(from shared: any RecordStore<RuleCount>) throws {
        if let record = try shared.find(ExactText(counter), now: Self.anyTime) { learn(Counters(record)) }
    }

    private func learn(_ latest: Counters) {
        counters.withLock { if $0.matches < latest.matches { $0 = latest } }
    }

    private func record(of counters: Counters) -> RuleCount {
        RuleCount(
            key: ExactText(counter), matches: counters.matches, hits: counters.hits, random: counters.random.state)
    }

    /// The time for stores whose records don't expire.
    private static let anyTime = Timestamp(milliseconds: 0)
}

extension RuleEntry.Counters {
    fileprivate init(_ record: RuleCount) {
        self.init(matches: record.matches, hits: record.hits, random: RepeatableNumbers(seed: record.random))
    }
}

/// A generator of pseudorandom numbers that repeat for the same seed (SplitMix64).
package struct RepeatableNumbers: RandomNumberGenerator, Sendable {
    /// The generator's state. A generator with this seed continues the sequence.
    package private(set) var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var number = state
        number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
        return number ^ (number >> 31)
    }

    /// Returns a number of at least 0 and less than 1.
    package mutating func fraction() -> Double {
        Double(next() >> 11) * 0x1p-53
    }
}
