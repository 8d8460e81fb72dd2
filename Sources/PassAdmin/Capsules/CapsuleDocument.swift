import PassCore

/// The format of a capsule: its names, its version and its limits.
///
/// A capsule is one JSON document, with a line of its own for each exchange and each step.
enum CapsuleDocument {
    static let format = "pass-simulator capsule"
    static let version: Int64 = 1
    /// The maximum length of a capsule, in bytes.
    static let longest = 67_108_864
    /// The maximum number of JSON values and names in a capsule, which limits the memory that reading takes.
    static let mostParts = 8_000_000
    /// The maximum length of a title, in Unicode scalars.
    static let longestTitle = 500

    static let names = [
        "format", "version", "title", "savedAt", "namespace", "secrets", "complete", "start", "state", "turns", "steps",
        "exchanges",
    ]
    static let stepNames = ["position", "time", "operation", "rules", "settings"]
    static let turnNames = ["position", "before", "after"]
    static let readingNames = ["now", "frozen", "scale"]
    /// The names of the members that an exchange has in addition to those of its line in an export.
    static let noteNames = ["explanation", "decoded"]
}
