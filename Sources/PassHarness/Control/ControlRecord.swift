import PassCore

/// An object that the simulator describes. Its members depend on its kind, and later versions may add more.
public struct ControlRecord: Sendable, Hashable {
    let value: JSONValue

    init(_ value: JSONValue) {
        self.value = value
    }

    /// The identifier, by which the record can be changed and removed; empty if it has none.
    public var id: String { self["id"] ?? "" }

    /// The record as JSON text, with the names sorted.
    public var json: String { value.text }

    /// Returns a member that is a string, a number or a Boolean value, as text; `nil` for a member of another type or
    /// an absent one.
    public subscript(name: String) -> String? { value[name]?.plainText }

    /// The members that are strings, numbers or Boolean values, in the order of their names.
    public var members: [(name: String, value: String)] {
        let object = value.objectValue ?? [:]
        return object.keys.sorted().compactMap { name in object[name]?.plainText.map { (name.string, $0) } }
    }
}
