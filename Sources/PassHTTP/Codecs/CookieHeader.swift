import PassCore

/// The value of a `Cookie` field (RFC 6265, section 4.2), read leniently as servers do.
package enum CookieHeader {
    /// The most pairs that are read; further ones are ignored. Browsers keep at most 180 cookies per site.
    package static let maximumPairs = 256

    /// Returns the pairs in order; a repeated name occurs as often as it was sent.
    ///
    /// Spaces and tabs around names and values are dropped, quotes and escapes stay. A piece without `=` or without a
    /// name is skipped.
    package static func parse(_ value: String) -> [(name: String, value: String)] {
        Array(pieces(value).lazy.filter { !$0.name.isEmpty }.prefix(maximumPairs))
    }

    /// Returns all pieces between semicolons that aren't blank, in order; a piece without `=` has an empty name.
    package static func pieces(_ value: String) -> [(name: String, value: String)] {
        value.withBytes { bytes in
            var pieces: [(name: String, value: String)] = []
            var start = 0
            while start < bytes.count {
                let end = bytes.firstIndex(of: UInt8(ascii: ";"), from: start)
                if let equals = bytes[start..<end].firstIndex(of: UInt8(ascii: "=")) {
                    pieces.append((trimmed(bytes[start..<equals]), trimmed(bytes[(equals + 1)..<end])))
                } else {
                    let text = trimmed(bytes[start..<end])
                    if !text.isEmpty { pieces.append(("", text)) }
                }
                start = end + 1
            }
            return pieces
        }
    }

    /// Returns the name and the value of the cookie that a `Set-Cookie` field sets; `nil` if it has no name.
    package static func parse(setCookie field: String) -> (name: String, value: String)? {
        field.withBytes { bytes in
            let end = bytes.firstIndex(of: UInt8(ascii: ";"), from: 0)
            return parse(String(decoding: bytes[..<end], as: UTF8.self)).first
        }
    }

    private static func trimmed(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var rest = text.drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return String(decoding: rest, as: UTF8.self)
    }
}
