import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP
import PassSAML
import PassTokens

/// `GET /sp/saml/LogoutServiceHTTPRedirectResponse`: receives the MVPD's answer to a logout (SAML Profiles 2.0, section
/// 4.4).
///
/// - `SAMLResponse`, `RelayState`, `SigAlg`, `Signature` of the Redirect binding, all required.
/// - 302: to the redirect URL of the logout, even if the MVPD reports a failure.
/// - 400: a page. The answer is unsigned or was altered, or it answers no logout of this service.
struct ConsumeLogoutResponse: AdobeEndpoint {
    static let path = "/sp/saml/LogoutServiceHTTPRedirectResponse"

    let style = AnswerStyle.page
    let route = Route(.consumeLogoutResponse, [.get], ConsumeLogoutResponse.path, on: .worker)
    let samlKey: RSAPublicKey

    func answer(_ exchange: Exchange) throws -> HTTPResponse {
        let message: RedirectedMessage
        let response: LogoutResponse
        do {
            message = try RedirectedMessage(query: exchange.request.query ?? "")
            response = try message.read(LogoutResponse.self, verifiedBy: exchange.world.samlKey(or: samlKey))
        } catch {
            throw EntitlementFailure.loginRefused("The provider's answer to the logout can't be accepted. \(error)")
        }
        guard let relayState = message.relayState else { throw EntitlementFailure.sessionNotFound }
        let id = SessionID(rawValue: relayState.text)
        let url = try exchange.services.logout.finish(id, now: exchange.now) { pending in
            guard let answered = response.inResponseTo, answered.text.hasSameBytes(as: pending.request.id) else {
                throw EntitlementFailure.loginRefused("The provider's answer belongs to another logout.")
            }
            // All simulated MVPDs sign with one key, so the issuer is compared too, if the answer has one (SAML Core,
            // section 3.2.2).
            let mvpd = exchange.world.catalog.mvpd(pending.mvpd)
            guard response.issuer == nil || response.issuer.map({ ExactText($0) }) == mvpd.map({ ExactText($0.entity) })
            else {
                throw EntitlementFailure.loginRefused("A provider other than the requested one sent this answer.")
            }
        }
        return AdobeAnswer.redirect(to: url ?? exchange.links.landing)
    }
}
