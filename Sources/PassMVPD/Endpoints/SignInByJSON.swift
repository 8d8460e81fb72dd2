import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP

/// `POST authn`: receives the login form's fields as a JSON document, from the page's script or a client without a
/// browser.
///
/// - Body, with any content type: `{"username":…,"password":…,"login":…}`. `login` comes from the page's hidden input.
///   It may be in the query instead, as in the address of the form.
/// - 200 `{"status":"SUCCESS","next":…}`: a GET of the absolute URL `next` returns the answer for the service.
/// - 401 `{"status":"FAILED","message":…}`: a sentence for the subscriber.
/// - 400 `{"status":"INVALID","message":…}`: the body is no such document, or the login was altered or has expired.
struct SignInByJSON: MVPDEndpoint {
    let samlKey: RSAPrivateKey
    let logins: LoginSealer

    let route = Route(.signInByJSON, [.post], "/_sim/mvpd/{mvpd}/authn", on: .worker, carriesSecrets: true)
    let pages: SimulatedMVPD.LoginPages? = .json
    let failures: any FailureTable = FailuresByJSON()

    func respond(to exchange: Exchange, at site: MVPDSite) throws -> HTTPResponse {
        guard let members = try? JSONValue.parse(exchange.request.body).objectValue else {
            throw EntitlementFailure.loginRefused("The body isn't a JSON object.")
        }
        let query = exchange.parameters.all(LoginSealer.field).map { (name: LoginSealer.field, value: $0) }
        let parameters = Parameters(
            query + members.compactMap { name, value in value.stringValue.map { (name.string, $0) } })
        let login = try logins.open(parameters, exchange, at: site)
        let credentials = try Credentials(parameters)
        let steps = LoginSteps(samlKey: samlKey, logins: logins, site: site, exchange: exchange)
        switch credentials.outcome(at: site) {
        case .notAsked: return Self.refusal(LoginPage.Problem.nothingEntered.sentence)
        case .problem(let problem): return Self.refusal(problem.sentence)
        case .accepted(let subscriber):
            let next = site.url("finish", steps.sealed(login.signedIn(subscriber)))
            var response = Self.answer(.ok) { answer in
                answer.member("status", "SUCCESS")
                answer.member("next", next)
            }
            response.delay(milliseconds: subscriber.signInDelayMilliseconds)
            return response
        }
    }

    private static func refusal(_ sentence: String) -> HTTPResponse {
        answer(.unauthorized) { answer in
            answer.member("status", "FAILED")
            answer.member("message", sentence)
        }
    }

    /// Returns an answer in JSON that no cache may store.
    fileprivate static func answer(_ status: HTTPStatus, _ members: (inout JSONWriter) -> Void) -> HTTPResponse {
        var response = HTTPResponse(status, type: "application/json", JSONWriter.object(members))
        response.fields.append(.cacheControl, "no-store")
        return response
    }
}

/// The answers to failures, which are JSON, since a page's script reads them.
private struct FailuresByJSON: FailureTable {
    func response(to failure: EntitlementFailure, in exchange: Exchange) -> HTTPResponse {
        let (status, sentence) = MVPDFailureTable.answer(to: failure)
        return SignInByJSON.answer(status) { answer in
            answer.member("status", "INVALID")
            answer.member("message", sentence)
        }
    }
}
