import PassCore
package import PassDomain
package import PassHTTP

/// Writes the URLs that answers hand out: they follow the request's own scheme, host and port, and stay in its World.
///
/// A class, since most requests share those of their host.
package final class Links: Sendable {
    package let scheme: HTTPConnectionInfo.Scheme
    /// Host and port as the client named them.
    package let authority: HTTPAuthority
    /// `/_ns/NAME`, or empty when the World needs none in the path.
    package let prefix: String
    package let hostKind: HostMap.Kind
    /// `Path` of the cookies that belong to this World.
    package let cookiePath: String
    /// Scheme, host and port of the request, as URLs begin with them.
    private let root: String

    package init(
        scheme: HTTPConnectionInfo.Scheme, authority: HTTPAuthority, namespace: NamespaceAddress, hostKind: HostMap.Kind
    ) {
        self.scheme = scheme
        self.authority = authority
        self.prefix = namespace.prefix
        self.hostKind = hostKind
        self.cookiePath = namespace.cookiePath
        root = "\(scheme.rawValue)://\(authority)"
    }

    package var isSecure: Bool { scheme == .https }

    /// The absolute URL of one of the service's own paths, on the host that the request named.
    package func service(_ path: String) -> String {
        root + prefix + path
    }

    /// Where logins and logouts end that name no other place.
    package var landing: String { service("/_sim/done") }

    /// The absolute URL of one of an MVPD's pages: on the MVPD's own host when hosts are spoofed, else on this server.
    package func mvpd(_ mvpd: MVPD, _ page: String) -> String {
        hostKind == .direct
            ? root + mvpdPath(mvpd, page) : "\(scheme.rawValue)://\(mvpdAuthority(mvpd))\(mvpdPath(mvpd, page))"
    }

    /// Host and port of an MVPD's pages.
    package func mvpdAuthority(_ mvpd: MVPD) -> HTTPAuthority {
        hostKind == .direct ? authority : HTTPAuthority(host: mvpd.host, port: authority.port)
    }

    /// The same without scheme and host, for an MVPD's links to itself: they hold when a client changes the scheme.
    package func mvpdPath(_ mvpd: MVPD, _ page: String) -> String {
        let id = PercentEncoding.encode(mvpd.id.rawValue)
        return hostKind == .direct ? "\(prefix)/_sim/mvpd/\(id)/\(page)" : "\(prefix)/\(id)/\(page)"
    }

    /// Where an MVPD finds the service whose SAML entity identifier is `entity`; `nil` for a foreign one.
    ///
    /// The service's metadata says `https://saml.` and its host (legacy protocol, "Hosts").
    package func service(ofEntity entity: String, _ path: String) -> String? {
        let start = "https://saml."
        guard entity.hasPrefix(start), HostMap.isServiceHost(String(entity.dropFirst(start.count))) else { return nil }
        if hostKind == .direct { return service(path) }
        let host = HTTPAuthority(host: String(entity.dropFirst(start.count)), port: authority.port)
        return "\(scheme.rawValue)://\(host)\(prefix)\(path)"
    }

    /// The service's SAML entity identifier, by the environment whose host was asked.
    package var serviceEntity: String {
        let labels = authority.host.split(separator: ".")
        guard hostKind == .service, labels.count == 4 else { return "https://saml.sp.auth.adobe.com" }
        return "https://saml.sp.\(labels[1]).adobe.com"
    }
}
