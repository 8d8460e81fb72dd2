import PassDomain
import PassEndpointKit
import PassHTTP

/// The operation and the World that a request's head asks for, and whether its client may ask for them.
///
/// The type can't be copied, since a copy would have to retain each of its parts.
struct Destination: ~Copyable, Sendable {
    /// The request with its address resolved. Its path is the one that routes match, without a namespace.
    let request: HTTPRequest
    let namespace: NamespaceName
    let links: Links
    let match: Router.Match
    let audience: Audience
    private let foreignHost: String?

    /// Resolves the address of a request and finds its route.
    ///
    /// - Throws: `Addressing.Refusal` for a request that names no valid host or namespace.
    init(
        of received: borrowing HTTPRequest, _ addressing: borrowing Addressing, _ router: borrowing Router
    ) throws(Addressing.Refusal) {
        let (request, namespace, links, foreignHost) = try addressing.resolve(received)
        let match = router.match(request)
        audience = Self.audience(of: match, request)
        (self.request, self.namespace, self.links, self.match) = (request, namespace, links, match)
        self.foreignHost = foreignHost
    }

    private static func audience(of match: Router.Match, _ request: HTTPRequest) -> Audience {
        switch match {
        case .found(let found, _): found.route.audience
        case .wrongMethod(_, let other): other.route.audience
        case .notFound: Audience(path: request.path)
        }
    }

    /// Returns the answer to a client that may not use the path; `nil` for one that may.
    func refusal(_ token: borrowing OperatorToken) -> HTTPResponse? {
        switch audience {
        case .operators:
            OperatorGate.refusal(of: request, links, foreignHost: foreignHost)
                ?? token.refusal(of: request, for: match.route?.operation)
        case .clients, .visitors: nil
        }
    }
}
