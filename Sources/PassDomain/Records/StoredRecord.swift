package import PassCore

/// Something that a World remembers until it expires or is removed.
package protocol StoredRecord: Sendable {
    /// The key compares texts by their bytes, so that no client finds another's record under a text that only looks the same.
    associatedtype Key: ByteComparable
    var key: Key { get }
    /// From this instant on the record is as good as gone.
    var expires: Timestamp { get }
    /// An estimate of the memory of its texts and lists; the record itself isn't counted.
    var byteCount: Int { get }
}
