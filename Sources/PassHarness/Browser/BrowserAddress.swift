import PassHTTP

extension URIReference {
    /// Returns the URL that a link on this page leads to (RFC 3986, section 5.2), or `nil` if the link is malformed.
    func target(of link: String) -> String? {
        guard let reference = URIReference(link) else { return nil }
        if reference.scheme != nil { return link }
        guard let scheme, let host else { return nil }
        let server = "\(scheme)://\(HTTPAuthority(host: host, port: port))"
        if reference.hasAuthority { return "\(scheme):\(link)" }
        let own = path.isEmpty ? "/" : path
        if link.isEmpty || link.hasPrefix("#") { return server + own + (query.map { "?\($0)" } ?? "") }
        if link.hasPrefix("?") { return server + own + link }
        if link.hasPrefix("/") { return server + Self.withoutDots(link) }
        let folder = own[...(own.lastIndex(of: "/") ?? own.startIndex)]
        return server + Self.withoutDots(folder + link)
    }

    /// Returns a reference without dot segments in the path in front of its query (RFC 3986, section 5.2.4).
    private static func withoutDots(_ text: some StringProtocol) -> String {
        let path = text.prefix { $0 != "?" && $0 != "#" }
        var kept: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).map { Substring($0) }
        for (place, segment) in segments.enumerated() {
            switch segment {
            case ".": if place == segments.count - 1 { kept.append("") }
            case "..":
                if kept.count > 1 { kept.removeLast() }
                if place == segments.count - 1 { kept.append("") }
            default: kept.append(segment)
            }
        }
        return kept.joined(separator: "/") + text.dropFirst(path.count)
    }
}
