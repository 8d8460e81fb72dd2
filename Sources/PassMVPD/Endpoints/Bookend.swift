import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET bookend`, `POST bookend`: the page before the login form and the page after it, which count the pages that the
/// browser has visited (as yt-dlp's branches "slingtv" and "Suddenlink" know them).
///
/// - `login`, required, from the page before. `history` or `history_val`: the count, as the page's hidden input has it;
///   else the count in the path, where the page's refresh leads.
/// - The login form for a count of 1, the answer for the service (200 with a form, under OAuth 2.0 303) for a count of 3
///   after somebody has signed in; for any other count 200, a page with that input and a meta refresh that brings it.
/// - 400: a page; the login was altered or is over.
struct Bookend: ProviderEndpoint {
    let samlKey: RSAPrivateKey
    let logins: LoginSealer

    let route = Route(
        "Bookend", [.get, .post], "/_sim/mvpd/{mvpd}/bookend[/{history}]", on: .worker, carriesSecrets: true)
    let pages: MVPD.LoginPages? = .bookends

    func respond(to exchange: Exchange, at provider: Provider) throws -> HTTPResponse {
        let login = try logins.open(exchange.parameters, exchange, at: provider)
        let steps = LoginSteps(samlKey: samlKey, logins: logins, provider: provider, exchange: exchange)
        // The first bookend is the first page, the form the second, the last bookend the third.
        let count = login.subscriber == nil ? "1" : "3"
        let posted = try exchange.parameters.optional("history") ?? exchange.parameters.optional("history_val")
        guard posted ?? exchange.captures["history"] == count else {
            return steps.refresh(to: "bookend/\(count)", login, more: [("history", count)])
        }
        if login.subscriber == nil { return steps.form(login) }
        return try steps.finish(login, as: steps.subscriber(of: login))
    }
}
