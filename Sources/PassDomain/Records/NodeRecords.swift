package import PassCore

/// The counters of one rule, to which all nodes of a shared store add.
package struct RuleCount: StoredRecord {
    package var key: ExactText
    package var matches: Int
    package var hits: Int
    /// The state of the rule's random number generator: the seed of the numbers that are still to come.
    package var random: UInt64

    package init(key: ExactText, matches: Int, hits: Int, random: UInt64) {
        self.key = key
        self.matches = matches
        self.hits = hits
        self.random = random
    }

    package static let kind = "ruleCounts"
    package var expires: Timestamp { .neverExpires }
    package var byteCount: Int { [key.string].heapBytes }

    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        key = try reader.read("key")
        matches = try reader.read("matches")
        hits = try reader.read("hits")
        let digits: String = try reader.read("random")
        random = UInt64(digits, radix: 16) ?? 0
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("key", key)
        writer.write("matches", matches)
        writer.write("hits", hits)
        writer.write("random", String(random, radix: 16))
    }
}

/// The request allowance of one client's address, which requests at all nodes of a shared store use up.
package struct AddressAllowance: StoredRecord {
    package var key: ExactText
    package var allowance: RequestAllowance

    package init(key: ExactText, _ allowance: RequestAllowance) {
        self.key = key
        self.allowance = allowance
    }

    package static let kind = "addressAllowances"
    package var expires: Timestamp { allowance.forgotten }
    package var byteCount: Int { [key.string].heapBytes }

    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        key = try reader.read("address")
        allowance = try reader.read("allowance")
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("address", key)
        writer.write("allowance", allowance)
    }
}

/// The time of the last request for a namespace at one node of a shared store, by the machine's clock.
package struct NodeActivity: StoredRecord {
    /// The name of the node.
    package var key: ExactText
    package var asked: Timestamp

    package init(key: ExactText, asked: Timestamp) {
        self.key = key
        self.asked = asked
    }

    package static let kind = "nodeActivities"
    package var expires: Timestamp { .neverExpires }
    package var byteCount: Int { [key.string].heapBytes }

    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        key = try reader.read("node")
        asked = try reader.read("askedMillis")
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("node", key)
        writer.write("askedMillis", asked)
    }
}

extension Timestamp {
    /// A time that no World reaches: the end of the year 9999.
    fileprivate static let neverExpires = Timestamp(milliseconds: 253_402_300_799_000)
}
