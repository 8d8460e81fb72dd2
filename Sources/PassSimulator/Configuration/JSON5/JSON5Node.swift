/// A JSON5 value and where it stands in its file.
///
/// Unlike `JSONValue` it keeps the order of an object's members, because pickers show MVPDs in the file's order, and the
/// place of everything, because a message about a setting should lead there.
package struct JSON5Node: Sendable, Hashable {
    package var value: Value
    /// `nil` for a value that doesn't come from a file.
    package var position: Position?

    package init(_ value: Value, at position: Position? = nil) {
        self.value = value
        self.position = position
    }

    package indirect enum Value: Sendable, Hashable {
        case null
        case flag(Bool)
        case integer(Int64)
        case number(Double)
        case text(String)
        case list([JSON5Node])
        /// Without two members of one name.
        case object([Member])
    }

    package struct Member: Sendable, Hashable {
        package var name: String
        package var node: JSON5Node
        /// Where the name stands.
        package var position: Position?

        package init(_ name: String, _ node: JSON5Node, at position: Position? = nil) {
            self.name = name
            self.node = node
            self.position = position
        }

        package init(_ name: String, _ value: Value) {
            self.init(name, JSON5Node(value))
        }
    }

    /// Both count from 1; columns count bytes.
    package struct Position: Sendable, Hashable {
        package var line: Int
        package var column: Int
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
