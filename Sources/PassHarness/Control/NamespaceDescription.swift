import PassCore

/// What a simulator knows of one of its namespaces.
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
    /// The time without requests after which the namespace is removed, in seconds; `nil` if it has none of its own.
    public let idleSeconds: Int?

    init(_ answer: JSONValue) {
        name = answer["name"]?.stringValue ?? ""
        now = answer["now"]?.stringValue ?? ""
        records = answer.count("records")
        rules = answer.count("rules")
        exchanges = answer.count("exchanges")
        idleSeconds = answer["idleSeconds"]?.integerValue.map { Int($0) }
    }
}

/// The state with which a namespace begins.
public enum NamespaceStart: Sendable, Hashable {
    /// The simulator's own configuration, without sessions, rules or exchanges.
    case startUp
    /// Settings as in a configuration file (JSON5), laid over the simulator's own.
    case configuration(String)
    /// A copy of a namespace: its settings, clock, records and rules, but not its journal.
    case copy(of: String)
}
