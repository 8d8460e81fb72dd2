import PassDomain
import PassEndpointKit
import PassHTTP

/// The stage that finds out what a request is addressed to: the host's kind, the World, and the path inside it.
struct Addressing: Sendable {
    private let authorities: AuthorityCache
    private let trustedProxies: TrustedProxies

    init(hosts: HostMap, operatorHosts: OperatorHosts, trustedProxies: TrustedProxies) {
        authorities = AuthorityCache(hosts: hosts, operatorHosts: operatorHosts)
        self.trustedProxies = trustedProxies
    }

    /// A request with its address resolved.
    ///
    /// The request's path is the one that routes match, without a namespace. `links` makes URLs at the address that the
    /// client used.
    ///
    /// `foreignHost` is the host that the request names if it isn't one of the operators' own names, else `nil`.
    typealias Address = (request: HTTPRequest, namespace: NamespaceName, links: Links, foreignHost: String?)

    /// The refusal of a request that names no valid host or namespace.
    struct Refusal: Error, Sendable {
        var response: HTTPResponse
    }

    /// Resolves the address of a request: the one that the client used, even if a trusted proxy has forwarded the
    /// request.
    func resolve(_ received: HTTPRequest) throws(Refusal) -> Address {
        guard let forwarded = trustedProxies.undo(received) else { return try address(of: received) }
        var address = try address(of: forwarded)
        // A web page can write X-Forwarded-Host, but not Host, so the host in Host must be one of the operators' own
        // names, too.
        if let original = authorities.read(of: received)?.foreignName { address.foreignHost = original }
        return address
    }

    private func address(of request: HTTPRequest) throws(Refusal) -> Address {
        guard let host = authorities.read(of: request) else {
            throw refusal("Malformed host", "The Host field names no host.")
        }
        do {
            let namespace = try namespace(of: request, host)
            switch host.kind {
            case .service, .direct:
                if let namespace { return address(of: request, namespace, host, path: namespace.path) }
                return (request, .default, host.links(request.connection.scheme), host.foreignName)
            case .mvpd:
                let path = namespace?.path ?? request.path
                return address(of: request, namespace ?? NamespaceAddress(), host, path: "/_sim/mvpd" + path)
            case .landing:
                return address(of: request, namespace ?? NamespaceAddress(), host, path: "/_sim/done")
            }
        } catch {
            throw refusal(
                "Malformed namespace",
                "The name of a namespace has 1 to 63 characters of a-z, 0-9 and -, and doesn't begin with -.")
        }
    }

    /// Returns the namespace that the request names; `nil` for nearly all requests, which name none.
    private func namespace(
        of request: HTTPRequest, _ host: AuthorityCache.Reading
    ) throws(NamespaceAddress.Malformed) -> NamespaceAddress? {
        guard host.namesNamespace || NamespaceAddress.isNamed(by: request) else { return nil }
        return try NamespaceAddress.read(fields: request.fields, path: request.path, host: host.authority.host)
    }

    /// Returns the address of a request that gets `path` in place of its own path.
    private func address(
        of request: HTTPRequest, _ namespace: NamespaceAddress, _ host: AuthorityCache.Reading, path: String
    ) -> Address {
        let links = Links(
            scheme: request.connection.scheme, authority: host.authority, namespace: namespace, hostKind: host.kind)
        let target = path + (request.query.map { "?\($0)" } ?? "")
        return (request.with(target: target), namespace.name, links, host.foreignName)
    }

    private func refusal(_ title: String, _ detail: String) -> Refusal {
        Refusal(response: Problem.response(.badRequest, title, detail))
    }
}
