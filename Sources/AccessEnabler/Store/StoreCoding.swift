import PassCore

/// A record that is stored as JSON on one line, with its members and names always in the same order.
///
/// Reading fails if a known member has a different form from the one that is written. Unknown members are ignored. The
/// text of a token isn't checked here: a token that can't be read is treated as invalid later.
protocol StoredRecord: Equatable {
    /// Creates an empty record.
    init()
    init(_ json: JSONValue) throws(StoreContentError)
    func write(to writer: inout JSONWriter)
    /// Adds the changes that an app made to an empty record while this one couldn't be read.
    ///
    /// The changes are newer than this record, so they take precedence.
    mutating func merge(_ changes: Self)
}

/// An error for stored data that isn't in the form that the SDK writes.
struct StoreContentError: Error {}

extension StoredRecord {
    /// The largest record that is read, in bytes; real stores are far smaller.
    private static var largest: Int { 16 << 20 }

    /// Reads a record from JSON.
    ///
    /// - Throws: `StoreContentError` for bytes that aren't such a record.
    init(bytes: [UInt8]) throws(StoreContentError) {
        guard bytes.count <= Self.largest, let json = try? JSONValue.parse(bytes) else { throw StoreContentError() }
        try self.init(json)
    }

    /// The record as JSON; `nil` when it is empty, so that nothing is stored.
    var bytes: [UInt8]? {
        self == Self() ? nil : JSONWriter.object { write(to: &$0) }
    }
}

/// The accessors with which records are read; they throw for a member of the wrong type.
extension JSONValue {
    var members: [ExactText: JSONValue] {
        get throws(StoreContentError) {
            guard let objectValue else { throw StoreContentError() }
            return objectValue
        }
    }

    var textValue: String {
        get throws(StoreContentError) {
            guard let stringValue else { throw StoreContentError() }
            return stringValue
        }
    }

    /// Returns the string of a member; `nil` when the member is missing.
    func text(_ name: String) throws(StoreContentError) -> String? {
        guard let member = self[name] else { return nil }
        return try member.textValue
    }

    /// Returns the flag of a member; `false` when the member is missing.
    func flag(_ name: String) throws(StoreContentError) -> Bool {
        switch self[name] {
        case nil: return false
        case .bool(let flag): return flag
        default: throw StoreContentError()
        }
    }

    /// Returns the strings of a list; throws when the member is missing.
    func texts(_ name: String) throws(StoreContentError) -> Set<String> {
        guard let elements = self[name]?.arrayValue else { throw StoreContentError() }
        var texts: Set<String> = []
        for element in elements { texts.insert(try element.textValue) }
        return texts
    }

    /// Returns the members of an object, each converted by `read`; empty if the object is missing.
    func map<Value>(
        _ name: String, _ read: (JSONValue) throws(StoreContentError) -> Value
    ) throws(StoreContentError) -> [String: Value] {
        guard let object = self[name] else { return [:] }
        var values: [String: Value] = [:]
        for (name, member) in try object.members { values[name.string] = try read(member) }
        return values
    }
}

extension JSONWriter {
    /// Writes an object with its members in the order of their names; writes nothing when there are none.
    mutating func member<Value>(
        _ name: Name, _ values: [String: Value], _ write: (inout JSONWriter, Value) -> Void
    ) {
        guard !values.isEmpty else { return }
        memberObject(name) { writer in
            for (name, value) in values.sorted(by: { $0.key < $1.key }) {
                writer.memberObject(.text(name)) { write(&$0, value) }
            }
        }
    }
}
