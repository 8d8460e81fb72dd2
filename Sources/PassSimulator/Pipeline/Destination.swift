import PassDomain
import PassEndpointKit
import PassHTTP

/// Where a request leads, as its head says it: nothing in here changes while the server runs.
///
/// A class that requests can keep, so that one which comes again and again is led there once.
final class Destination: Sendable {
    /// The request with its address undone; `nil` where that is the request as it came, which is not to keep itself.
    private let undone: HTTPRequest?
    let namespace: NamespaceName
    let links: Links
    let match: Router.Match
    let audience: Audience
    /// What somebody is told who may not go there.
    let refusal: HTTPResponse?

    /// - Throws: for a request that is addressed to nothing that there could be.
    init(of received: HTTPRequest, _ addressing: Addressing, _ router: Router) throws(Addressing.Refusal) {
        let strangeHost: String?
        let request: HTTPRequest
        (request, namespace, links, strangeHost) = try addressing.resolve(received)
        undone = request === received ? nil : request
        match = router.match(request.method, request.path)
        switch match {
        case .found(let found, _): audience = found.route.audience
        case .wrongMethod(_, let others): audience = others
        case .notFound: audience = Audience(path: request.path)
        }
        switch audience {
        case .operators: refusal = OperatorGate.refusal(of: request, links, strangeHost: strangeHost)
        case .clients, .visitors: refusal = nil
        }
    }

    /// - Parameter received: the one that it was made of, or its equal.
    func request(_ received: HTTPRequest) -> HTTPRequest { undone ?? received }
}
