import PassCore
import PassDomain

/// The format of a snapshot file: its names, its version and its limits.
enum SnapshotDocument {
    static let format = "pass-simulator snapshot"
    static let version: Int64 = 1
    /// The maximum length of a snapshot, in bytes.
    static let longest = 67_108_864
    /// The maximum number of JSON values and names in a snapshot, which limits the memory that reading takes.
    static let mostParts = 8_000_000

    static let names = [
        "format", "version", "takenAt", "namespace", "clock", "keys", "configuration", "identifiers",
        "latestMediaTokenMillis", "rules", "throttle", "records", "start", "node",
    ]
    static let clockNames = ["now", "frozen", "scale", "followsRealTime"]
    static let startNames = ["rules", "configuration", "sealedKeys"]
    static let ruleNames = ["hits", "matches", "configured", "random", "counter"]
    static let nodeNames = ["begun"]

    /// Returns 64 bits as hexadecimal digits, since a JSON number can't hold that many bits exactly.
    static func text(of bits: UInt64) -> String {
        Hex.encode(stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bits >> UInt64($0)) })
    }

    /// Reads 64 bits from hexadecimal digits.
    static func bits(_ text: String) -> UInt64? {
        guard let bytes = Hex.decode(text), bytes.count == 8 else { return nil }
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
