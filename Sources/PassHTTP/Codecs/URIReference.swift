/// A URI or relative reference, split into its parts and checked against the grammar of RFC 3986, section 4.1.
///
/// Parsing is strict: it fails for white space, control characters, anything outside ASCII, characters that the grammar
/// doesn't list, and broken escapes. Nothing is decoded or resolved; only the scheme and host are converted to lower
/// case.
package struct URIReference: Sendable, Hashable {
    /// The scheme in lower case, without its colon; `nil` for a relative reference.
    package let scheme: String?
    /// The text before `@`; `nil` when there is no `@`.
    package let userInfo: String?
    /// The host in lower case, with its escapes; `nil` exactly if there is no authority.
    ///
    /// An IPv6 address has no brackets.
    package let host: String?
    /// The port, 0 to 65,535; `nil` when absent or empty (`http://host:/`).
    package let port: Int?
    /// The path, which is empty or begins with `/` when there is an authority.
    package let path: String
    /// The query without its `?`, empty when nothing follows the `?`; `nil` when there is none.
    package let query: String?
    /// The fragment without its `#`, empty when nothing follows the `#`; `nil` when there is none.
    package let fragment: String?

    /// Whether there was a `//`, even with an empty host (`file:///etc`).
    package var hasAuthority: Bool { host != nil }

    /// Parses a URI or relative reference; returns `nil` if it is malformed.
    package init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
            let part = rest[(hash + 1)...]
            guard part.consists(of: .query, orEscapes: true) else { return nil }
            fragment = String(decoding: part, as: UTF8.self)
            rest = rest[..<hash]
        } else {
            fragment = nil
        }
        if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
            let part = rest[(mark + 1)...]
            guard part.consists(of: .query, orEscapes: true) else { return nil }
            query = String(decoding: part, as: UTF8.self)
            rest = rest[..<mark]
        } else {
            query = nil
        }
        // A colon before any slash ends a scheme, since the first segment of a relative path can't contain one (section
        // 4.2).
        if let colon = rest.prefix(while: { $0 != UInt8(ascii: "/") }).firstIndex(of: UInt8(ascii: ":")) {
            let part = rest[..<colon]
            guard let first = part.first, ByteClass.alpha.contains(first),
                part.consists(of: .schemeTail, orEscapes: false)
            else { return nil }
            scheme = String(decoding: part.map(HTTPFieldName.lowercased), as: UTF8.self)
            rest = rest[(colon + 1)...]
        } else {
            scheme = nil
        }
        if rest.starts(with: "//".utf8) {
            var authority = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
            rest = rest[authority.endIndex...]
            if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
                let part = authority[..<at]
                guard part.consists(of: .userInfo, orEscapes: true) else { return nil }
                userInfo = String(decoding: part, as: UTF8.self)
                authority = authority[(at + 1)...]
            } else {
                userInfo = nil
            }
            guard let parsed = HTTPAuthority.split(authority) else { return nil }
            (host, port) = parsed
        } else {
            (userInfo, host, port) = (nil, nil, nil)
        }
        guard rest.consists(of: .path, orEscapes: true) else { return nil }
        path = String(decoding: rest, as: UTF8.self)
    }
}
