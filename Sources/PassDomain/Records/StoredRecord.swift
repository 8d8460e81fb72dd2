package import PassCore

/// A record that a World keeps until it expires or is removed.
package protocol StoredRecord: SnapshotValue {
    /// The type of the record's key.
    ///
    /// Keys compare texts by their bytes, so that a client can't reach another client's record with a text that only
    /// looks the same.
    associatedtype Key: ByteComparable, SnapshotField
    var key: Key { get }
    /// The instant from which the record counts as absent.
    var expires: Timestamp { get }
    /// An estimate of the memory that the record's texts and lists take; the record itself isn't counted.
    var byteCount: Int { get }
    /// The name of the record's kind in snapshots, unique among all kinds.
    static var kind: String { get }
}
