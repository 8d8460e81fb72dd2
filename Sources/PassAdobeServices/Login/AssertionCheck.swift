import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit
import PassSAML
import PassTokens

/// Checks an MVPD's SAML answer to a login, which a browser or a platform has delivered.
struct AssertionCheck {
    /// The key that verifies the MVPD's signature in a World without keys of its own.
    let samlKey: RSAPublicKey

    /// Verifies an answer and reads the subscriber from it.
    ///
    /// - Throws: `ResponseRefusal` for an answer that isn't acceptable, `.sessionNotFound` for a login whose MVPD is
    ///   unknown or which isn't a SAML login.
    func check(
        _ xml: [UInt8], _ request: MVPDRequest, _ session: AuthenticationSession, _ exchange: Exchange
    ) throws -> AuthenticationService.MVPDAnswer {
        guard let mvpd = exchange.world.catalog.mvpd(session.mvpd), let id = SAMLID(request.id)
        else { throw EntitlementFailure.sessionNotFound }
        let actingMVPD = exchange.world.catalog.actingMVPD(of: mvpd)
        let validator = ResponseValidator(
            issuer: actingMVPD.entity, audience: request.issuer, recipient: request.answerURL)
        let assertion = try validator.validate(
            xml: xml, verifiedBy: exchange.world.samlKey(or: samlKey), inResponseTo: id, now: exchange.now)
        return .init(
            subscriber: SubscriberID(rawValue: assertion.nameID.value),
            providerSession: assertion.authentication.sessionIndex,
            isHomeBased: assertion.values(ofAttribute: UserMetadata.homeBasedKey) == ["true"])
    }

    /// The result of an acceptable answer.
    enum Outcome {
        /// A subscriber has signed in.
        case signedIn(AuthenticationSession)
        /// No subscriber has signed in, which isn't an error: the login was passive, or the subscriber denied consent.
        case noSubscriber(AuthenticationSession, ResponseRefusal)
    }

    /// Completes the session with the answer; an answer without a subscriber ends the session.
    ///
    /// - Throws: `.loginRefused` with the reason, `.sessionNotFound`, `.storeFull`.
    func complete(_ id: SessionID, with xml: [UInt8], _ exchange: Exchange) throws -> Outcome {
        do {
            return .signedIn(
                try exchange.services.authentication.complete(id, now: exchange.now) { request, session in
                    try check(xml, request, session, exchange)
                })
        } catch let refusal as ResponseRefusal {
            // An error that the MVPD reports ends the session. An answer that is refused for another reason leaves it
            // open.
            if case .statusNotSuccess(let status) = refusal,
                let session = try exchange.services.authentication.fail(id, now: exchange.now),
                session.isPassive || status.subcode == .requestDenied
            {
                return .noSubscriber(session, refusal)
            }
            throw EntitlementFailure.loginRefused("\(refusal)")
        }
    }
}
