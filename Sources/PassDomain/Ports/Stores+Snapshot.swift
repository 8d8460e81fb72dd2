package import PassCore

/// The records of a World in a snapshot: an object with an array for each kind that has records.
extension Stores {
    /// The earliest time, at which no record has expired yet.
    private static let earliest = Timestamp(milliseconds: .min)

    /// Writes all records, including expired ones that haven't been swept yet, because a clock that is set back makes
    /// them visible again. The same records always give the same text.
    ///
    /// - Parameter limit: the maximum number of bytes; the records beyond it are left out.
    /// - Returns: whether everything was written.
    package func write(to writer: inout JSONWriter, atMost limit: Int) throws -> Bool {
        var left = limit
        for store in all where left >= 0 { try Self.write(store, to: &writer, left: &left) }
        return left >= 0
    }

    private static func write<Store: RecordStore>(
        _ store: Store, to writer: inout JSONWriter, left: inout Int
    ) throws {
        var texts: [[UInt8]] = []
        for record in try store.records(now: earliest) where left >= 0 {
            let text = JSONWriter.bytes(of: record.json)
            left -= text.count + 1
            texts.append(text)
        }
        if texts.isEmpty { return }
        texts.sort { $0.lexicographicallyPrecedes($1) }
        writer.memberArray(.text(Store.Record.kind)) { list in
            for text in texts { list.element(text: text) }
        }
    }

    /// Adds the records of a snapshot to these stores, which must be empty.
    ///
    /// - Parameter place: the place of the records in the snapshot.
    /// - Throws: `EntitlementFailure.malformedParameter` or `EntitlementFailure.missingParameter`, which name the place
    ///   of the error; `SnapshotOverflow` for more records than the stores can hold. After an error the stores hold
    ///   some of the records.
    package func restore(_ records: [ExactText: JSONValue], at place: String) throws {
        let kinds = all.map { Self.kind(of: $0) }
        let unknown = records.keys.map(\.string).filter { !kinds.containsBytes(of: $0) }
        if let name = unknown.min() {
            throw EntitlementFailure.malformedParameter(
                "\(place).\(SnapshotReader.shown(name))", reason: "is unknown" + NearestName.hint(name, among: kinds))
        }
        for (kind, store) in zip(kinds, all) {
            if let list = records[kind] { try Self.restore(list, to: store, at: "\(place).\(kind)") }
        }
    }

    private static func kind<Store: RecordStore>(of store: Store) -> String { Store.Record.kind }

    private static func restore<Store: RecordStore>(_ list: JSONValue, to store: Store, at place: String) throws {
        guard let list = list.arrayValue else {
            throw EntitlementFailure.malformedParameter(place, reason: "isn't a list")
        }
        for (index, json) in list.enumerated() {
            let record = try Store.Record.read(json, at: "\(place)[\(index)]")
            let isNew: Bool
            do {
                isNew = try store.insert(record, now: earliest)
            } catch EntitlementFailure.storeFull {
                throw SnapshotOverflow(place: "\(place)[\(index)]")
            }
            if !isNew {
                throw EntitlementFailure.malformedParameter(
                    "\(place)[\(index)]", reason: "has the same key as an earlier element")
            }
        }
    }
}

/// The refusal of a snapshot with more records than a namespace can hold.
package struct SnapshotOverflow: Error, Hashable {
    /// The place of the first record for which there is no room, e.g. `records.sessions[1000]`.
    package var place: String
}
