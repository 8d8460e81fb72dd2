import PassCore

/// The pairs of an `application/x-www-form-urlencoded` body or query (WHATWG URL standard, section 5), in order.
///
/// Empty pieces (`a=1&&b=2`) are skipped, a piece without `=` has an empty value, and `+` is a space. A browser keeps a
/// broken escape as it is, and puts U+FFFD in place of bytes that aren't UTF-8. Here both are errors, because a test
/// double must expose such a bug in a client.
package struct FormFields: Sendable {
    /// The limits on what a form may contain; its bytes are bounded by the request that carries it.
    package struct Limits: Sendable {
        /// The most pairs in one form.
        package var maximumPairs = 256

        package init(maximumPairs: Int = 256) {
            self.maximumPairs = maximumPairs
        }
    }

    /// A decoded name with its value.
    package struct Field: Sendable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The fields in order.
    package private(set) var fields: [Field] = []
    /// The names and values of the fields, in order.
    package var pairs: [(name: String, value: String)] { fields.map { ($0.name, $0.value) } }
    /// The number of fields for which there is room at first: enough for most forms, so that fields rarely have to
    /// move.
    private static let usualFields = 8

    package init() {}

    /// Parses a form; throws for a broken escape, text that isn't UTF-8, or too many pairs.
    package static func parse(
        _ text: some StringProtocol, limits: Limits = Limits()
    ) throws(FormError) -> FormFields {
        try parse(Array(text.utf8), limits: limits)
    }

    package static func parse(_ bytes: [UInt8], limits: Limits = Limits()) throws(FormError) -> FormFields {
        try bytes.withUnsafeBufferPointer { bytes throws(FormError) in try parse(bytes, limits: limits) }
    }

    /// Whether a `Content-Type` begins with the media type of a form, ignoring case; parameters may follow.
    package static func isForm(contentType: UnsafeRawBufferPointer) -> Bool {
        let form: StaticString = "application/x-www-form-urlencoded"
        let length = form.utf8CodeUnitCount
        guard contentType.count >= length else { return false }
        if contentType.count > length, contentType[length] != UInt8(ascii: ";"), contentType[length] > 0x20 {
            return false
        }
        return HTTPFieldName.equalIgnoringCase(
            UnsafeRawBufferPointer(rebasing: contentType[..<length]),
            UnsafeRawBufferPointer(start: form.utf8Start, count: length))
    }

    /// The value of the first pair of that name; `nil` if there is none.
    package subscript(name: String) -> String? {
        fields.first { $0.name.hasSameBytes(as: name) }?.value
    }

    /// Returns the values of all pairs of that name, in order.
    package func values(_ name: String) -> [String] {
        fields.filter { $0.name.hasSameBytes(as: name) }.map(\.value)
    }

    /// Returns the pairs encoded as a form.
    ///
    /// A space becomes `+`; letters, digits and `-._*` stay, and all other bytes are escaped.
    package static func encode(_ pairs: [(name: String, value: String)]) -> String {
        var encoded: [UInt8] = []
        for (name, value) in pairs {
            if !encoded.isEmpty { encoded.append(UInt8(ascii: "&")) }
            append(name, to: &encoded)
            encoded.append(UInt8(ascii: "="))
            append(value, to: &encoded)
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static func append(_ text: String, to encoded: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: " "): encoded.append(UInt8(ascii: "+"))
            case UInt8(ascii: "*"): encoded.append(byte)
            case UInt8(ascii: "~"): encoded.append(contentsOf: "%7E".utf8)
            default: PercentEncoding.append(byte, to: &encoded)
            }
        }
    }

    package static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>, limits: Limits = Limits()
    ) throws(FormError) -> FormFields {
        var form = FormFields()
        form.fields.reserveCapacity(usualFields)
        var start = 0
        while start < bytes.count {
            let end = bytes.firstIndex(of: UInt8(ascii: "&"), from: start)
            let piece = UnsafeBufferPointer(rebasing: bytes[start..<end])
            start += piece.count + 1
            if piece.isEmpty { continue }
            guard form.fields.count < limits.maximumPairs else { throw .tooManyPairs(limit: limits.maximumPairs) }
            let nameEnd = piece.firstIndex(of: UInt8(ascii: "="), from: 0)
            let name = UnsafeBufferPointer(rebasing: piece[..<nameEnd])
            let value = UnsafeBufferPointer(rebasing: piece[min(nameEnd + 1, piece.count)...])
            guard let decodedName = PercentEncoding.decode(run: name, plusIsSpace: true) else {
                throw .badEncoding(name: printable(name))
            }
            guard let decodedValue = PercentEncoding.decode(run: value, plusIsSpace: true) else {
                throw .badEncoding(name: printable(decodedName.utf8))
            }
            form.fields.append(Field(decodedName, decodedValue))
        }
        return form
    }

    /// Returns the first 40 bytes of a name for a message, with `?` in place of bytes that aren't printable ASCII.
    private static func printable(_ name: some Collection<UInt8>) -> String {
        String(decoding: name.prefix(40).map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }
}

/// The reason why a form can't be parsed.
package enum FormError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name or the value of that field has a broken percent escape or isn't UTF-8.
    case badEncoding(name: String)
    case tooManyPairs(limit: Int)

    package var description: String {
        switch self {
        case .badEncoding(let name): "The form field '\(name)' has a broken percent escape or isn't UTF-8."
        case .tooManyPairs(let limit): "The form has more than \(limit) fields."
        }
    }
}
