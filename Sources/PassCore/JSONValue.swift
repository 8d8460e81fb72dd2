import FoundationEssentials

/// Any JSON value, read with Foundation's parser: request bodies and JWT claims.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

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

    package var objectValue: [String: JSONValue]? {
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
    /// Reads one value, nested at most 64 levels deep.
    ///
    /// - Throws: `JSONError` for text of another grammar, invalid UTF-8, deeper nesting, or a number beyond `Double`.
    package static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        guard depth(bytes) <= 64 else { throw JSONError(message: "nested deeper than 64 levels") }
        do {
            return try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
        } catch DecodingError.dataCorrupted(let context) {
            let reason = context.underlyingError.map { "\($0)" } ?? context.debugDescription
            throw JSONError(message: reason)
        } catch {
            throw JSONError(message: "\(error)")
        }
    }

    /// How deep the text is nested, as far as it is JSON, so that the recursive parser can't be driven deep.
    private static func depth(_ bytes: [UInt8]) -> Int {
        var depth = 0
        var deepest = 0
        var isInString = false
        var isEscaped = false
        for byte in bytes {
            if isInString {
                // Brackets in strings don't count: closing ones would hide as many real ones.
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
        }
        return deepest
    }
}

extension JSONValue: Decodable {
    package init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: Name.self) {
            var members: [String: JSONValue] = [:]
            for key in container.allKeys {
                members[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
            }
            self = .object(members)
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
            self = .array(elements)
        } else {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let flag = try? container.decode(Bool.self) {
                self = .bool(flag)
            } else if let text = try? container.decode(String.self) {
                self = .string(text)
            } else if let number = try? container.decode(Int64.self) {
                self = .integer(number)
            } else {
                self = .number(try container.decode(Double.self))
            }
        }
    }

    private struct Name: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
