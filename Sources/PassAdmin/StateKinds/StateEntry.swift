import PassCore
import PassCrypto

/// A requestor, session, token and so on, as the operations on state show it.
struct StateEntry: Sendable {
    /// The identifier by which the entry is changed and removed.
    let id: String
    private(set) var members: [(name: String, value: JSONValue)] = []

    init(_ id: String) {
        self.id = id
    }

    mutating func add(_ name: String, _ value: JSONValue) { members.append((name, value)) }

    /// Adds a string; for `nil`, adds no member.
    mutating func add(_ name: String, _ text: String?) {
        if let text { add(name, .string(text)) }
    }

    mutating func add(_ name: String, _ time: Timestamp) {
        add(name, .string(CivilTime.isoDateWithMilliseconds(time)))
    }

    mutating func add(_ name: String, _ flag: Bool) { add(name, .bool(flag)) }

    mutating func add(_ name: String, _ texts: [String]) { add(name, .array(texts.map(JSONValue.string))) }

    /// Whether the entry has, for each filter, a member with that name and text.
    func matches(_ filters: [(name: String, text: String)]) -> Bool {
        filters.allSatisfy { filter in
            members.contains { $0.name == filter.name && $0.value == .string(filter.text) }
        }
    }

    /// Writes the members, `id` first.
    func write(to writer: inout JSONWriter) {
        writer.member("id", id)
        for member in members { writer.member(.text(member.name), member.value) }
    }

    /// Returns an identifier for a combination of strings: 32 hexadecimal digits of their digest.
    static func id(of texts: String...) -> String {
        let bytes = texts.flatMap { Array("\($0.utf8.count):\($0)".utf8) }
        return Hex.encode(Digest.sha256(bytes).prefix(16))
    }
}
