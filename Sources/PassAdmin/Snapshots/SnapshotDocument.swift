import PassCore
import PassDomain

/// The form of a snapshot's file: its names, its version and its bounds.
enum SnapshotDocument {
    static let format = "pass-simulator snapshot"
    static let version: Int64 = 1
    /// The most bytes of a snapshot.
    static let longest = 67_108_864
    /// The most values and names of a snapshot, which bound the memory that reading it takes.
    static let mostParts = 8_000_000

    static let names = [
        "format", "version", "takenAt", "namespace", "clock", "keys", "configuration", "identifiers",
        "latestMediaTokenMillis", "rules", "throttle", "records",
    ]
    static let clockNames = ["now", "frozen", "scale", "followsRealTime"]
    static let ruleNames = ["hits", "matches", "configured", "random"]

    /// Returns 64 bits as hexadecimal digits: JSON's numbers have fewer.
    static func text(of bits: UInt64) -> String {
        Hex.encode(stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bits >> UInt64($0)) })
    }

    /// Reads 64 bits from hexadecimal digits.
    static func bits(_ text: String) -> UInt64? {
        guard let bytes = Hex.decode(text), bytes.count == 8 else { return nil }
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
