package import PassDomain
package import PassHTTP

/// How a request names its World: a header, else a path prefix, else a host label, else not at all.
package struct NamespaceAddress: Sendable, Hashable {
    package var name: NamespaceName
    /// What URLs of that World start with.
    package var prefix: String
    /// `Path` of its cookies: only a client that names the World in the path asks below that path.
    package var cookiePath: String
    /// The path without its namespace prefix.
    package var path: String

    package static let header: HTTPFieldName = "X-Pass-Namespace"

    /// A World that the path names, or needs no naming.
    package init(name: NamespaceName = .default, prefix: String = "", path: String = "/") {
        self.name = name
        self.prefix = prefix
        self.cookiePath = prefix + "/"
        self.path = path
    }

    /// - Parameter host: in lower case, without port.
    /// - Returns: `nil` when a name was given that no World can have.
    package init?(fields: HTTPFields, path: some StringProtocol, host: String) {
        self.path = String(path)
        name = .default
        prefix = ""
        cookiePath = "/"
        if path.hasPrefix("/_ns/") {
            let rest = path.dropFirst(5)
            let label = rest.prefix { $0 != "/" }
            guard let name = NamespaceName(label) else { return nil }
            self.name = name
            prefix = "/_ns/\(name)"
            cookiePath = prefix + "/"
            self.path = label.endIndex == rest.endIndex ? "/" : String(rest[label.endIndex...])
        } else if host.hasSuffix(".ns.localhost") {
            guard let name = NamespaceName(host.dropLast(13)) else { return nil }
            self.name = name
        }
        if let text = fields[Self.header] {
            guard let name = NamespaceName(text) else { return nil }
            self.name = name
            prefix = "/_ns/\(name)"
        }
    }
}
