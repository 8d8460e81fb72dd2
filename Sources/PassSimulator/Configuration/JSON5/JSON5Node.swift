/// A JSON5 value and where it stands in its file.
///
/// Unlike `JSONValue` it keeps the order of an object's members, because pickers show MVPDs in the file's order, and the
/// place of everything, because a message about a setting should lead there.
struct JSON5Node: Sendable, Hashable {
    var value: Value
    /// `nil` for a value that doesn't come from a file.
    var position: Position?

    init(_ value: Value, at position: Position? = nil) {
        self.value = value
        self.position = position
    }

    indirect enum Value: Sendable, Hashable {
        case null
        case flag(Bool)
        case integer(Int64)
        case number(Double)
        case text(String)
        case list([JSON5Node])
        /// Without two members of one name.
        case object([Member])
    }

    struct Member: Sendable, Hashable {
        var name: String
        var node: JSON5Node
        /// Where the name stands.
        var position: Position?

        init(_ name: String, _ node: JSON5Node, at position: Position? = nil) {
            self.name = name
            self.node = node
            self.position = position
        }

        init(_ name: String, _ value: Value) {
            self.init(name, JSON5Node(value))
        }
    }

    /// Both count from 1; columns count bytes.
    struct Position: Sendable, Hashable {
        var line: Int
        var column: Int
    }
}

extension JSON5Node {
    var members: [Member]? {
        if case .object(let members) = value { members } else { nil }
    }

    subscript(name: String) -> JSON5Node? {
        members?.first { $0.name == name }?.node
    }
}
