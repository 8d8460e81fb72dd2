/// A JSON value, such as a request body or the claims of a JWT.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([ExactText: JSONValue])

    /// The member of that name; `nil` if there is none or the value isn't an object.
    package subscript(name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    package var stringValue: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The value as an integer; `nil` if it isn't a number or doesn't fit `Int64` exactly.
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

/// The error for text that isn't JSON; the message names the place, except when the text is nested too deeply.
package struct JSONError: Error, Equatable, CustomStringConvertible {
    /// The description of the error, in most cases with the byte at which it is.
    package var message: String
    package var description: String { message }
}
