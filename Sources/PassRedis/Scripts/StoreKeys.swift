import PassDomain

/// The names of the keys in the database.
///
/// All keys of a namespace have its name in braces, so that a cluster keeps them on one server, where a script can
/// change several of them in one step. Keys that belong to no namespace have `.store` in braces, which can't be a
/// namespace's name.
///
/// - A namespace's hash has the identifier of its generation, its revision, and the description of its World.
/// - A generation's hash has the size of each kind's records in bytes. A reset gives the namespace another generation
///   in one step, even if requests still use the old one.
/// - Each kind of a generation has a hash with the records, and a sorted set with the times at which they expire.
enum StoreKeys {
    private static let prefix = "pass-simulator:"
    private static let common = prefix + "{.store}:"

    /// The version of the format (the names and values of the keys) that this version of the simulator writes.
    static let version = 1

    /// The version of the format in which the database is written.
    static let schema = common + "schema"
    /// The fingerprint of the keys with which all nodes sign.
    static let keys = common + "keys"
    /// The set of the namespaces' names.
    static let namespaces = common + "namespaces"
    /// The number of changes of namespaces and descriptions.
    static let revision = common + "revision"
    /// The turn to change descriptions, which one node has at a time.
    static let turn = common + "turn"
    /// The nodes, with the times at which they are forgotten.
    static let nodes = common + "nodes"
    /// A key that is written to find out whether the server takes changes.
    static let probe = common + "probe"

    static func world(_ name: NamespaceName) -> String { "\(prefix){\(name.rawValue)}" }
}
