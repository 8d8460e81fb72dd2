package import PassCore
package import PassDomain
package import PassInstruments

/// The namespaces of a running simulator, and the changes that the control operations make to them.
///
/// A change applies to later requests; a request in flight keeps the state that it began with.
package protocol NamespaceControl: StateControl, SnapshotControl {
    /// Returns a summary of each namespace, in the order of their names.
    func summaries() throws -> [NamespaceSummary]

    /// Returns the summary of a namespace; `nil` if it doesn't exist.
    func summary(of name: NamespaceName) throws -> NamespaceSummary?

    /// Creates a namespace, or gives the existing namespace of that name a new state.
    ///
    /// - Parameter keys: the owner of the keys that the namespace uses. With `nil`, a copy uses the keys of the
    ///   namespace that it copies, and any other namespace the installation's. Making keys takes several tenths of a
    ///   second.
    /// - Returns: whether the namespace is new.
    /// - Throws: `EntitlementFailure.malformedParameter` for settings that can't be used or a namespace to copy that
    ///   doesn't exist; `EntitlementFailure.storeFull` when there are as many namespaces, or records, as there may be.
    func create(
        _ name: NamespaceName, _ origin: NamespaceOrigin, keys: NamespaceKeys?, idle: TimeToLive?
    ) throws -> Bool

    /// Removes a namespace, or empties the default one.
    ///
    /// - Returns: whether the namespace existed.
    /// - Throws: `StoreError`. In that case nothing has changed.
    func remove(_ name: NamespaceName) throws -> Bool

    /// Removes all namespaces and empties the default one.
    ///
    /// - Returns: the number of namespaces that were removed or emptied.
    /// - Throws: `StoreError`. In that case some namespaces may already have been removed.
    func removeAll() throws -> Int

    /// Gives a namespace its start-up World again, and removes its rules and its recorded exchanges. The namespace
    /// keeps its keys.
    ///
    /// - Throws: `StoreError`. In that case nothing has changed.
    func reset(_ name: NamespaceName) throws

    /// Changes a World's clock.
    func turnClock(of name: NamespaceName, _ turn: @Sendable (VirtualClock) -> Void)

    /// Returns the rules and the journal of a namespace. If the namespace has been removed in the meantime, it is
    /// created again.
    func instruments(of name: NamespaceName) -> Instruments
}

/// The initial state of a namespace.
package enum NamespaceOrigin: Sendable {
    /// The simulator's own configuration, without sessions, rules or exchanges.
    case startUp
    /// Settings in the form of a configuration file, which override the simulator's own.
    case settings(String)
    /// A copy of a namespace: its settings, clock, records and rules, but not its journal.
    case copy(of: NamespaceName)
}

/// The owner of the keys that sign and seal what a namespace issues.
package enum NamespaceKeys: String, Sendable, CaseIterable {
    /// The installation. A token of one namespace is valid in every other namespace that uses these keys.
    case shared
    /// The namespace itself. The keys exist only as long as it does.
    case own
}

/// The facts about a namespace that clients of the control API get.
package struct NamespaceSummary: Sendable {
    package var name: NamespaceName
    /// The World's time.
    package var now: Timestamp
    /// The number of sessions, codes, tokens and other records.
    package var records: Int
    package var rules: Int
    package var exchanges: Int
    /// The namespace's own time without requests after which it is removed, whatever it holds; `nil` if it has none.
    package var idle: TimeToLive?
    package var keys: NamespaceKeys

    package init(
        name: NamespaceName, now: Timestamp, records: Int, rules: Int, exchanges: Int, idle: TimeToLive? = nil,
        keys: NamespaceKeys = .shared
    ) {
        self.name = name
        self.now = now
        self.records = records
        self.rules = rules
        self.exchanges = exchanges
        self.idle = idle
        self.keys = keys
    }

    func write(to writer: inout JSONWriter) {
        writer.member("name", name.rawValue)
        writer.member("now", CivilTime.isoDateWithMilliseconds(now))
        writer.member("records", records)
        writer.member("rules", rules)
        writer.member("exchanges", exchanges)
        writer.member("keys", keys.rawValue)
        if let idle { writer.member("idleSeconds", idle.seconds) }
    }
}
