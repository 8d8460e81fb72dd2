import PassEndpointKit
import PassHTTP

/// `GET|POST /_sim/done`: the page at the end of a chain that names no page of its own; shows what came
/// back, but for passwords that a client went on posting.
struct ShowLanding: Endpoint {
    let route = Route("ShowLanding", [.get, .post], "/_sim/done", on: .loop)
    let failures: any FailureTable = AdminFailureTable()

    func respond(to exchange: Exchange) -> HTTPResponse {
        NoticePage.backAtApp(exchange.parameters.pairs.filter { $0.name != "password" }).response()
    }
}
