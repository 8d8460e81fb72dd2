package import PassCore
package import PassDomain
package import PassInstruments

/// The parts of a running simulator that snapshots are taken from and restored to.
package protocol SnapshotControl: Sendable {
    /// Hexadecimal digests of the installation's keys, by the keys' names; equal keys have equal digests.
    ///
    /// `token`, `device` and `saml` are those that `GET /_sim/keys` lists.
    var keyFingerprints: [ExactText: String] { get }

    /// Returns all settings of a namespace as the text of a JSON object in the form of a configuration file, with the
    /// members in their order.
    func settingsText(of name: NamespaceName) -> [UInt8]

    /// Gives a namespace the state of a snapshot. Its journal stays.
    ///
    /// - Throws: `EntitlementFailure` for a fault of the snapshot, which names its place; `SnapshotOverflow` for more
    ///   records than there is room for. Nothing has changed then.
    func restore(_ snapshot: NamespaceSnapshot, as name: NamespaceName) throws
}

/// The state of a namespace, read from a file. Its records aren't checked yet.
package struct NamespaceSnapshot: Sendable {
    package var clock: Clock
    /// Settings in the form of a configuration file. The tables that it has replace those of the start as a whole.
    package var settings: String
    package var rules: [RuleSnapshot]
    /// The position of the seeded source of identifiers; `nil` for unguessable identifiers.
    package var identifiers: UInt64?
    /// The latest instant at which media tokens were issued or presented.
    package var latestMediaToken: Timestamp?
    /// The requests that addresses may still make.
    package var throttle: [ExactText: RequestAllowance]
    /// The records by their kinds.
    package var records: [ExactText: JSONValue]

    /// The clock of a namespace.
    package struct Clock: Sendable, Hashable {
        package var now: Timestamp
        package var isFrozen: Bool
        package var scale: Double
        /// Whether the clock shows the machine's time, whatever `now` is.
        package var followsRealTime: Bool
    }
}
