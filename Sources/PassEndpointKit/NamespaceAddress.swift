import PassCore
package import PassDomain
package import PassHTTP

/// The namespace that a request names: by a header, else by a path prefix, else by a host label.
package struct NamespaceAddress: Sendable, Hashable {
    package let name: NamespaceName
    /// The start of the paths of the World's URLs: `/_ns/NAME`, or empty when only the host names the World, or when
    /// nothing does.
    package let prefix: String
    /// The `Path` of the World's cookies. It has the prefix only if the request names the World in the path, since only
    /// such a client sends its requests below that prefix.
    package let cookiePath: String
    /// The request's path without its namespace prefix.
    package let path: String

    /// The header field that names the World.
    package static let header: HTTPFieldName = "X-Pass-Namespace"
    private static let pathPrefix: StaticString = "/_ns/"
    private static let hostSuffix = ".ns.localhost"

    /// The error for a name that no World can have.
    package struct Malformed: Error {}

    /// Creates the address of a World that the path names, or of the default World.
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
    /// - Parameter host: the host in lower case, without port.
    package static func isNamed(by host: String) -> Bool { label(of: host) != nil }

    /// Whether a field or the path of the request names a World.
    package static func isNamed(by request: HTTPRequest) -> Bool {
        request.fields.contains(header) || request.withPath { $0.starts(with: pathPrefix) }
    }

    /// Reads the address of the World that a request names; `nil` if it names none, which is the usual case.
    ///
    /// - Parameter host: the host in lower case, without port.
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

    /// Returns the part before `.ns.localhost`; the host may end with the dot of a fully qualified name.
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
        let prefix = "/_ns/\(name)"
        var path = label.endIndex == rest.endIndex ? "/" : String(rest[label.endIndex...])
        // Some clients append an address that has the prefix to a base URL that has it as well.
        if path.hasPrefix(prefix + "/") { path.removeFirst(prefix.count) }
        return NamespaceAddress(name: name, prefix: prefix, path: path)
    }

    private static func checkedName(_ text: Substring) throws(Malformed) -> NamespaceName {
        guard let name = NamespaceName(text) else { throw Malformed() }
        return name
    }
}
