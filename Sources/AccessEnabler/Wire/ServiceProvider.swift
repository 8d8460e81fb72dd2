/// Where a service answers: `https://sp.example/adobe-services`.
package struct ServiceProvider: Sendable, Hashable {
    /// Scheme, host and path, without a slash at the end: what legacy paths are put behind.
    package let url: String
    /// Scheme and host, and the path in front of the last component: what `/o/client/…` and `/reggie/…` are put behind.
    package let base: String

    /// Puts `https://` before a URL without scheme.
    ///
    /// - Throws: `ServiceProviderError` for another scheme, an empty host, and plain HTTP to another machine unless allowed.
    package init(_ text: String, allowsPlainHTTP: Bool) throws(ServiceProviderError) {
        var url = text.contains("://") ? text : "https://\(text)"
        while url.hasSuffix("/") { url.removeLast() }
        let parts = url.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count >= 3, parts[0] == "https:" || parts[0] == "http:", !parts[2].isEmpty else {
            throw .notAnAddress(text)
        }
        if parts[0] == "http:", !allowsPlainHTTP, !Self.isLoopback(parts[2]) { throw .plainHTTP(text) }
        self.url = url
        base = parts.count > 3 ? parts.dropLast().joined(separator: "/") : url
    }

    private static func isLoopback(_ authority: Substring) -> Bool {
        let host =
            authority.hasPrefix("[")
            ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
        return host == "localhost" || host.hasSuffix(".localhost") || host == "::1"
            || (host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." })
    }
}

package enum ServiceProviderError: Error, Sendable, Hashable {
    case notAnAddress(String)
    case plainHTTP(String)
}
