package import PassCore

/// A store in which a World keeps one kind of record.
///
/// Every operation is atomic. An expired record counts as absent, and an implementation may discard it at any time
/// after its expiry. `now` is the World's time. A store is full when it holds its maximum number of records or of
/// bytes. A `change` must affect nothing but its record, because an engine that several processes share calls it again
/// if another process has changed the record in the meantime.
package protocol RecordStore<Record>: Sendable {
    associatedtype Record: StoredRecord

    /// Stores the record unless an unexpired record with the same key exists.
    ///
    /// - Returns: whether the record was stored.
    /// - Throws: `EntitlementFailure.storeFull` when the store is full.
    func insert(_ record: Record, now: Timestamp) throws -> Bool

    /// Stores the record and replaces any record with the same key.
    ///
    /// - Throws: `EntitlementFailure.storeFull` when the store has no room for the bytes by which the record exceeds
    ///   the replaced one.
    func put(_ record: Record, now: Timestamp) throws

    /// Returns the record with that key; `nil` when there is none or it has expired.
    func find(_ key: Record.Key, now: Timestamp) throws -> Record?

    /// Changes the record with that key in place, including its expiry if need be. The record stays as it was when
    /// `change` throws or the store is full.
    ///
    /// - Returns: the result of `change`, or `nil` when there is no such record.
    /// - Throws: the error of `change`; `EntitlementFailure.storeFull` when the store has no room for the record's
    ///   growth.
    func update<Result>(
        _ key: Record.Key, now: Timestamp, _ change: (inout Record) throws -> Result
    ) throws -> Result?

    /// Stores `first` if no unexpired record has its key; otherwise changes the existing record in place.
    ///
    /// The existing record stays as it was when `change` throws.
    ///
    /// - Returns: the result of `change`, or `nil` when `first` was stored.
    /// - Throws: the error of `change`; `EntitlementFailure.storeFull` when the store has no room for the additional
    ///   bytes.
    @discardableResult
    func upsert<Result>(
        _ first: Record, now: Timestamp, _ change: (inout Record) throws -> Result
    ) throws -> Result?

    /// Removes the record with that key and returns it; returns `nil` when there is none or it has expired.
    @discardableResult
    func remove(_ key: Record.Key, now: Timestamp) throws -> Record?

    /// Removes every record that `matches`. The cost grows with the number of records.
    func removeAll(now: Timestamp, where matches: (Record) -> Bool) throws

    /// Returns the unexpired records, in no particular order. The cost grows with the number of records.
    func records(now: Timestamp) throws -> [Record]

    /// Removes all expired records and frees their memory.
    func sweep(now: Timestamp) throws

    /// The number of records held, including expired ones that haven't been swept yet.
    var count: Int { get throws }
}
