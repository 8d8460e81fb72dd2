import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP
import PassSAML

/// `POST /sp/saml/SAMLAssertionConsumer`: the MVPD's answer arrives (legacy protocol, "ACS"; SAML Profiles 2.0, 4.1.4).
///
/// - `SAMLResponse`, required: base64. `RelayState`, required: it alone names the login, cookies count for nothing.
/// - 302: to the redirect URL; the session has a user.
/// - 400: a page; the assertion isn't signed by the MVPD, or the response is unsolicited, replayed, expired, meant for
///   someone else, or says that nobody signed in.
/// - 503: a GET, or a POST without `SAMLResponse`.
struct ConsumeAssertion: AdobeEndpoint {
    static let path = "/sp/saml/SAMLAssertionConsumer"

    let samlKey: RSAPublicKey

    let style = AnswerStyle.page
    let route = Route("ConsumeAssertion", [.get, .post], ConsumeAssertion.path, on: .worker, carriesSecrets: true)

    func answer(_ exchange: Exchange) throws -> HTTPResponse {
        let fields = exchange.parameters.pairs
        guard exchange.request.method == .post,
            fields.contains(where: { $0.name == "SAMLResponse" && !$0.value.isEmpty })
        else { return ErrorPage("Here an MVPD delivers its answer to a login.").response(.serviceUnavailable) }
        let message: PostedMessage
        do {
            message = try PostedMessage(fields: fields)
        } catch {
            throw EntitlementFailure.loginRefused("The provider's answer can't be read. \(error)")
        }
        guard let relayState = message.relayState else { throw EntitlementFailure.sessionNotFound }
        let id = SessionID(rawValue: relayState.text)
        do {
            let session = try exchange.world.authentication.complete(id, now: exchange.now) { request, session in
                try check(message, request, session, exchange)
            }
            guard let url = session.redirectURL else {
                return AdobeAnswer.redirect(to: exchange.links.service("/_sim/done"))
            }
            var page = NoticePage.signedIn
            page.link = ("Go on", url)
            return AdobeAnswer.redirect(to: url, showing: page)
        } catch let refusal as ResponseRefusal {
            if case .statusNotSuccess = refusal { try exchange.world.authentication.fail(id, now: exchange.now) }
            throw EntitlementFailure.loginRefused("\(refusal)")
        }
    }

    private func check(
        _ message: PostedMessage, _ request: ProviderRequest, _ session: AuthenticationSession, _ exchange: Exchange
    ) throws -> AuthenticationService.ProviderAnswer {
        guard let mvpd = exchange.world.catalog.mvpd(session.mvpd, exchange.world.policy), let id = SAMLID(request.id)
        else { throw EntitlementFailure.sessionNotFound }
        let provider = exchange.world.catalog.provider(of: mvpd, exchange.world.policy)
        let validator = ResponseValidator(
            issuer: provider.entity, audience: request.issuer, recipient: request.answerURL)
        let assertion = try validator.validate(
            xml: message.xml, verifiedBy: samlKey, inResponseTo: id, now: exchange.now)
        return .init(
            subscriber: SubscriberID(rawValue: assertion.nameID.value),
            providerSession: assertion.authentication.sessionIndex)
    }
}
