import PassCore
package import PassDomain
package import PassHTTP

/// Writes the URLs in answers, with the request's own scheme, host and port, and within its World.
///
/// The type is a class because most requests to one host share an instance.
package final class Links: Sendable {
    package let scheme: HTTPConnectionInfo.Scheme
    /// The host and port, as the client named them.
    package let authority: HTTPAuthority
    /// The start of every path: `/_ns/NAME`, or empty when the path needn't name the World.
    package let prefix: String
    package let hostKind: HostMap.Kind
    /// The `Path` of the cookies that belong to this World.
    package let cookiePath: String
    /// The start of the request's URL: scheme, host and port.
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

    /// Returns the absolute URL of one of the service's own paths, on the host that the request names.
    package func service(_ path: String) -> String {
        root + prefix + path
    }

    /// The landing page, where a login or logout ends if its request names no other page.
    package var landing: String { service("/_sim/done") }

    /// Returns the absolute URL of one of an MVPD's pages: on the MVPD's own host when hosts are spoofed, else on this
    /// server.
    package func mvpd(_ mvpd: MVPD, _ page: String) -> String {
        let root = hostKind == .direct ? root : "\(scheme.rawValue)://\(mvpdAuthority(mvpd))"
        return mvpdAddress(mvpd, page, after: root)
    }

    /// Returns the host and port of an MVPD's pages.
    package func mvpdAuthority(_ mvpd: MVPD) -> HTTPAuthority {
        hostKind == .direct ? authority : HTTPAuthority(host: mvpd.host, port: authority.port)
    }

    /// Returns the path of one of an MVPD's pages, without scheme and host.
    ///
    /// An MVPD's links to its own pages are such paths, so they stay valid when a client changes the scheme.
    package func mvpdPath(_ mvpd: MVPD, _ page: String) -> String {
        mvpdAddress(mvpd, page, after: "")
    }

    private func mvpdAddress(_ mvpd: MVPD, _ page: String, after root: String) -> String {
        // A configuration document has an address for each MVPD; string interpolation would take several times as many
        // instructions.
        var address = ByteWriter(capacity: 128)
        address.append(root)
        address.append(prefix)
        address.append(hostKind == .direct ? "/_sim/mvpd/" : "/" as StaticString)
        address.append(PercentEncoding.encode(mvpd.id.rawValue))
        address.append(UInt8(ascii: "/"))
        address.append(page)
        return address.string
    }

    /// Returns the URL at which an MVPD finds the service whose SAML entity identifier is `entity`; `nil` for any other
    /// identifier.
    ///
    /// The entity identifier in the service's metadata is `https://saml.` followed by its host (legacy protocol,
    /// "Hosts").
    package func service(ofEntity entity: String, _ path: String) -> String? {
        let start = "https://saml."
        guard entity.hasPrefix(start), HostMap.isServiceHost(String(entity.dropFirst(start.count))) else { return nil }
        if hostKind == .direct { return service(path) }
        let host = HTTPAuthority(host: String(entity.dropFirst(start.count)), port: authority.port)
        return "\(scheme.rawValue)://\(host)\(prefix)\(path)"
    }

    /// The service's SAML entity identifier, which depends on the environment whose host the request names.
    package var serviceEntity: String {
        let labels = authority.host.split(separator: ".")
        guard hostKind == .service, labels.count == 4 else { return "https://saml.sp.auth.adobe.com" }
        return "https://saml.sp.\(labels[1]).adobe.com"
    }
}
