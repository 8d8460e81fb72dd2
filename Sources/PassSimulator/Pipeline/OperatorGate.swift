import PassCore
import PassEndpointKit
import PassHTTP

/// The stage that protects the simulator's own paths: it refuses requests from other sites' pages, and requests for
/// host names other than the operators'.
///
/// Programs other than browsers send no `Origin` and no `Sec-Fetch-*` fields, so only `Host` and `Content-Type` are
/// checked for them.
enum OperatorGate {
    /// Returns the refusal of a request to a path for operators, or `nil` if the request may pass.
    ///
    /// The refusal is a problem document with the status 421, 403 or 415.
    ///
    /// - Parameter foreignHost: the host that the request names, if `OperatorHosts` doesn't contain it.
    static func refusal(of request: HTTPRequest, _ links: Links, foreignHost: String?) -> HTTPResponse? {
        if let foreignHost { return misdirected(foreignHost) }
        if request.fields.contains(.origin), !request.fields.values(.origin).allSatisfy({ isOwn($0, links) }) {
            return foreign(links)
        }
        if request.fields.contains(site), !isOfThisOrigin(request) { return foreign(links) }
        if !reads(request.method), let type = request.fields[.contentType], !isJSONOrForm(type) { return unsupported }
        return nil
    }

    private static let site: HTTPFieldName = "Sec-Fetch-Site"

    /// Whether an `Origin` is that of the address to which the request was sent (RFC 6454, section 5).
    private static func isOwn(_ origin: String, _ links: Links) -> Bool {
        let scheme = "\(links.scheme.rawValue)://"
        guard origin.utf8.starts(with: scheme.utf8), let authority = HTTPAuthority(origin.dropFirst(scheme.count))
        else { return false }
        let standard = links.isSecure ? 443 : 80
        return authority.host.hasSameBytes(as: links.authority.host)
            && (authority.port ?? standard) == (links.authority.port ?? standard)
    }

    /// Whether the browser's fields (Fetch Metadata) say that a page of this origin, or the user, made the request.
    ///
    /// A link that the user follows may pass, because the page with the link can't see the page that it leads to.
    private static func isOfThisOrigin(_ request: HTTPRequest) -> Bool {
        let fields = request.fields
        if fields.values(site).allSatisfy({ $0 == "same-origin" || $0 == "none" }) { return true }
        return request.method != .options && reads(request.method) && fields["Sec-Fetch-Mode"] == "navigate"
            && fields["Sec-Fetch-Dest"] == "document"
    }

    private static func reads(_ method: HTTPMethod) -> Bool {
        switch method {
        case .get, .head, .options: true
        default: false
        }
    }

    /// Whether the content is declared as JSON or as a form.
    ///
    /// Other types are refused: a form can be made to post `text/plain` that is JSON, and browsers before 2020 send no
    /// `Origin` with it.
    private static func isJSONOrForm(_ type: String) -> Bool {
        let type = type.asciiLowercased
        return type.hasPrefix("application/json") || type.hasPrefix("application/x-www-form-urlencoded")
    }

    private static func misdirected(_ host: String) -> HTTPResponse {
        Problem.response(
            .misdirectedRequest, "Unknown host name",
            "The simulator's own paths don't answer on the host \(host.prefix(253)), because an attacker could point any name here. "
                + "If the name is yours, add it to the setting admin.hosts.")
    }

    private static func foreign(_ links: Links) -> HTTPResponse {
        Problem.response(
            .forbidden, "Foreign origin",
            "A page from an origin other than \(links.scheme.rawValue)://\(links.authority) sent this request. Such "
                + "pages can't use the simulator's own paths."
        )
    }

    private static let unsupported = Problem.response(
        .unsupportedMediaType, "Unsupported media type",
        "The simulator's own paths accept only application/json and application/x-www-form-urlencoded.")
}
