import PassCore

/// The description of a simulator's namespace: its name, time and size.
public struct NamespaceDescription: Sendable, Hashable {
    /// The name, by which requests address the namespace.
    public let name: String
    /// The time of the namespace's clock, e.g. `2026-01-01T00:00:00.000Z`.
    public let now: String
    /// The number of sessions, codes, tokens and other records.
    public let records: Int
    /// The number of rules.
    public let rules: Int
    /// The number of recorded exchanges.
    public let exchanges: Int
    /// The time without requests after which the namespace is removed, in seconds; `nil` if it was created without one.
    public let idleSeconds: Int?
    /// The owner of the keys that sign the namespace's tokens.
    public let keys: NamespaceKeys

    init(_ answer: JSONValue) {
        name = answer["name"]?.stringValue ?? ""
        now = answer["now"]?.stringValue ?? ""
        records = answer.count("records")
        rules = answer.count("rules")
        exchanges = answer.count("exchanges")
        keys = answer["keys"]?.stringValue.flatMap(NamespaceKeys.init) ?? .shared
        idleSeconds = answer["idleSeconds"]?.integerValue.map { Int($0) }
    }
}

/// A namespace to which the state of a snapshot has been restored.
public struct RestoredNamespace: Sendable, Hashable {
    /// The namespace with its new state.
    public let namespace: NamespaceDescription
    /// The names of the namespace's keys that differ from the snapshot's. Tokens that were made with the snapshot's
    /// keys of these names aren't accepted.
    public let otherKeys: [String]

    init(_ answer: JSONValue) {
        namespace = NamespaceDescription(answer)
        otherKeys = answer.elements("otherKeys").compactMap(\.stringValue)
    }
}

/// The owner of the keys that sign and seal what a namespace issues: tokens, device identifiers, SAML messages.
public enum NamespaceKeys: String, Sendable, Hashable {
    /// The simulator's, so that a token is valid in each namespace that shares them.
    case shared
    /// The namespace's own, so that its tokens are valid in no other namespace.
    case own
}

/// The state with which a namespace begins.
public enum NamespaceStart: Sendable, Hashable {
    /// The simulator's own configuration, without sessions, rules or exchanges.
    case startUp
    /// Settings as in a configuration file (JSON5), which override the simulator's own.
    case configuration(String)
    /// A copy of a namespace: its settings, clock, records and rules, but not its journal.
    case copy(of: String)
}
