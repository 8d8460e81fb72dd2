package import PassCore
package import PassDomain
package import PassInstruments

/// The parts of a running simulator that a snapshot saves and restores.
package protocol SnapshotControl: Sendable {
    /// Returns hexadecimal digests of the keys that a namespace uses, by their names. Equal keys have equal digests.
    ///
    /// The digests of `token`, `device` and `saml` are those that `GET /_sim/keys` lists.
    func keyFingerprints(of name: NamespaceName) -> [ExactText: String]

    /// Returns all settings of a namespace as the text of a JSON object, in the form of a configuration file. The
    /// members are in the same order as in such a file.
    func settingsText(of name: NamespaceName) -> [UInt8]

    /// Returns the state with which a namespace began.
    func start(of name: NamespaceName) -> NamespaceStart

    /// Gives a namespace the state of a snapshot. Its journal and its keys stay.
    ///
    /// - Throws: `EntitlementFailure` for an error in the snapshot, with its place; `SnapshotOverflow` if the records
    ///   exceed a limit. In both cases nothing has changed.
    func restore(_ snapshot: NamespaceSnapshot, as name: NamespaceName) throws
}

/// The state of a namespace, read from a file. Its records aren't checked yet.
package struct NamespaceSnapshot: Sendable {
    package var clock: Clock
    /// Settings in the form of a configuration file. Each table in them replaces the whole table with which the
    /// simulator started.
    package var settings: String
    package var rules: [RuleSnapshot]
    /// The position of the seeded source of identifiers; `nil` if identifiers are random.
    package var identifiers: UInt64?
    /// The time at which a media token was last issued or presented.
    package var latestMediaToken: Timestamp?
    /// The throttle's remaining allowance for each client address.
    package var throttle: [ExactText: RequestAllowance]
    /// The records by their kinds.
    package var records: [ExactText: JSONValue]
    /// The parts of the start that the namespace depends on; `nil` in files, since only descriptions in stores have
    /// them.
    package var start: StartDescription?
    /// The part that only the nodes of a shared store read; `nil` in files.
    package var node: NodeDescription?

    /// The clock of a namespace.
    package struct Clock: Sendable, Hashable {
        package var now: Timestamp
        package var isFrozen: Bool
        package var scale: Double
        /// Whether the clock shows the machine's time, whatever `now` is.
        package var followsRealTime: Bool
    }
}

/// The parts of a simulator's start that a namespace depends on, and the namespace's own keys.
package struct StartDescription: Sendable, Hashable {
    /// The digest of the rules that the configuration had at the start.
    package var rules: String
    /// The settings of the start, in the form of a configuration file; `nil` for a namespace without settings of its
    /// own.
    package var settings: String?
    /// The namespace's own keys, sealed; `nil` if it has none.
    package var sealedKeys: String?

    package init(rules: String, settings: String?, sealedKeys: String?) {
        self.rules = rules
        self.settings = settings
        self.sealedKeys = sealedKeys
    }
}

/// The facts about a namespace that the nodes of a shared store tell each other in addition to its state.
package struct NodeDescription: Sendable, Hashable {
    /// A string that changes whenever the namespace begins again. When it changes, the other nodes empty their journals
    /// of the namespace.
    package var begun: String

    package init(begun: String) {
        self.begun = begun
    }
}

/// The state with which a namespace began, before its first exchange. It has no records.
package struct NamespaceStart: Sendable {
    /// All settings, as the text of a JSON object in the form of a configuration file.
    package var settings: [UInt8]
    package var rules: [RuleSnapshot]
    /// The position of the seeded source of identifiers; `nil` if identifiers are random.
    package var identifiers: UInt64?

    package init(settings: [UInt8], rules: [RuleSnapshot], identifiers: UInt64?) {
        self.settings = settings
        self.rules = rules
        self.identifiers = identifiers
    }
}
