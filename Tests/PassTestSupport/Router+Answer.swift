import PassCore
package import PassDomain
package import PassEndpointKit
package import PassHTTP

extension Router {
    /// The endpoint's answer to the request, as a worker of the pipeline gives it; `nil` without an endpoint.
    package func answer(_ request: HTTPRequest, in world: World, links: Links) -> HTTPResponse? {
        guard case .found(let found, let captures) = match(request) else { return nil }
        var exchange = Exchange(
            request: request, world: world, links: links, now: world.clock.now(), captures: captures)
        return found.answer(&exchange)
    }
}
