/// A value of user metadata, an option or an argument: anything that JSON can express.
public enum EntitlementValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([EntitlementValue])
    case object([String: EntitlementValue])

    /// Converts a native value; returns `nil` for types that JSON can't express.
    ///
    /// A boxed number of Foundation (`NSNumber`) that is 0 or 1 can't be distinguished from a flag, and becomes a flag.
    public init?(_ native: Any) {
        switch native {
        case let value as EntitlementValue: self = value
        case let text as String: self = .string(text)
        case let number as any BinaryInteger:
            guard let number = Int64(exactly: number) else { return nil }
            self = .integer(number)
        case let flag as Bool: self = .bool(flag)
        case let number as Double: self = .number(number)
        case let number as any BinaryFloatingPoint: self = .number(Double(number))
        case let elements as [Any]:
            var values: [EntitlementValue] = []
            for element in elements {
                guard let value = EntitlementValue(element) else { return nil }
                values.append(value)
            }
            self = .array(values)
        case let members as [String: Any]:
            guard let values = EntitlementValue.object(of: members) else { return nil }
            self = .object(values)
        default: return nil
        }
    }

    static func object(of members: [String: Any]) -> [String: EntitlementValue]? {
        var values: [String: EntitlementValue] = [:]
        for (name, member) in members {
            guard let value = EntitlementValue(member) else { return nil }
            values[name] = value
        }
        return values
    }

    /// The value as a `String`, `Bool`, `Int64`, `Double`, `[Any]` or `[String: Any]`; `nil` for null.
    ///
    /// Nulls inside arrays and objects are left out.
    public var native: Any? {
        switch self {
        case .null: nil
        case .bool(let flag): flag
        case .integer(let number): number
        case .number(let number): number
        case .string(let text): text
        case .array(let elements): elements.compactMap(\.native)
        case .object(let members): members.compactMapValues(\.native)
        }
    }

    /// The text; `nil` for every other kind of value.
    public var stringValue: String? { if case .string(let text) = self { text } else { nil } }

    /// The value as a whole number, converted from text or from a number without a fraction if need be; `nil` if it
    /// isn't one.
    public var integerValue: Int64? {
        switch self {
        case .integer(let number): number
        case .number(let number): Int64(exactly: number)
        case .string(let text): Int64(text)
        default: nil
        }
    }

    /// The flag; `nil` for every other kind of value.
    public var boolValue: Bool? { if case .bool(let flag) = self { flag } else { nil } }
}

extension EntitlementValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    public init(stringLiteral text: String) { self = .string(text) }
    public init(integerLiteral number: Int64) { self = .integer(number) }
    public init(booleanLiteral flag: Bool) { self = .bool(flag) }
}

extension EntitlementValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    public init(arrayLiteral elements: EntitlementValue...) { self = .array(elements) }
    public init(dictionaryLiteral members: (String, EntitlementValue)...) {
        self = .object(Dictionary(members) { $1 })
    }
}
