internal import PassCore

extension EntitlementValue {
    /// Reads JSON of at most one megabyte, nested at most 64 levels deep; `nil` for anything else.
    package init?(json bytes: [UInt8]) {
        guard bytes.count <= 1 << 20, let value = try? JSONValue.parse(bytes) else { return nil }
        self.init(value)
    }

    /// The value as JSON text on one line, with the names in objects sorted.
    package var json: String { String(decoding: JSONWriter.bytes(of: jsonValue), as: UTF8.self) }

    /// The member with that name; `nil` when there is none or the value isn't an object.
    subscript(name: String) -> EntitlementValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    private init(_ value: JSONValue) {
        switch value {
        case .null: self = .null
        case .bool(let flag): self = .bool(flag)
        case .integer(let number): self = .integer(number)
        case .number(let number): self = .number(number)
        case .string(let text): self = .string(text)
        case .array(let elements): self = .array(elements.map { EntitlementValue($0) })
        case .object(let members):
            self = .object(Dictionary(members.map { ($0.string, EntitlementValue($1)) }) { first, _ in first })
        }
    }

    private var jsonValue: JSONValue {
        switch self {
        case .null: .null
        case .bool(let flag): .bool(flag)
        case .integer(let number): .integer(number)
        case .number(let number): .number(number)
        case .string(let text): .string(text)
        case .array(let elements): .array(elements.map(\.jsonValue))
        case .object(let members):
            .object(Dictionary(uniqueKeysWithValues: members.map { (ExactText($0), $1.jsonValue) }))
        }
    }
}
