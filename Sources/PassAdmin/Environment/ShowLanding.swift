import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET|POST /_sim/done`: the landing page at the end of a redirect chain that names no other page. It shows the
/// parameters that it received, except passwords that a client sent along.
struct ShowLanding: Endpoint {
    let route = Route(.showLanding, [.get, .post], "/_sim/done", on: .loop)
    let failures: any FailureTable = AdminFailureTable()

    func respond(to exchange: Exchange) -> HTTPResponse {
        NoticePage.backAtApp(exchange.parameters.pairs.filter { $0.name != "password" }).response()
    }
}
