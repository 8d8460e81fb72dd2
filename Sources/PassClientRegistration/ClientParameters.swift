import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// The inputs of a registration call from its query, form and JSON body together; each may be given once.
///
/// A repeated parameter is an error even with the same value. Other families are less strict, but here the error is
/// documented (RFC 6749, section 3.2).
struct ClientParameters {
    private let fields: Parameters
    private let members: [ExactText: JSONValue]

    /// Collects the inputs of a call.
    ///
    /// A body is read as JSON if its content type says so, or if it begins like a JSON object: some clients send JSON
    /// with the content type of a form.
    ///
    /// - Throws: `.malformedParameter` when such a body isn't a JSON object with distinct names.
    init(_ exchange: Exchange) throws(EntitlementFailure) {
        fields = exchange.parameters
        let body = exchange.request.body
        let firstByte = body.first { $0 > 0x20 }
        let type = exchange.header(.contentType)?.asciiLowercased ?? ""
        guard let firstByte, type.hasPrefix("application/json") || firstByte == UInt8(ascii: "{") else {
            members = [:]
            return
        }
        guard let object = JSONValue.unambiguousObject(body) else {
            throw .malformedParameter("body", reason: "isn't a JSON object with distinct names")
        }
        members = object
    }

    /// Returns a parameter's value; `nil` when it is absent, empty or JSON's `null`.
    ///
    /// - Parameter longest: the maximum length in bytes of UTF-8.
    /// - Throws: `.malformedParameter` when the parameter is given twice, isn't text, is too long or holds a control
    ///   character.
    func optional(_ name: String, longest: Int = .max) throws(EntitlementFailure) -> String? {
        var values = fields.all(name)
        switch members[name] {
        case nil, .null: break
        case .string(let text): values.append(text)
        default: throw .malformedParameter(name, reason: "isn't text")
        }
        guard values.count <= 1 else { throw .malformedParameter(name, reason: "is given twice") }
        guard let value = values.first, !value.isEmpty else { return nil }
        guard value.utf8.count <= longest else {
            throw .malformedParameter(name, reason: "is longer than \(longest) bytes")
        }
        guard !value.hasControlCharacters else {
            throw .malformedParameter(name, reason: "contains a control character")
        }
        return value
    }

    /// Returns the value of a parameter that must be present and not empty.
    ///
    /// - Throws: `.missingParameter`; `.malformedParameter` as `optional(_:longest:)` does.
    func required(_ name: String, longest: Int = .max) throws(EntitlementFailure) -> String {
        guard let value = try optional(name, longest: longest) else { throw .missingParameter(name) }
        return value
    }
}
