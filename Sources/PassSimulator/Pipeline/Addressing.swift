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
        guard let (authority, kind, isOperators) = authorities.read(named) else {
            return refuse("Malformed host", "The Host field names no host.")
        }
        let query = request.query
        let asked = query == nil ? request.target : String(request.path)
        guard let namespace = NamespaceAddress(fields: request.fields, path: asked, host: authority.host) else {
            return refuse("Malformed namespace", "A namespace has 1 to 63 characters of a-z, 0-9 and -, not - first.")
        }
        let links = Links(
            scheme: request.connection.scheme, authority: authority, namespace: namespace, hostKind: kind)
        let path =
            switch kind {
            case .mvpd: "/_sim/mvpd" + namespace.path
            case .landing: "/_sim/done"
            case .service, .direct: namespace.path
            }
        var strangeHost = isOperators ? nil : authority.host
        // A page can write X-Forwarded-Host, but not Host: where both are there, both must be known.
        if request.authority != received.authority, let original = authorities.read(received.authority),
            !original.isOperators
        {
            strangeHost = original.authority.host
        }
        if path != asked { request.target = path + (query.map { "?\($0)" } ?? "") }
        return .success(
            Address(
                request: request, path: path, namespace: namespace.name, links: links, strangeHost: strangeHost))
    }

    private func refuse(_ title: String, _ detail: String) -> Result<Address, Refusal> {
        .failure(Refusal(response: Problem.response(.badRequest, title, detail)))
    }
}
