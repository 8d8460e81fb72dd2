/// A record on its medium, kept in memory while the medium fails.
final class StoredMedium<Record: StoredRecord> {
    /// A record that is only in memory.
    private enum Held {
        /// A whole record, to be stored as soon as the medium can be written.
        case unwritten(Record)
        /// Changes made while the data on the medium can't be read. They are merged with that data as soon as it can be
        /// read.
        case unread(Record)
    }

    /// The largest record that is kept while the medium can't be read, in bytes; a change that exceeds this limit is
    /// dropped.
    private static var largestUnread: Int { 1 << 20 }

    private let storage: any TokenStorage
    private var held: Held?

    init(_ storage: any TokenStorage) { self.storage = storage }

    /// Runs `body` once with the stored record and its damage, and stores what it changes.
    ///
    /// If `body` sets the damage to `nil`, nothing of the damaged data is kept.
    func access<Value>(_ body: (inout Record, inout EntitlementStore.Damage?) -> Value) -> Value {
        var value: Value?
        var changed = Record()
        do {
            let result = try storage.access { bytes in
                var damage: EntitlementStore.Damage?
                var record = Record()
                var mustWrite = false
                if case .unwritten(let kept) = held {
                    record = kept
                    mustWrite = true
                } else if let bytes {
                    do { record = try Record(bytes: bytes) } catch { damage = .content }
                }
                if case .unread(let kept) = held, kept != Record() {
                    record.merge(kept)
                    mustWrite = true
                }
                let before = record
                let wasDamaged = damage != nil
                let result = body(&record, &damage)
                value = result
                changed = record
                if mustWrite || record != before || (wasDamaged && damage == nil) { bytes = record.bytes }
                return result
            }
            held = nil
            return result
        } catch {
            if let value {
                held = .unwritten(changed)
                return value
            }
            return runWithoutMedium("\(error)", body)
        }
    }

    /// Runs `body` once with the record in memory, because the medium failed for this reason.
    private func runWithoutMedium<Value>(
        _ reason: String, _ body: (inout Record, inout EntitlementStore.Damage?) -> Value
    ) -> Value {
        var record = Record()
        var isToBeWritten = false
        switch held {
        case .unwritten(let kept): (record, isToBeWritten) = (kept, true)
        case .unread(let kept): record = kept
        case nil: break
        }
        var damage: EntitlementStore.Damage? = .medium(reason)
        let value = body(&record, &damage)
        if isToBeWritten || damage == nil {
            held = .unwritten(record)
        } else if (record.bytes?.count ?? 0) <= Self.largestUnread {
            held = .unread(record)
        }
        return value
    }

    /// Returns the stored record; `nil` when it is empty or can't be read.
    func read() -> Record? {
        if case .unwritten(let record) = held { return record }
        return (try? storage.access { $0 }).flatMap { $0 }.flatMap { try? Record(bytes: $0) }
    }

    /// Stores the changes that an earlier access couldn't store.
    func writeHeld() {
        if case .unwritten = held { access { _, _ in } }
    }

    /// Tests whether the medium can be read and written, by appending a blank to its data and removing it again.
    ///
    /// The blank doesn't change what the data means.
    ///
    /// - Returns: the reason why the medium can't be read or written; `nil` when it can.
    func probe() -> String? {
        do {
            let stored = try storage.access { bytes in
                let stored = bytes
                bytes = (stored ?? Array("{}".utf8)) + [0x20]
                return stored
            }
            try storage.access { bytes in
                // Another app may have written in between; its data is left alone.
                if bytes == (stored ?? Array("{}".utf8)) + [0x20] { bytes = stored }
            }
            return nil
        } catch {
            return "\(error)"
        }
    }
}
