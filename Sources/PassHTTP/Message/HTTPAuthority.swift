import PassCore

/// A host with or without a port, as in `Host` and in the target of CONNECT: `host:8080`, `127.0.0.1`, `[::1]:443`.
package struct HTTPAuthority: Sendable, Hashable, CustomStringConvertible {
    /// The host in lower case, never empty; an IPv6 address has no brackets.
    package let host: String
    /// The port, 0 to 65,535; `nil` if there is none.
    package let port: Int?

    package init(host: String, port: Int?) {
        self.host = String(decoding: host.utf8.map(HTTPFieldName.lowercased), as: UTF8.self)
        self.port = port
    }

    /// Parses `uri-host [":" port]` (RFC 9110, section 7.2); returns `nil` for anything else, such as user information.
    package init?(_ text: some StringProtocol) {
        guard let (host, port) = HTTPAuthority.split(Array(text.utf8)[...]), !host.isEmpty else { return nil }
        self.host = host
        self.port = port
    }

    package var description: String {
        let shown = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
        return if let port { "\(shown):\(port)" } else { shown }
    }

    /// Whether `HTTPAuthority(_:)` accepts the bytes; names and IPv4 addresses are checked without making a string.
    static func isWellFormed(_ window: UnsafeRawBufferPointer, _ range: Range<Int>) -> Bool {
        let name = ByteClass.unreserved
        var index = range.lowerBound
        while index < range.upperBound, name.contains(window[index]) { index += 1 }
        if index > range.lowerBound {
            if index == range.upperBound { return true }
            if window[index] == UInt8(ascii: ":") {
                return isPort(window, (index + 1)..<range.upperBound)
            }
        }
        return HTTPAuthority(String(decoding: window[range], as: UTF8.self)) != nil
    }

    private static func isPort(_ window: UnsafeRawBufferPointer, _ range: Range<Int>) -> Bool {
        if range.count > 9 { return false }
        var port = 0
        for index in range {
            let digit = window[index] &- UInt8(ascii: "0")
            if digit > 9 { return false }
            port = port * 10 + Int(digit)
        }
        return port <= 65_535
    }

    /// Returns the host and port of an authority without user information, or `nil` if it is malformed.
    ///
    /// The host may be empty, and a `:` may end the authority.
    static func split(_ text: ArraySlice<UInt8>) -> (host: String, port: Int?)? {
        let host: ArraySlice<UInt8>
        var rest: ArraySlice<UInt8>
        if text.first == UInt8(ascii: "[") {
            guard let end = text.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            host = text[(text.startIndex + 1)..<end]
            rest = text[(end + 1)...]
            guard isIPv6(host) else { return nil }
        } else {
            host = text.prefix { $0 != UInt8(ascii: ":") }
            rest = text[host.endIndex...]
            guard host.consists(of: .registeredName, orEscapes: true) else { return nil }
        }
        let name = String(decoding: host.map(HTTPFieldName.lowercased), as: UTF8.self)
        guard let colon = rest.popFirst() else { return (name, nil) }
        guard colon == UInt8(ascii: ":") else { return nil }
        if rest.isEmpty { return (name, nil) }
        guard let port = CivilTime.number(rest), port <= 65_535 else { return nil }
        return (name, port)
    }

    /// Whether the text is an IPv6 address (RFC 3986, section 3.2.2); zones and future versions are refused.
    private static func isIPv6(_ text: ArraySlice<UInt8>) -> Bool {
        var pieces = 0
        var hasGap = false
        var rest = text
        if rest.starts(with: "::".utf8) {
            hasGap = true
            rest = rest.dropFirst(2)
        }
        while !rest.isEmpty {
            let piece = rest.prefix { $0 != UInt8(ascii: ":") }
            rest = rest[piece.endIndex...]
            if rest.isEmpty, piece.contains(UInt8(ascii: ".")) {
                guard isIPv4(piece) else { return false }
                pieces += 2
                break
            }
            guard (1...4).contains(piece.count), piece.allSatisfy({ Hex.value(of: $0) != nil }) else { return false }
            pieces += 1
            if rest.starts(with: "::".utf8) {
                guard !hasGap else { return false }
                hasGap = true
                rest = rest.dropFirst(2)
            } else if !rest.isEmpty {
                rest = rest.dropFirst()
                guard !rest.isEmpty else { return false }
            }
        }
        return hasGap ? pieces <= 7 : pieces == 8
    }

    private static func isIPv4(_ text: ArraySlice<UInt8>) -> Bool {
        let octets = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return octets.count == 4
            && octets.allSatisfy { octet in
                guard let value = CivilTime.number(octet), value <= 255 else { return false }
                return octet.count == 1 || octet.first != UInt8(ascii: "0")
            }
    }
}
