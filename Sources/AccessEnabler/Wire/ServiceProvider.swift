/// Where a service answers: `https://sp.example/adobe-services`.
package struct ServiceProvider: Sendable, Hashable {
    /// Scheme, host and path, without a slash at the end: what legacy paths are put behind.
    package let url: String
    /// Scheme and host, and the path in front of the last component: what `/o/client/…` and `/reggie/…` are put behind.
    package let base: String

    /// Puts `https://` before a URL without scheme.
    ///
    /// - Throws: `ServiceProviderError` for another scheme, an empty host, what has no place in the address of a service (user
    ///   name, query, fragment, white space, control characters), and plain HTTP to another machine unless allowed.
    package init(_ text: String, allowsPlainHTTP: Bool) throws(ServiceProviderError) {
        let isPlain = text.unicodeScalars.allSatisfy {
            !$0.properties.isWhitespace && $0.value > 0x20 && $0.value != 0x7f && !"@?#\\".unicodeScalars.contains($0)
        }
        var parts = (text.contains("://") ? text : "https://\(text)")
            .split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        while parts.last == "" { parts.removeLast() }
        guard isPlain, parts.count >= 3, parts[1].isEmpty, let host = Self.host(parts[2]) else {
            throw .notAnAddress(text)
        }
        parts[0] = parts[0].lowercased()
        guard parts[0] == "https:" || parts[0] == "http:" else { throw .notAnAddress(text) }
        if parts[0] == "http:", !allowsPlainHTTP, !Self.isLoopback(host) { throw .plainHTTP(text) }
        url = parts.joined(separator: "/")
        base = parts.count > 3 ? parts.dropLast().joined(separator: "/") : url
    }

    /// The host of `host`, `host:port` or `[address]:port`; `nil` for anything else.
    private static func host(_ authority: String) -> Substring? {
        let host: Substring
        var rest: Substring
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            host = authority[..<end].dropFirst()
            rest = authority[end...].dropFirst()
        } else {
            host = authority.prefix { $0 != ":" }
            rest = authority[host.endIndex...]
        }
        if rest.popFirst().map({ $0 != ":" }) == true { return nil }
        return host.isEmpty || !rest.utf8.allSatisfy { (0x30...0x39).contains($0) } ? nil : host
    }

    private static func isLoopback(_ host: Substring) -> Bool {
        let host = host.lowercased()
        return host == "localhost" || host.hasSuffix(".localhost") || host == "::1"
            || (host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." })
    }
}

package enum ServiceProviderError: Error, Sendable, Hashable {
    case notAnAddress(String)
    case plainHTTP(String)
}
