package import PassDomain
import PassHTTP

/// The named inputs of a request, from query and form body alike: clients mix them.
///
/// A parameter that was given twice with two values is malformed unless the operation asks for all its values. Control
/// characters are malformed everywhere; line breaks and tabs are allowed only where the operation says so.
package struct Parameters: Sendable {
    private var fields: [(name: String, value: String)]

    package init(_ fields: [(name: String, value: String)]) {
        self.fields = fields
    }

    /// Reads the query and, under a form content type or none, the body.
    ///
    /// A JSON document under a form content type is no error: some clients send `{}` (REST API v1, "Parameters").
    ///
    /// - Throws: `EntitlementFailure.malformedParameter` for a bad escape, invalid UTF-8 or more than 256 parameters.
    package init(query: Substring?, contentType: String?, body: [UInt8]) throws(EntitlementFailure) {
        fields = []
        do {
            if let query, !query.isEmpty { fields += try FormFields.parse(query).pairs }
            let type = contentType?.lowercased() ?? "application/x-www-form-urlencoded"
            let firstByte = body.first { $0 > 0x20 }
            if type.hasPrefix("application/x-www-form-urlencoded"), let firstByte, firstByte != UInt8(ascii: "{") {
                fields += try FormFields.parse(body).pairs
            }
        } catch {
            throw .malformedParameter("query", reason: error.description)
        }
        guard fields.count <= 256 else { throw .malformedParameter("query", reason: "more than 256 parameters") }
    }

    /// The value of a parameter that may be given once; `nil` when it is absent or empty.
    package func optional(_ name: String, allowsLineBreaks: Bool = false) throws(EntitlementFailure) -> String? {
        var found: String?
        for field in fields where field.name == name {
            if let found, found != field.value { throw .malformedParameter(name, reason: "given twice") }
            found = field.value
        }
        guard let found, !found.isEmpty else { return nil }
        for scalar in found.unicodeScalars {
            let isBreak = scalar == "\n" || scalar == "\r" || scalar == "\t"
            if scalar.value < 0x20 && !(isBreak && allowsLineBreaks) || scalar.value == 0x7F {
                throw .malformedParameter(name, reason: "holds a control character")
            }
        }
        return found
    }

    /// The value of a parameter that must be there.
    ///
    /// - Throws: `.missingParameter` when it is absent or empty, `.malformedParameter` as `optional` does.
    package func required(_ name: String, allowsLineBreaks: Bool = false) throws(EntitlementFailure) -> String {
        guard let value = try optional(name, allowsLineBreaks: allowsLineBreaks) else { throw .missingParameter(name) }
        return value
    }

    /// Every value of a parameter that may be repeated, in order.
    package func all(_ name: String) -> [String] {
        fields.filter { $0.name == name }.map(\.value)
    }
}
