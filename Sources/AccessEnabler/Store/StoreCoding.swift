import PassCore

/// A record as bytes: JSON on one line, its members and names always in the same order.
///
/// Reading refuses what has another shape than what is written; members that nobody knows are read over. A token's text isn't
/// looked at: one that can't be read is one that doesn't count.
protocol StoredRecord: Equatable {
    /// With nothing in it.
    init()
    init(_ json: JSONValue) throws(StoreContentError)
    func write(to writer: inout JSONWriter)
}

/// What is stored isn't what the SDK writes.
struct StoreContentError: Error {}

extension StoredRecord {
    /// No store comes near this many bytes; a larger one isn't read.
    private static var largest: Int { 16 << 20 }

    /// - Throws: `StoreContentError` for anything that isn't such a record.
    init(bytes: [UInt8]) throws(StoreContentError) {
        guard bytes.count <= Self.largest, let json = try? JSONValue.parse(bytes) else { throw StoreContentError() }
        try self.init(json)
    }

    /// `nil` when there is nothing to store.
    var bytes: [UInt8]? {
        self == Self() ? nil : JSONWriter.object { write(to: &$0) }
    }
}

/// What the records are read with: a member of the wrong type is damage, a missing one is `nil`.
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

    func text(_ name: String) throws(StoreContentError) -> String? {
        guard let member = self[name] else { return nil }
        return try member.textValue
    }

    func flag(_ name: String) throws(StoreContentError) -> Bool {
        switch self[name] {
        case nil: return false
        case .bool(let flag): return flag
        default: throw StoreContentError()
        }
    }

    func texts(_ name: String) throws(StoreContentError) -> Set<String> {
        guard let elements = self[name]?.arrayValue else { throw StoreContentError() }
        var texts: Set<String> = []
        for element in elements { texts.insert(try element.textValue) }
        return texts
    }

    /// The members of an object, each read by `read`; none when there is no such object.
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
    /// An object with its members by name; nothing when there are none.
    mutating func member<Value>(
        _ name: String, _ values: [String: Value], _ write: (inout JSONWriter, Value) -> Void
    ) {
        guard !values.isEmpty else { return }
        memberObject(name) { writer in
            for (name, value) in values.sorted(by: { $0.key < $1.key }) {
                writer.memberObject(name) { write(&$0, value) }
            }
        }
    }
}
