package import PassCore

/// Something that a World remembers until it expires or is removed.
package protocol StoredRecord: Sendable {
    associatedtype Key: Hashable & Sendable
    var key: Key { get }
    /// From this instant on the record is as good as gone.
    var expires: Timestamp { get }
}
