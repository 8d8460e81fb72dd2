import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP
import PassSAML

/// `POST /sp/saml/SAMLAssertionConsumer`: the MVPD's answer arrives (legacy protocol, "ACS"; SAML Profiles 2.0, 4.1.4).
///
/// - `SAMLResponse`, required: base64. `RelayState`, required: it alone names the login, cookies count for nothing.
/// - 302: to the redirect URL. The session has a user, but for two cases: the login was passive and nobody was signed in,
///   or the subscriber didn't consent.
/// - 400: a page; the assertion isn't signed by the MVPD, or the response is unsolicited, replayed, expired, meant for
///   someone else, or tells of another failure.
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
            return AdobeAnswer.end(session, showing: .signedIn, exchange)
        } catch let refusal as ResponseRefusal {
            if case .statusNotSuccess(let status) = refusal,
                let session = try exchange.world.authentication.fail(id, now: exchange.now),
                session.isPassive || status.subcode == .requestDenied
            {
                return AdobeAnswer.end(session, showing: .notSignedIn, exchange)
            }
            throw EntitlementFailure.loginRefused("\(refusal)")
        }
    }

    private func check(
        _ message: PostedMessage, _ request: ProviderRequest, _ session: AuthenticationSession, _ exchange: Exchange
    ) throws -> AuthenticationService.ProviderAnswer {
        guard let mvpd = exchange.world.catalog.mvpd(session.mvpd, exchange.world.policy), let id = SAMLID(request.id)
        else { throw EntitlementFailure.sessionNotFound }
        let validator = ResponseValidator(issuer: mvpd.entity, audience: request.issuer, recipient: request.answerURL)
        let assertion = try validator.validate(
            xml: message.xml, verifiedBy: samlKey, inResponseTo: id, now: exchange.now)
        return .init(
            subscriber: SubscriberID(rawValue: assertion.nameID.value),
            providerSession: assertion.authentication.sessionIndex,
            isHomeBased: assertion.values(ofAttribute: "hba_status") == ["true"])
    }
}
