/// Any JSON value: request bodies and JWT claims.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([ExactText: JSONValue])

    package subscript(name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    package var stringValue: String? {
        if case .string(let text) = self { text } else { nil }
    }

    package var integerValue: Int64? {
        switch self {
        case .integer(let number): number
        case .number(let number): Int64(exactly: number)
        default: nil
        }
    }

    package var objectValue: [ExactText: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    package var arrayValue: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }
}

/// Text that is no JSON; the message names the place.
package struct JSONError: Error, Equatable, CustomStringConvertible {
    package var message: String
    package var description: String { message }
}

extension JSONValue {
    /// Reads one value, nested at most 64 levels deep, in time and memory proportional to the text.
    ///
    /// A number without fraction that `Int64` holds is an integer, however it is written. Of a repeated name the first value
    /// counts. A byte order mark before the text is passed over.
    ///
    /// - Throws: `JSONError` for text of another grammar (RFC 8259), invalid UTF-8, half a surrogate pair, deeper nesting, or a
    ///   number beyond `Double` or of more than 1,024 characters.
    package static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        try bytes.withUnsafeBufferPointer { (bytes) throws(JSONError) in
            var reader = JSONReader(bytes)
            return try reader.document()
        }
    }
}
