/// The value of a `Cookie` field (RFC 6265, section 4.2), read leniently as servers do.
package enum CookieHeader {
    /// More pairs than this are ignored; browsers keep at most 180 cookies a site.
    package static let maximumPairs = 256

    /// The pairs in order, a repeated name as often as it came.
    ///
    /// Space and tabs around names and values fall away, quotes and escapes stay, and a piece without `=` or without a
    /// name is skipped.
    package static func parse(_ value: String) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        for piece in value.utf8.split(separator: UInt8(ascii: ";")) {
            guard pairs.count < maximumPairs else { break }
            guard let equals = piece.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = trimmed(piece[..<equals])
            if name.isEmpty { continue }
            pairs.append((name, trimmed(piece[piece.index(after: equals)...])))
        }
        return pairs
    }

    private static func trimmed(_ text: Substring.UTF8View) -> String {
        let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var rest = text.drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return String(Substring(rest))
    }
}
