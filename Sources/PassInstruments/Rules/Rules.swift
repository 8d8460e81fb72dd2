package import PassCore
package import PassDomain
import Synchronization

/// The rules of one namespace.
///
/// At most one rule takes effect on a request: the matching rule with the highest priority or, among those of equal
/// priority, the one that was added first. A rule whose time has passed, or whose number of requests is used up, has no
/// effect, but stays in the list until it is removed. A used-up rule still counts the requests that match, and is
/// removed earlier if a new rule needs its place.
package final class Rules: Sendable {
    /// The maximum number of rules.
    package static let most = 1_000
    /// The maximum size of all rules together, in bytes of memory.
    package static let mostBytes = 4_194_304

    private struct State {
        /// All rules, in the order in which they were added.
        var entries: [RuleEntry] = []
        /// The rules by operation, in the order in which they are tried.
        var index: [Operation: [RuleEntry]] = [:]
        var lastNumber = 0

        /// Whether there is room for another rule of that size.
        func hasRoom(for bytes: Int) -> Bool {
            entries.count < Rules.most && entries.reduce(bytes) { $0 + $1.byteCount } <= Rules.mostBytes
        }
    }

    private let isInForce = Atomic(false)
    private let state = Guarded(State())
    /// The store in which nodes count together; `nil` if this process counts alone.
    private let shared = Guarded<(any RecordStore<RuleCount>)?>(nil)

    package init() {}

    /// Counts in a store from now on, together with the other nodes that use it; with `nil`, counts only in this
    /// process.
    package func count(in store: (any RecordStore<RuleCount>)?) {
        shared.withLock { $0 = store }
    }

    private var entries: [RuleEntry] { state.withLock(\.entries) }

    /// Updates the counters to what other nodes have counted. Otherwise a counter is only updated when this process
    /// counts a request.
    ///
    /// - Throws: `StoreError`.
    package func refresh() throws {
        guard let store = shared.withLock(\.self) else { return }
        for entry in entries { try entry.refresh(from: store) }
    }

    /// Whether no rule can take effect or count a request. This is read for every request, so it takes no lock.
    package var isEmpty: Bool { !isInForce.load(ordering: .acquiring) }

    /// The number of rules, including those that are used up or have expired.
    package var count: Int { state.withLock { $0.entries.count } }

    /// Whether there is a rule that doesn't come from the configuration.
    package var hasAdded: Bool { state.withLock { state in state.entries.contains { !$0.isConfigured } } }

    /// The rules with their counters, in the order in which they were added.
    package var all: [RuleState] { entries.map(\.state) }

    /// Returns the rule of that name.
    package func find(_ id: String) -> RuleState? {
        entries.first { $0.rule.id == id }?.state
    }

    /// Adds a rule after the others, or in the place of the rule that has the same name.
    ///
    /// - Parameters:
    ///   - isNext: whether to remove each unlimited rule with the same match and priority, because it would take effect
    ///     before the new rule on every request.
    ///   - now: the World's time, which becomes the rule's time of addition; `nil` for none.
    /// - Returns: the rule with its name, and whether the name is new; `nil` if the limit of rules is reached.
    package func add(_ rule: Rule, isNext: Bool = false, now: Timestamp? = nil) -> (rule: RuleState, isNew: Bool)? {
        change { state in
            let before = state.entries
            if !rule.id.isEmpty { state.entries.removeAll { $0.rule.id == rule.id } }
            let isNew = state.entries.count == before.count
            if isNext {
                state.entries.removeAll { entry in
                    entry.rule.times == nil && entry.rule.match == rule.match && entry.rule.priority == rule.priority
                }
            }
            guard let entry = Self.append(rule, isConfigured: false, now: now, to: &state) else {
                state.entries = before
                return nil
            }
            return (entry.state, isNew)
        }
    }

    /// Replaces the rules of the configuration, and other rules that have the name of a new one. The new ones are tried
    /// before all other rules of the same priority.
    ///
    /// Rules of the configuration beyond the limits are ignored; other rules beyond the maximum number are removed.
    package func configure(_ rules: [Rule]) {
        change { state in
            let names = Set(rules.map(\.id))
            let others = state.entries.filter { !$0.isConfigured && !names.contains($0.rule.id) }
            state.entries = []
            for rule in rules { _ = Self.append(rule, isConfigured: true, now: nil, besides: others, to: &state) }
            let room = Self.most - state.entries.count
            state.entries += others.prefix(room).map { entry in
                state.lastNumber += 1
                return RuleEntry(entry, number: state.lastNumber)
            }
        }
    }

    /// Removes the rule of that name.
    ///
    /// - Returns: whether there was one.
    package func remove(_ id: String) -> Bool {
        change { state in
            let before = state.entries.count
            state.entries.removeAll { $0.rule.id == id }
            return state.entries.count < before
        }
    }

    /// Removes the rules that name this operation.
    package func remove(_ operation: Operation) {
        change { $0.entries.removeAll { $0.rule.match.names(operation) } }
    }

    package func removeAll() {
        change { $0.entries = [] }
    }

    /// Replaces the rules by copies of another namespace's rules, whose counters continue independently.
    package func replace(by other: Rules) {
        let entries = other.entries.map { RuleEntry($0) }
        change { state in
            state.entries = entries
            state.lastNumber = entries.last?.number ?? 0
        }
    }

    /// The rules with everything that a snapshot saves of them, in the order in which they were added.
    package var snapshots: [RuleSnapshot] { entries.map(\.snapshot) }

    /// Replaces the rules by those of a snapshot, which continue from its counters.
    ///
    /// - Parameter snapshots: rules with different names, for which there is room (`hasRoom`).
    package func restore(_ snapshots: [RuleSnapshot]) {
        change { state in
            state.entries = snapshots.enumerated().map { RuleEntry($1, number: $0 + 1) }
            state.lastNumber = snapshots.count
        }
    }

    /// Whether these rules together are within a namespace's limits of number and size.
    package static func hasRoom(for rules: [Rule]) -> Bool {
        rules.count <= most && rules.reduce(0) { $0 + $1.byteCount } <= mostBytes
    }

    /// Returns the rules that may affect a request for the operation; `nil` if there are none.
    package func candidates(for operation: Operation) -> RuleCandidates? {
        state.withLock { $0.index[operation] }.map { RuleCandidates(entries: $0) }
    }

    /// Returns the rule that takes effect on a request, and counts the request.
    ///
    /// - Parameter checks: the log that notes the rules without effect.
    /// - Throws: `StoreError` if the store in which nodes count together, or one that knows a fact, can't be used.
    package func take(
        _ candidates: RuleCandidates, now: Timestamp, _ facts: some RuleFacts, _ checks: CheckLog? = nil
    ) throws -> TakenRule? {
        let shared = shared.withLock(\.self)
        var misses = RuleMisses(log: checks)
        defer { misses.finish() }
        for entry in candidates.entries {
            if let until = entry.rule.until, now >= until {
                misses.note(entry.rule, .over)
                continue
            }
            guard try entry.rule.match.isMet(by: facts) else {
                misses.note(entry.rule, .notMatched)
                continue
            }
            let (takesEffect, wasSpent, chance) = try entry.count(in: shared)
            if takesEffect {
                return TakenRule(entry.rule, chance: chance) { try entry.uncount(in: shared) }
            }
            misses.note(entry.rule, wasSpent ? .usedUp : .otherRequest)
        }
        return nil
    }

    /// Adds a rule after the others.
    ///
    /// - Parameter others: rules that will be added later, whose names aren't given to the rule.
    private static func append(
        _ rule: Rule, isConfigured: Bool, now: Timestamp?, besides others: [RuleEntry] = [], to state: inout State
    ) -> RuleEntry? {
        while !state.hasRoom(for: rule.byteCount) {
            guard let spent = state.entries.firstIndex(where: \.isSpent) else { return nil }
            state.entries.remove(at: spent)
        }
        state.lastNumber += 1
        var rule = rule
        if rule.id.isEmpty {
            var number = state.lastNumber
            while (state.entries + others).contains(where: { $0.rule.id == "rule-\(number)" }) { number += 1 }
            rule.id = "rule-\(number)"
        }
        let entry = RuleEntry(rule, number: state.lastNumber, isConfigured: isConfigured, added: now)
        state.entries.append(entry)
        return entry
    }

    /// Changes the list of rules and updates the index.
    private func change<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
        withoutActuallyEscaping(change) { change in
            state.withLock { state in
                let before = state.entries
                let result = change(&state)
                Self.updateIndex(of: &state, before: before)
                isInForce.store(!state.index.isEmpty, ordering: .releasing)
                return result
            }
        }
    }

    private static func updateIndex(of state: inout State, before: [RuleEntry]) {
        // Most changes only append rules, and then only the new rules' operations need work.
        let isAddition =
            state.entries.count > before.count && zip(state.entries, before).allSatisfy { $0 === $1 }
        if !isAddition { state.index = [:] }
        for entry in isAddition ? state.entries[before.count...] : state.entries[...] {
            for operation in entry.rule.operations {
                var line = state.index.removeValue(forKey: operation) ?? []
                let place = line.lastIndex { $0.rule.priority >= entry.rule.priority }.map { $0 + 1 } ?? 0
                line.insert(entry, at: place)
                state.index[operation] = line
            }
        }
    }
}

/// The rules that may affect a request, in the order in which they are tried.
package struct RuleCandidates: Sendable {
    let entries: [RuleEntry]

    /// Whether a rule asks for a fact that has to be read from the request's content or its tokens.
    package var readsContent: Bool { entries.contains { !$0.rule.match.facts.isEmpty } }
}

/// The rule that takes effect on a request.
package struct TakenRule: Sendable {
    package var rule: Rule
    /// A pseudorandom number for the action, the same in each run.
    package var chance: UInt64
    /// Takes back the counting of the request. Call it at most once, for a request on which the rule had no effect.
    package let uncount: @Sendable () throws -> Void

    package init(_ rule: Rule, chance: UInt64, uncount: @escaping @Sendable () throws -> Void = {}) {
        self.rule = rule
        self.chance = chance
        self.uncount = uncount
    }
}
