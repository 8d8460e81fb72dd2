import PassCore

extension JSONValue {
    /// The value as a number; `nil` for other values.
    var doubleValue: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }

    /// Returns a member that is a count; 0 if it is absent.
    func count(_ name: String) -> Int { Int(clamping: self[name]?.integerValue ?? 0) }

    /// Returns the elements of a member that is a list; none if it is absent.
    func elements(_ name: String) -> [JSONValue] { self[name]?.arrayValue ?? [] }

    /// The value as JSON text, with the names in its objects sorted.
    var text: String { String(decoding: JSONWriter.bytes(of: self), as: UTF8.self) }

    /// A string, number or Boolean value as plain text; `nil` for other values.
    var plainText: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .number(let number): String(number)
        case .bool(let flag): flag ? "true" : "false"
        case .null, .array, .object: nil
        }
    }
}
