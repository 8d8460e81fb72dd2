import PassCore
import PassHTTP

/// A browser's cookies (RFC 6265, section 5), at most 1,000.
///
/// Cookies stay until a server deletes them, as in a session that never ends.
struct CookieJar: Sendable {
    private static let maximumCookies = 1_000

    private struct Cookie: Sendable {
        var name: String
        var value: String
        var host: String
        var isHostOnly: Bool
        var path: String
        var isSecure: Bool
    }

    private var cookies: [Cookie] = []

    /// Stores one `Set-Cookie` field of an answer from `url`, or ignores it where the standard says so.
    mutating func take(_ line: String, from url: URIReference) {
        guard let host = url.host?.lowercased() else { return }
        let parts = line.split(separator: ";", omittingEmptySubsequences: false).map(\.trimmed)
        let pair = parts[0].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard pair.count == 2, !pair[0].trimmed.isEmpty else { return }
        var cookie = Cookie(
            name: pair[0].trimmed, value: pair[1].trimmed, host: host, isHostOnly: true,
            path: Self.defaultPath(of: url), isSecure: false)
        var maxAge: Int?
        var expires: Timestamp?
        for attribute in parts.dropFirst() {
            let pieces = attribute.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = pieces.count > 1 ? pieces[1].trimmed : ""
            switch pieces.first?.trimmed.lowercased() {
            case "path": if value.hasPrefix("/") { cookie.path = value }
            case "secure": cookie.isSecure = true
            case "max-age": maxAge = Int(value) ?? maxAge
            case "expires": expires = CivilTime.timestamp(httpDate: value) ?? expires
            case "domain":
                let domain = (value.hasPrefix(".") ? String(value.dropFirst()) : value).lowercased()
                guard !domain.isEmpty, Self.matches(host, domain) else { return }
                cookie.host = domain
                cookie.isHostOnly = false
            default: break
            }
        }
        // Section 5.3, step 3: `Max-Age` counts before `Expires`, in whatever order they are.
        let isOver = maxAge.map { $0 <= 0 } ?? expires.map { $0 <= Timestamp(seconds: 1) } ?? false
        cookies.removeAll { $0.name == cookie.name && $0.host == cookie.host && $0.path == cookie.path }
        if !isOver, cookies.count < Self.maximumCookies { cookies.append(cookie) }
    }

    /// Returns the value of the `Cookie` field for a request to `url`, or `nil` if no cookie applies.
    func field(for url: URIReference) -> String? {
        guard let host = url.host?.lowercased() else { return nil }
        let path = url.path.isEmpty ? "/" : url.path
        let sent = cookies.filter { cookie in
            (cookie.isHostOnly ? host == cookie.host : Self.matches(host, cookie.host))
                && Self.covers(cookie.path, path) && (!cookie.isSecure || url.scheme == "https")
        }
        // Section 5.4, step 2: longer paths come first. Cookies whose paths have the same length keep their order.
        let ordered = sent.enumerated().sorted { one, other in
            (-one.element.path.utf8.count, one.offset) < (-other.element.path.utf8.count, other.offset)
        }
        return sent.isEmpty ? nil : ordered.map { "\($0.element.name)=\($0.element.value)" }.joined(separator: "; ")
    }

    /// Whether a host matches a cookie's domain (section 5.1.3).
    private static func matches(_ host: String, _ domain: String) -> Bool {
        host == domain || (host.hasSuffix(".\(domain)") && !(host.last?.isNumber ?? false))
    }

    /// Whether a cookie's path covers a request's path (section 5.1.4).
    private static func covers(_ cookiePath: String, _ path: String) -> Bool {
        path == cookiePath || (path.hasPrefix(cookiePath) && cookiePath.hasSuffix("/"))
            || path.hasPrefix("\(cookiePath)/")
    }

    /// Returns the path of a cookie that names none (section 5.1.4).
    private static func defaultPath(of url: URIReference) -> String {
        guard url.path.hasPrefix("/"), let end = url.path.lastIndex(of: "/"), end != url.path.startIndex else {
            return "/"
        }
        return String(url.path[..<end])
    }
}
