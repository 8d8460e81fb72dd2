/// One record on its medium, and in memory while the medium fails.
final class StoredMedium<Record: StoredRecord> {
    private enum Held {
        /// To be stored as soon as the medium takes it.
        case unwritten(Record)
        /// Changed while what is stored could not be read, so that nothing must be written over it.
        case unread(Record)
    }

    private let storage: any TokenStorage
    private var held: Held?

    init(_ storage: any TokenStorage) { self.storage = storage }

    /// Runs `body` once, with what is stored and what is wrong with it; stores what it changes.
    ///
    /// A `body` that takes the damage away says that nothing of what was stored is to stay.
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
        held = isToBeWritten || damage == nil ? .unwritten(record) : .unread(record)
        return value
    }

    /// Whether the medium can be read and written, by writing what is there with a blank behind it, which means the same.
    ///
    /// - Returns: why it can't.
    func probe() -> String? {
        do {
            let stored = try storage.access { bytes in
                let stored = bytes
                bytes = (stored ?? Array("{}".utf8)) + [0x20]
                return stored
            }
            try storage.access { bytes in
                // Another app may have written since.
                if bytes == (stored ?? Array("{}".utf8)) + [0x20] { bytes = stored }
            }
            return nil
        } catch {
            return "\(error)"
        }
    }
}
