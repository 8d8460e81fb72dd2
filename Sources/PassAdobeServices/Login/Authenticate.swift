import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET /adobe-services/authenticate[/saml]`: a browser begins a login (legacy protocol, "authenticate/saml").
///
/// - `mso_id`, required. `requestor_id` and `redirect_url`, required unless a `reg_code` is given instead.
/// - `reg_code`: binds the login to a device. `generic_data`: stored with the login.
/// - `passive`: `true` asks the MVPD to show nothing (SAML Core, section 3.4.1, `IsPassive`).
/// - `client_type`, `client_version`: sent back as cookies.
/// - 302 or 200: to the MVPD, or to its proxy if it has one, in the MVPD's style. Some logins go straight back to the
///   redirect URL instead: a temporary pass, a rule that logs every user in, an MVPD that the requestor isn't
///   integrated with, and a promotional pass whose `generic_data` doesn't hold the identity that the pass is for.
/// - 400: a page without links.
struct Authenticate: AdobeEndpoint {
    let style = AnswerStyle.page
    let route = Route(
        .authenticate, [.get], "/adobe-services[/1.0]/authenticate[/saml]", on: .worker, carriesSecrets: true)
    let login: BrowserLogin

    func answer(_ exchange: Exchange) throws -> HTTPResponse {
        let parameters = exchange.parameters
        var question = BrowserLogin.Question(mvpd: try parameters.mvpd())
        question.requestor = try parameters.requestorIfPresent()
        question.redirectURL = try parameters.optional("redirect_url", longest: Parameters.longestURL)
        question.registrationCode = try parameters.optional("reg_code")
        question.generic = try parameters.optional(
            "generic_data", longest: Parameters.longestGenericData, controls: .lineBreaks)
        question.isPassive = try parameters.optional("passive") == "true"
        for name in ["client_type", "client_version"] {
            if let value = try parameters.optional(name, longest: Parameters.longestIdentifier) {
                question.clientCookies.append((name, value))
            }
        }
        return try login.begin(question, exchange)
    }
}
