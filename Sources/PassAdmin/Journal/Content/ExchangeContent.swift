import PassCore
import PassEndpointKit
import PassHTTP
import PassInstruments

/// The named values in a recorded request, decoded as the endpoints decode them.
struct ExchangeContent {
    let request: HTTPRequest
    /// The pairs of the query; empty if it can't be decoded.
    let query: [(name: String, value: String)]
    /// The pairs of a form in the body; empty if there is none or it can't be decoded.
    let form: [(name: String, value: String)]
    /// The body, if it is JSON.
    let json: JSONValue?
    /// The decoded parts of the path between its slashes.
    let segments: [String]

    init(_ request: HTTPRequest) {
        self.request = request
        query = request.query.flatMap { try? FormFields.parse($0).pairs } ?? []
        let first = request.body.first { $0 > 0x20 }
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        json = isJSON ? try? JSONValue.parse(request.body) : nil
        form = isJSON || first == nil ? [] : (try? FormFields.parse(Parameters.form(of: request)).pairs) ?? []
        segments = request.path.split(separator: "/").map { PercentEncoding.decode($0) ?? String($0) }
    }

    /// The cookies that the request carries.
    var cookies: [(name: String, value: String)] {
        request.fields.values(.cookie).flatMap { CookieHeader.parse($0) }
    }

    /// Returns the first value of a parameter, or of a member of a JSON object, with one of these names.
    func value(_ names: String...) -> String? {
        for name in names {
            if let value = all(name).first, !value.isEmpty { return value }
        }
        return nil
    }

    /// Returns all values of a parameter, and the strings in a member of a JSON object, with that name.
    func all(_ name: String) -> [String] {
        var values: [String] = []
        for pair in query where pair.name.hasSameBytes(as: name) { values.append(pair.value) }
        for pair in form where pair.name.hasSameBytes(as: name) { values.append(pair.value) }
        switch json?[name] {
        case .string(let text): values.append(text)
        case .array(let elements): values += elements.compactMap(\.stringValue)
        default: break
        }
        return values
    }

    /// Returns the path segment that follows the first segment of that name; `nil` if there is none.
    func segment(after name: String) -> String? {
        guard let index = segments.firstIndex(where: { $0.hasSameBytes(as: name) }), index + 1 < segments.count else {
            return nil
        }
        return segments[index + 1]
    }
}
