import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET bookend`, `POST bookend`: the page before the login form and the page after it, which count the pages that the
/// browser has visited (yt-dlp's branches "slingtv" and "Suddenlink" expect them).
///
/// - `login`, required, from the page before. `history` or `history_val`: the count of visited pages, from the page's
///   hidden input. Without it, the count in the path, which the page's meta refresh contains.
/// - For a count of 1: the login form. For a count of 3, after the subscriber has signed in: the answer for the service
///   (200 with a form, under OAuth 2.0 303). For any other count: 200 with a page that has the right count in its
///   hidden input, and a meta refresh that sends the right count.
/// - 400: a page. The login was altered or has expired.
struct Bookend: MVPDEndpoint {
    let samlKey: RSAPrivateKey
    let logins: LoginSealer

    let route = Route(
        .bookend, [.get, .post], "/_sim/mvpd/{mvpd}/bookend[/{history}]", on: .worker, carriesSecrets: true)
    let pages: SimulatedMVPD.LoginPages? = .bookends

    func respond(to exchange: Exchange, at site: MVPDSite) throws -> HTTPResponse {
        let login = try logins.open(exchange.parameters, exchange, at: site)
        let steps = LoginSteps(samlKey: samlKey, logins: logins, site: site, exchange: exchange)
        // The browser visits three pages: the first bookend, the form and the last bookend.
        let count = login.subscriber == nil ? "1" : "3"
        let posted = try exchange.parameters.optional("history") ?? exchange.parameters.optional("history_val")
        guard posted ?? exchange.captures["history"] == count else {
            return steps.refresh(to: "bookend/\(count)", login, more: [("history", count)])
        }
        if login.subscriber == nil { return steps.form(login) }
        return try steps.finish(login, as: steps.subscriber(of: login))
    }
}
