import PassCore
package import PassDomain
package import PassHTTP

/// How a request names its World: a header, else a path prefix, else a host label.
package struct NamespaceAddress: Sendable, Hashable {
    package let name: NamespaceName
    /// What URLs of that World start with.
    package let prefix: String
    /// `Path` of its cookies: only a client that names the World in the path asks below that path.
    package let cookiePath: String
    /// The path without its namespace prefix.
    package let path: String

    package static let header: HTTPFieldName = "X-Pass-Namespace"
    private static let pathPrefix: StaticString = "/_ns/"
    private static let hostSuffix = ".ns.localhost"

    /// A name was given that no World can have.
    package struct Malformed: Error {}

    /// A World that the path names, or needs no naming.
    package init(name: NamespaceName = .default, prefix: String = "", path: String = "/") {
        self.init(name: name, prefix: prefix, cookiePath: prefix + "/", path: path)
    }

    private init(name: NamespaceName, prefix: String, cookiePath: String, path: String) {
        self.name = name
        self.prefix = prefix
        self.cookiePath = cookiePath
        self.path = path
    }

    /// Whether the host names a World.
    ///
    /// - Parameter host: in lower case, without port.
    package static func isNamed(by host: String) -> Bool { label(of: host) != nil }

    /// Whether a field or the path of the request names a World.
    package static func isNamed(by request: HTTPRequest) -> Bool {
        request.fields.contains(header) || request.withPath { $0.starts(with: pathPrefix) }
    }

    /// The address of the World that a request names; `nil` for one that names none, as nearly all do.
    ///
    /// - Parameter host: in lower case, without port.
    package static func read(fields: HTTPFields, path: String, host: String) throws(Malformed) -> NamespaceAddress? {
        let given = fields[header]
        let named: NamespaceAddress?
        if path.startsWithBytes(of: pathPrefix) {
            named = try inPath(path)
        } else if let label = label(of: host) {
            named = NamespaceAddress(name: try checkedName(label), prefix: "", cookiePath: "/", path: path)
        } else {
            named = nil
        }
        guard let given else { return named }
        let name = try checkedName(given[...])
        return NamespaceAddress(
            name: name, prefix: "/_ns/\(name)", cookiePath: named?.cookiePath ?? "/", path: named?.path ?? path)
    }

    /// What stands before `.ns.localhost`, which may end with the dot of a full name.
    private static func label(of host: String) -> Substring? {
        guard host.utf8.count > hostSuffix.utf8.count else { return nil }
        let name = host.utf8.last == UInt8(ascii: ".") ? host.dropLast() : host[...]
        guard name.utf8.count > hostSuffix.utf8.count, name.hasSuffix(hostSuffix) else { return nil }
        return name.dropLast(hostSuffix.count)
    }

    private static func inPath(_ path: String) throws(Malformed) -> NamespaceAddress {
        let rest = path.dropFirst(pathPrefix.utf8CodeUnitCount)
        let label = rest.prefix { $0 != "/" }
        let name = try checkedName(label)
        return NamespaceAddress(
            name: name, prefix: "/_ns/\(name)",
            path: label.endIndex == rest.endIndex ? "/" : String(rest[label.endIndex...]))
    }

    private static func checkedName(_ text: Substring) throws(Malformed) -> NamespaceName {
        guard let name = NamespaceName(text) else { throw Malformed() }
        return name
    }
}
