import PassCore

/// Whom a path is for, and so who is kept from it; for a route it follows from its patterns, so that none can be forgotten.
package enum Audience: Sendable, Hashable {
    /// The service's clients: apps, devices, programmers' servers and their web pages. All that isn't under `/_sim/`.
    case clients
    /// Browsers that any site may send here, in a login or a logout. The exceptions from `operators`, and all of them:
    ///
    /// - `/_sim/mvpd/…`, the MVPDs' pages. The service's site posts to them (SAML Bindings, section 3.5) and redirects to
    ///   them, from another origin where hosts are spoofed; their own forms carry `Origin: null`, since the pages send no
    ///   referrer (Fetch, "append a request Origin header"). They are part of what is imitated, and show and change no more
    ///   than the service's paths do.
    /// - `/_sim/done`, the landing page. MVPDs and the service send browsers to it from whatever host they have. It shows
    ///   what came with the request and knows nothing else.
    case visitors
    /// Whoever runs the simulator, and the machines that they trust: all else under `/_sim/`.
    case operators

    /// - Parameter path: as received or as in a route; slashes and escapes count as they do for `Router`.
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

    /// Of a route with several paths: the narrowest.
    init(patterns: [String]) {
        let audiences = Set(patterns.map(Audience.init(path:)))
        self = audiences.contains(.operators) ? .operators : audiences.contains(.visitors) ? .visitors : .clients
    }
}
