import PassCore
package import PassDomain

/// The group of callers for which a path is meant. Other callers are refused.
///
/// A route's audience follows from its patterns, so no route can forget to declare one.
package enum Audience: Sendable, Hashable {
    /// The service's clients: apps, devices, programmers' servers and their web pages. Every path outside `/_sim/` is
    /// theirs.
    case clients
    /// Browsers that any site may send here, in a login or a logout. Their paths are the only exceptions from
    /// `operators`:
    ///
    /// - `/_sim/mvpd/…`, the MVPDs' pages. The service's site posts to them (SAML Bindings, section 3.5) and redirects
    ///   to them, from another origin where hosts are spoofed. The forms of the pages carry `Origin: null`, since the
    ///   pages send no referrer (Fetch, "append a request Origin header"). The pages are part of the imitated service,
    ///   and show and change no more than its own paths do.
    /// - `/_sim/done`, the landing page. MVPDs and the service send browsers to it from any host. The page shows the
    ///   request's own parameters and has access to nothing else.
    case visitors
    /// The user who runs the simulator, and the machines that this user trusts: every other path under `/_sim/`.
    case operators

    /// Finds the audience of a path.
    ///
    /// - Parameter path: the path as received or as in a route; slashes and escapes count as they do for `Router`.
    package init(path: some StringProtocol) {
        var segments = path.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 3).lazy.map { raw in
            let text = String(decoding: raw, as: UTF8.self)
            return raw.contains(UInt8(ascii: "%")) ? PercentEncoding.decode(text) ?? text : text
        }.makeIterator()
        guard segments.next() == "_sim" else {
            self = .clients
            return
        }
        switch (segments.next(), segments.next()) {
        case ("mvpd", _), ("done", nil): self = .visitors
        default: self = .operators
        }
    }

    /// Finds the audience of a route with several paths: the narrowest of the paths' audiences.
    init(patterns: [String]) {
        let audiences = Set(patterns.map(Audience.init(path:)))
        self = audiences.contains(.operators) ? .operators : audiences.contains(.visitors) ? .visitors : .clients
    }
}

extension Operation {
    /// Whether the operation answers operators without the setting `admin.token`.
    ///
    /// Probes and the authority's certificate need no token, because the programs that request them can't be given one.
    /// The dashboard needs none either: it says nothing about this simulator until the user has given it the token.
    package var needsNoOperatorToken: Bool {
        switch self {
        case .reportReadiness, .serveCertificate, .offerCertificate, .showDashboard, .serveDashboardFile: true
        default: false
        }
    }
}
