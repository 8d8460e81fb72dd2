import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET /_sim/`, `GET /`: the dashboard, which shows and controls what happens in the request's namespace.
///
/// The page is the same in each namespace; its script gets the namespace's state from the control API.
/// The page is served without the admin token, because it asks the user for the token when the API requires it.
///
/// - 200: a page. 302: at `/`, for a browser, to `/_sim/`.
struct ShowDashboard: Endpoint {
    static let path = "/_sim/"

    let route = Route(.showDashboard, [.get], path, "/", on: .loop, readsParameters: false)
    let failures: any FailureTable = AdminFailureTable()

    func respond(to exchange: Exchange) -> HTTPResponse {
        // A browser that asks for the root is redirected, so that the page's links and a reload use only one address.
        if !exchange.request.path.contains("_sim"), exchange.header("Accept")?.contains("text/html") == true {
            return HTTPResponse(
                .found, fields: [.location: exchange.links.service(Self.path), .cacheControl: "no-store"])
        }
        guard let page = DashboardFile.all[ExactText("index.html")] else {
            preconditionFailure("The program holds no page of the dashboard.")
        }
        var response = page.response(to: exchange)
        response.fields.append("Content-Security-Policy", DashboardFile.policy)
        response.fields.append("Referrer-Policy", "no-referrer")
        return response
    }
}
