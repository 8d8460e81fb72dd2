/// A JSON5 value and its place in its file.
///
/// Unlike `JSONValue`, a node keeps the order of an object's members, because pickers show MVPDs in the file's order.
/// Each node also keeps its place in the text, so that a message about a setting can point there.
package struct JSON5Node: Sendable, Hashable {
    package var value: Value
    /// The place of the value; `nil` for a value that doesn't come from a file.
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
        /// The members of an object, no two of which have the same name.
        case object([Member])
    }

    package struct Member: Sendable, Hashable {
        package var name: String
        package var node: JSON5Node
        /// The place of the name.
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

    /// A place in a text; line and column count from 1, and columns count bytes.
    package struct Position: Sendable, Hashable, Comparable {
        package var line: Int
        package var column: Int

        package static func < (left: Position, right: Position) -> Bool {
            (left.line, left.column) < (right.line, right.column)
        }
    }
}

extension JSON5Node {
    /// The members of an object; `nil` for other values.
    var members: [Member]? {
        if case .object(let members) = value { members } else { nil }
    }

    /// The value of an object's member; `nil` when there is none of that name.
    subscript(name: String) -> JSON5Node? {
        members?.first { $0.name == name }?.node
    }
}
