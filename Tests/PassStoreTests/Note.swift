import PassCore
import PassDomain

/// A record for the tests of stores.
struct Note: StoredRecord, Equatable {
    var key: ExactText
    var text = ""
    var expires: Timestamp
    var byteCount: Int { text.utf8.count }

    static let kind = "notes"

    init(key: ExactText, text: String = "", expires: Timestamp) {
        self.key = key
        self.text = text
        self.expires = expires
    }

    init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        key = try reader.read("key")
        text = try reader.read("text")
        expires = try reader.read("expiresMillis")
    }

    func write(to writer: inout SnapshotWriter) {
        writer.write("key", key)
        writer.write("text", text)
        writer.write("expiresMillis", expires)
    }
}
