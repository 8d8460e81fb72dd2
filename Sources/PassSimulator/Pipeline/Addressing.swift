import PassDomain
import PassEndpointKit
import PassHTTP

/// Finds out what a request is addressed to: the host's kind, the World, and the path inside it.
struct Addressing: Sendable {
    private let authorities: AuthorityCache
    private let trustedProxies: TrustedProxies

    init(hosts: HostMap, operatorHosts: OperatorHosts, trustedProxies: TrustedProxies) {
        authorities = AuthorityCache(hosts: hosts, operatorHosts: operatorHosts)
        self.trustedProxies = trustedProxies
    }

    /// A request with its address undone: its path is the service's own, its links lead back to where it came from.
    struct Address: Sendable {
        var request: HTTPRequest
        /// The request's path.
        var path: String
        var namespace: NamespaceName
        var links: Links
        /// The host, where no operator uses that name; `nil` for theirs.
        var strangeHost: String?
    }

    /// A request that is addressed to nothing that there could be.
    struct Refusal: Error, Sendable {
        var response: HTTPResponse
    }

    func resolve(_ received: HTTPRequest) -> Result<Address, Refusal> {
        var request = trustedProxies.apply(to: received)
        // HTTP/1.0 requests may name no host: then it is the address that they reached.
        let named = request.authority.isEmpty ? request.connection.localAddress : request.authority
        guard let host = authorities.read(named) else {
            return refuse("Malformed host", "The Host field names no host.")
        }
        let query = request.query
        let asked = query == nil ? request.target : String(request.path)
        let namespace: NamespaceAddress?
        do {
            namespace = try NamespaceAddress.read(fields: request.fields, path: asked, host: host.authority.host)
        } catch {
            return refuse("Malformed namespace", "A namespace has 1 to 63 characters of a-z, 0-9 and -, not - first.")
        }
        let scheme = request.connection.scheme
        let links =
            namespace.map {
                Links(scheme: scheme, authority: host.authority, namespace: $0, hostKind: host.kind)
            } ?? host.links(scheme)
        let ownPath = namespace?.path ?? asked
        let path =
            switch host.kind {
            case .mvpd: "/_sim/mvpd" + ownPath
            case .landing: "/_sim/done"
            case .service, .direct: ownPath
            }
        var strangeHost = host.isOperators ? nil : host.authority.host
        // A page can write X-Forwarded-Host, but not Host: where both are there, both must be known.
        if request.authority != received.authority, let original = authorities.read(received.authority),
            !original.isOperators
        {
            strangeHost = original.authority.host
        }
        if path != asked { request.target = path + (query.map { "?\($0)" } ?? "") }
        return .success(
            Address(
                request: request, path: path, namespace: namespace?.name ?? .default, links: links,
                strangeHost: strangeHost))
    }

    private func refuse(_ title: String, _ detail: String) -> Result<Address, Refusal> {
        .failure(Refusal(response: Problem.response(.badRequest, title, detail)))
    }
}
