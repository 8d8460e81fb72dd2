import PassCore
package import PassDomain
package import PassHTTP

/// The named inputs of a request, from both query and form body, since clients mix them.
///
/// A parameter that occurs twice with different values is malformed, unless the operation reads all its values. Control
/// characters are malformed everywhere, except line breaks and tabs where the operation allows them.
package struct Parameters: Sendable {
    private var fields: [FormFields.Field]

    package init(_ fields: [(name: String, value: String)]) {
        self.fields = fields.map { FormFields.Field($0.name, $0.value) }
    }

    /// Reads the query of a request, and its body if the content type is a form's or is missing.
    ///
    /// - Throws: the errors of `init(query:form:)`.
    package init(of request: HTTPRequest) throws(EntitlementFailure) {
        self = try request.withQuery { (query) throws(EntitlementFailure) in
            try Parameters(query: query, form: Self.form(of: request))
        }
    }

    /// Returns the request's body if its content type is a form's or is missing, otherwise no bytes.
    package static func form(of request: HTTPRequest) -> [UInt8] {
        var isForm = true
        request.fields.withValue(.contentType) { isForm = $0.isEmpty || FormFields.isForm(contentType: $0) }
        return isForm ? request.body : []
    }

    /// Reads a query, and a body that is a form.
    ///
    /// A JSON document in place of the form is ignored: some clients send `{}` (REST API v1, "Parameters").
    ///
    /// - Throws: `EntitlementFailure.malformedParameter` for a bad escape, invalid UTF-8 or more than 256 parameters.
    package init(query: UnsafeBufferPointer<UInt8>?, form body: [UInt8]) throws(EntitlementFailure) {
        fields = []
        do {
            if let query, !query.isEmpty { fields = try FormFields.parse(query).fields }
            if let first = body.first(where: { $0 > 0x20 }), first != UInt8(ascii: "{") {
                let form = try FormFields.parse(body).fields
                if fields.isEmpty { fields = form } else { fields += form }
            }
        } catch {
            switch error {
            case .badEncoding(let name):
                throw .malformedParameter(Self.printable(name), reason: "has a broken percent escape or isn't UTF-8")
            case .tooManyPairs(let limit):
                throw .malformedParameter("query", reason: "has more than \(limit) parameters")
            }
        }
        guard fields.count <= 256 else { throw .malformedParameter("query", reason: "has more than 256 parameters") }
    }

    /// The control characters that a value may contain.
    package enum ControlCharacters: Sendable {
        /// No control character is allowed.
        case refused
        /// Tabs and line breaks are allowed, as in a document.
        case lineBreaks
        /// Every control character is allowed, for values that are verified as a whole: a token that contains one was
        /// tampered with.
        case any
    }

    /// Returns the value of a parameter that must not have two different values; `nil` when it is absent or empty.
    ///
    /// - Parameter longest: the maximum length of the value, in bytes of UTF-8.
    /// - Throws: `.malformedParameter` when the parameter has two different values, is too long or contains a control
    ///   character that isn't allowed.
    package func optional(
        _ name: String, longest: Int = .max, controls: ControlCharacters = .refused
    ) throws(EntitlementFailure) -> String? {
        var found: String?
        // A loop over the elements instead of the indices would retain and release both strings of each.
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
            throw .malformedParameter(name, reason: "contains a control character")
        }
        return found
    }

    /// Returns the value of a required parameter.
    ///
    /// - Throws: `.missingParameter` when the parameter is absent or empty; `.malformedParameter` in the same cases as
    ///   `optional`.
    package func required(
        _ name: String, longest: Int = .max, controls: ControlCharacters = .refused
    ) throws(EntitlementFailure) -> String {
        guard let value = try optional(name, longest: longest, controls: controls) else {
            throw .missingParameter(name)
        }
        return value
    }

    /// Returns the value of a required parameter whose name differs between generations of clients.
    ///
    /// - Throws: `.missingParameter` for the first name when none is present; `.malformedParameter` in the same cases
    ///   as `optional`, and when two names have different values.
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

    /// Returns every value of a parameter that may be repeated, in order.
    package func all(_ name: String) -> [String] {
        fields.filter { $0.name.hasSameBytes(as: name) }.map(\.value)
    }

    /// All names and values, in the order of query, then body.
    package var pairs: [(name: String, value: String)] { fields.map { ($0.name, $0.value) } }

    /// Returns the name of a parameter, which a client chose, in a form that is safe in a sentence in an element or
    /// header field.
    private static func printable(_ name: String) -> String {
        String(
            name.unicodeScalars.prefix(40).map { scalar in
                let isPlain = scalar.properties.isAlphabetic && scalar.isASCII
                return isPlain || "0123456789_-.".unicodeScalars.contains(scalar) ? Character(scalar) : "?"
            })
    }

    /// Whether the text contains no control character except, where line breaks are allowed, tabs and line breaks.
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
