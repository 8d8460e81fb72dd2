import PassCore
package import PassDomain
package import PassHTTP

/// The named inputs of a request, from query and form body alike: clients mix them.
///
/// A parameter that was given twice with two values is malformed unless the operation asks for all its values. Control
/// characters are malformed everywhere; line breaks and tabs are allowed only where the operation says so.
package struct Parameters: Sendable {
    private var fields: [(name: String, value: String)]

    package init(_ fields: [(name: String, value: String)]) {
        self.fields = fields
    }

    /// Reads the query and, under a form's content type or none, the body of a request.
    ///
    /// - Throws: as `init(query:form:)` does.
    package init(of request: HTTPRequest) throws(EntitlementFailure) {
        self = try request.withQuery { (query) throws(EntitlementFailure) in
            try Parameters(query: query, form: Self.form(of: request))
        }
    }

    /// The body, if its content type is a form's or is missing; else nothing.
    package static func form(of request: HTTPRequest) -> [UInt8] {
        let isForm = request.fields.withValue(.contentType) { $0.isEmpty || FormFields.isForm(contentType: $0) }
        return isForm ?? true ? request.body : []
    }

    /// Reads a query and a body that is a form.
    ///
    /// A JSON document in the form's place is no error: some clients send `{}` (REST API v1, "Parameters").
    ///
    /// - Throws: `EntitlementFailure.malformedParameter` for a bad escape, invalid UTF-8 or more than 256 parameters.
    package init(query: UnsafeBufferPointer<UInt8>?, form body: [UInt8]) throws(EntitlementFailure) {
        fields = []
        do {
            if let query, !query.isEmpty { fields = try FormFields.parse(query).pairs }
            if let first = body.first(where: { $0 > 0x20 }), first != UInt8(ascii: "{") {
                let form = try FormFields.parse(body).pairs
                if fields.isEmpty { fields = form } else { fields += form }
            }
        } catch {
            switch error {
            case .badEncoding(let name):
                throw .malformedParameter(Self.printable(name), reason: "has a broken percent escape or isn't UTF-8")
            case .tooManyPairs(let limit):
                throw .malformedParameter("query", reason: "holds more than \(limit) parameters")
            }
        }
        guard fields.count <= 256 else { throw .malformedParameter("query", reason: "holds more than 256 parameters") }
    }

    /// Which control characters a value may hold.
    package enum ControlCharacters: Sendable {
        case refused
        /// Tabs and line breaks, as in a document.
        case lineBreaks
        /// All of them, in values that are judged as a whole: a token with one in it is a tampered token.
        case any
    }

    /// The value of a parameter that may be given once; `nil` when it is absent or empty.
    ///
    /// - Parameter longest: how many bytes of UTF-8 it may have.
    /// - Throws: `.malformedParameter` when it was given twice with two values, is too long or holds a control character.
    package func optional(
        _ name: String, longest: Int = .max, controls: ControlCharacters = .refused
    ) throws(EntitlementFailure) -> String? {
        var found: String?
        // By index: a loop over the fields would count references to both texts of each.
        for index in fields.indices where fields[index].name.hasSameBytes(as: name) {
            let value = fields[index].value
            if let found, !found.hasSameBytes(as: value) { throw .malformedParameter(name, reason: "is given twice") }
            found = value
        }
        guard let found, !found.isEmpty else { return nil }
        guard found.utf8.count <= longest else {
            throw .malformedParameter(name, reason: "is longer than \(longest) bytes")
        }
        guard controls == .any || Self.isAllowed(found, controls) else {
            throw .malformedParameter(name, reason: "holds a control character")
        }
        return found
    }

    /// The value of a parameter that must be there.
    ///
    /// - Throws: `.missingParameter` when it is absent or empty, `.malformedParameter` as `optional` does.
    package func required(
        _ name: String, longest: Int = .max, controls: ControlCharacters = .refused
    ) throws(EntitlementFailure) -> String {
        guard let value = try optional(name, longest: longest, controls: controls) else {
            throw .missingParameter(name)
        }
        return value
    }

    /// The value of a parameter that must be there, and that generations of clients spell differently.
    ///
    /// - Throws: as `required` does, under the first name; `.malformedParameter` for two names with two values.
    package func required(
        anyOf names: [String], longest: Int = .max
    ) throws(EntitlementFailure) -> String {
        var found: String?
        for name in names {
            guard let value = try optional(name, longest: longest) else { continue }
            if let found, !found.hasSameBytes(as: value) { throw .malformedParameter(name, reason: "is given twice") }
            found = value
        }
        guard let found else { throw .missingParameter(names[0]) }
        return found
    }

    /// Every value of a parameter that may be repeated, in order.
    package func all(_ name: String) -> [String] {
        fields.filter { $0.name.hasSameBytes(as: name) }.map(\.value)
    }

    /// All names and values, in order.
    package var pairs: [(name: String, value: String)] { fields }

    /// The name of a parameter that a client made up, fit for a sentence in an element or a header field.
    private static func printable(_ name: String) -> String {
        String(
            name.unicodeScalars.prefix(40).map { scalar in
                let isPlain = scalar.properties.isAlphabetic && scalar.isASCII
                return isPlain || "0123456789_-.".unicodeScalars.contains(scalar) ? Character(scalar) : "?"
            })
    }

    /// Whether each control character in the text is a tab or part of a line break, where those are allowed.
    private static func isAllowed(_ text: String, _ controls: ControlCharacters) -> Bool {
        text.withBytes { bytes in
            var index = 0
            while true {
                index = bytes.firstIndex(from: index) { $0.below(0x20) | $0.equal(0x7F) }
                guard index < bytes.count else { return true }
                guard controls == .lineBreaks, lineBreaks.contains(bytes[index]) else { return false }
                index += 1
            }
        }
    }

    private static let lineBreaks = [UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r")]
}
