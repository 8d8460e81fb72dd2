import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP
import PassSAML

/// `POST /sp/saml/SAMLAssertionConsumer`: receives the MVPD's answer to a login (legacy protocol, "ACS"; SAML Profiles
/// 2.0, 4.1.4).
///
/// - `SAMLResponse`, required: base64. `RelayState`, required: it alone identifies the login; cookies are ignored.
/// - 302: to the redirect URL. The session has a user, except in three cases: the login was passive and no subscriber
///   was signed in; the subscriber didn't consent; or the login gives an app no profile.
/// - 400: a page. The assertion isn't signed by the MVPD; or the response is unsolicited, replayed, expired, meant for
///   another recipient, or reports another failure.
/// - 503: without `SAMLResponse`.
struct ConsumeAssertion: AdobeEndpoint {
    static let path = "/sp/saml/SAMLAssertionConsumer"
    /// The answer to a POST without a message, and to a probe.
    static let unavailable = ErrorPage("MVPDs send their answers to logins to this address.")
        .response(.serviceUnavailable)

    let samlKey: RSAPublicKey

    let style = AnswerStyle.page
    let route = Route(
        .consumeAssertion, [.post], ConsumeAssertion.path, on: .worker, carriesSecrets: true, content: .document)

    func answer(_ exchange: Exchange) throws -> HTTPResponse {
        let fields = exchange.parameters.pairs
        guard fields.contains(where: { $0.name == "SAMLResponse" && !$0.value.isEmpty }) else {
            return Self.unavailable
        }
        let message: PostedMessage
        do {
            message = try PostedMessage(fields: fields)
        } catch {
            throw EntitlementFailure.loginRefused("The provider's answer can't be read. \(error)")
        }
        guard let relayState = message.relayState else { throw EntitlementFailure.sessionNotFound }
        let id = SessionID(rawValue: relayState.text)
        switch try AssertionCheck(samlKey: samlKey).complete(id, with: message.xml, exchange) {
        case .signedIn(let session), .noSubscriber(let session, _): return AdobeAnswer.end(session, exchange)
        }
    }
}
