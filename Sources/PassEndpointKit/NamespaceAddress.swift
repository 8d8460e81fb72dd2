import PassCore
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
    private static let pathPrefix: StaticString = "/_ns/"
    private static let hostSuffix = ".ns.localhost"

    /// A World that the path names, or needs no naming.
    package init(name: NamespaceName = .default, prefix: String = "", path: String = "/") {
        self.name = name
        self.prefix = prefix
        self.cookiePath = prefix + "/"
        self.path = path
    }

    /// - Parameter host: in lower case, without port.
    /// - Returns: `nil` when a name was given that no World can have.
    package init?(fields: HTTPFields, path: String, host: String) {
        self.path = path
        name = .default
        prefix = ""
        cookiePath = "/"
        if path.startsWithBytes(of: Self.pathPrefix) {
            let rest = path.dropFirst(Self.pathPrefix.utf8CodeUnitCount)
            let label = rest.prefix { $0 != "/" }
            guard let name = NamespaceName(label) else { return nil }
            self.name = name
            prefix = "/_ns/\(name)"
            cookiePath = prefix + "/"
            self.path = label.endIndex == rest.endIndex ? "/" : String(rest[label.endIndex...])
        } else if host.utf8.count > Self.hostSuffix.utf8.count,
            host.utf8.suffix(Self.hostSuffix.utf8.count).elementsEqual(Self.hostSuffix.utf8)
        {
            guard let name = NamespaceName(host.dropLast(Self.hostSuffix.count)) else { return nil }
            self.name = name
        }
        if let text = fields[Self.header] {
            guard let name = NamespaceName(text) else { return nil }
            self.name = name
            prefix = "/_ns/\(name)"
        }
    }
}
