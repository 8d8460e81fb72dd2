import PassDomain
import PassEndpointKit
import PassHTTP

/// The operation and the World that a request's head asks for, and whether its client may ask for them.
struct Destination: Sendable {
    /// The request with its address resolved: its path is the service's own.
    let request: HTTPRequest
    let namespace: NamespaceName
    let links: Links
    let match: Router.Match
    let audience: Audience
    /// The answer to a client that may not use the path; `nil` for one that may.
    let refusal: HTTPResponse?

    /// Resolves the address of a request and finds its route.
    ///
    /// - Throws: `Addressing.Refusal` for a request that names no valid host or namespace.
    init(
        of received: HTTPRequest, _ addressing: Addressing, _ router: Router, _ token: OperatorToken
    ) throws(Addressing.Refusal) {
        let strangeHost: String?
        (request, namespace, links, strangeHost) = try addressing.resolve(received)
        match = router.match(request)
        switch match {
        case .found(let found, _): audience = found.route.audience
        case .wrongMethod(_, let other): audience = other.route.audience
        case .notFound: audience = Audience(path: request.path)
        }
        switch audience {
        case .operators:
            refusal =
                OperatorGate.refusal(of: request, links, strangeHost: strangeHost)
                ?? token.refusal(of: request, for: match.route?.operation)
        case .clients, .visitors: refusal = nil
        }
    }
}
