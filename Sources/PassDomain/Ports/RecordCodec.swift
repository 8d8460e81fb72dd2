package import PassCore

/// The form in which engines store a record outside memory: a byte with the version of the form, then JSON.
///
/// Snapshots use the same JSON, so an engine's record can go into a snapshot and back. A newer version of the simulator
/// may have written members that this version doesn't know. This version keeps them when it changes the record.
package enum RecordCodec {
    /// The version that is written.
    package static let version: UInt8 = 1

    /// Returns the bytes of a record.
    ///
    /// - Parameter former: the stored record that this one replaces, whose unknown members are kept.
    package static func encode<Record: StoredRecord>(
        _ record: Record, keepingUnknownOf former: StoredForm<Record>? = nil
    ) -> [UInt8] {
        var json = record.json
        if let former, let stored = former.newerForm { json = json.completed(from: stored, known: former.record.json) }
        return [version] + JSONWriter.bytes(of: json)
    }

    /// Reads a record.
    ///
    /// - Throws: `StoreError`, with the code `newer` for another version of the form, and with the code `damaged` for
    ///   anything else that isn't a record. A record with a value that this version doesn't know also counts as
    ///   `damaged`.
    package static func decode<Record: StoredRecord>(
        _ bytes: [UInt8], as kind: Record.Type
    ) throws(StoreError) -> StoredForm<Record> {
        guard let first = bytes.first else { throw damaged(kind, "it is empty") }
        guard first == version else {
            throw StoreError(
                .newer,
                "A record of the kind \(Record.kind) has format \(first); this version of pass-simulator "
                    + "knows only format \(version).")
        }
        let json: JSONValue
        do {
            json = try JSONValue.parse(Array(bytes.dropFirst()))
        } catch {
            throw damaged(kind, error.message)
        }
        do {
            return StoredForm(record: try Record.read(json, at: Record.kind), newerForm: nil)
        } catch {
            // Most records have no unknown members, so only a second attempt ignores them.
            guard let record = SnapshotReader.ignoringUnknown({ try? Record.read(json, at: Record.kind) }) else {
                throw damaged(kind, "\(error)")
            }
            return StoredForm(record: record, newerForm: json)
        }
    }

    /// Whether the bytes have the form of a record of any kind.
    package static func isWellFormed(_ bytes: [UInt8]) -> Bool {
        bytes.first == version && (try? JSONValue.parse(Array(bytes.dropFirst())))?.objectValue != nil
    }

    private static func damaged<Record: StoredRecord>(_: Record.Type, _ reason: String) -> StoreError {
        StoreError(.damaged, "A record of the kind \(Record.kind) can't be read: \(reason).")
    }

    /// Returns the text by which engines find a record: a key that is text stays as it is, any other becomes JSON.
    package static func text(of key: some SnapshotField) -> ExactText {
        let json = key.json
        if case .string(let text) = json { return ExactText(text) }
        return ExactText(String(decoding: JSONWriter.bytes(of: json), as: UTF8.self))
    }

    /// Returns the bytes of a key's text.
    package static func encode(key: some SnapshotField) -> [UInt8] { Array(text(of: key).string.utf8) }
}

/// A record that an engine has returned.
package struct StoredForm<Record: StoredRecord>: Sendable {
    package var record: Record
    /// The stored JSON, if it has members that this version doesn't know; otherwise `nil`.
    let newerForm: JSONValue?

    init(record: Record, newerForm: JSONValue?) {
        self.record = record
        self.newerForm = newerForm
    }

    /// Creates the form in which this version stores a new record.
    package init(_ record: Record) {
        self.init(record: record, newerForm: nil)
    }

    /// Whether the stored record has members that this version doesn't know.
    package var hasUnknownMembers: Bool { newerForm != nil }
}

extension JSONValue {
    /// Returns this value, with the members of the stored form that this version didn't know when it read that form.
    ///
    /// - Parameter known: the part of the stored form that this version knew. Where this value equals it, the stored
    ///   form stays as it is.
    fileprivate func completed(from stored: JSONValue, known: JSONValue) -> JSONValue {
        if self == known { return stored }
        switch (self, stored, known) {
        case (.object(var members), .object(let storedMembers), .object(let knownMembers)):
            for (name, value) in storedMembers {
                if let before = knownMembers[name] {
                    if let now = members[name] { members[name] = now.completed(from: value, known: before) }
                } else if members[name] == nil {
                    members[name] = value
                }
            }
            return .object(members)
        case (.array(let elements), .array(let storedElements), .array(let knownElements))
        where storedElements.count == knownElements.count:
            return .array(
                elements.enumerated().map { index, element in
                    if let same = knownElements.firstIndex(of: element) { return storedElements[same] }
                    guard elements.count == knownElements.count else { return element }
                    return element.completed(from: storedElements[index], known: knownElements[index])
                })
        default: return self
        }
    }
}
