/// The address of a service provider, such as `https://sp.example/adobe-services`.
package struct ServiceProvider: Sendable, Hashable {
    /// The scheme, host and path, without a slash at the end; legacy paths are appended to it.
    package let url: String
    /// The scheme, host, and path without its last component; `/o/client/…` and `/reggie/…` are appended to it.
    package let base: String

    /// Reads an address; without a scheme, it gets `https://`.
    ///
    /// - Throws: `ServiceProviderError` for a scheme other than http and https, an empty host, plain HTTP to another
    ///   machine unless allowed, and anything that a service's address can't contain: a user name, a query, a fragment,
    ///   backslashes, white space or control characters.
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

    /// Returns the host of `host`, `host:port` or `[address]:port`; `nil` for anything else.
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

/// The reason why the address of a service provider is rejected.
package enum ServiceProviderError: Error, Sendable, Hashable {
    /// The text isn't the address of a service.
    case notAnAddress(String)
    /// The address is plain HTTP to another machine, which isn't allowed.
    case plainHTTP(String)
}
