import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit
import PassSAML

/// Judges an MVPD's answer to a login, whoever brought it: a browser or a platform.
struct AssertionCheck {
    /// Verifies the MVPD's signature.
    let samlKey: RSAPublicKey

    /// - Throws: `ResponseRefusal` for an answer that isn't good, `.sessionNotFound` for a login of no MVPD.
    func check(
        _ xml: [UInt8], _ request: ProviderRequest, _ session: AuthenticationSession, _ exchange: Exchange
    ) throws -> AuthenticationService.ProviderAnswer {
        guard let mvpd = exchange.world.catalog.mvpd(session.mvpd, exchange.world.policy), let id = SAMLID(request.id)
        else { throw EntitlementFailure.sessionNotFound }
        let provider = exchange.world.catalog.provider(of: mvpd, exchange.world.policy)
        let validator = ResponseValidator(
            issuer: provider.entity, audience: request.issuer, recipient: request.answerURL)
        let assertion = try validator.validate(
            xml: xml, verifiedBy: samlKey, inResponseTo: id, now: exchange.now)
        return .init(
            subscriber: SubscriberID(rawValue: assertion.nameID.value),
            providerSession: assertion.authentication.sessionIndex,
            isHomeBased: assertion.values(ofAttribute: UserMetadata.homeBasedKey) == ["true"])
    }

    /// What an acceptable answer means for the login.
    enum Outcome {
        case signedIn(AuthenticationSession)
        /// Nobody, as the app or the subscriber wanted it: the login was passive, or there was no consent.
        case nobody(AuthenticationSession, ResponseRefusal)
    }

    /// Completes the session with the answer; one that says that nobody signed in ends the session.
    ///
    /// - Throws: `.loginRefused` with the reason, `.sessionNotFound`.
    func complete(_ id: SessionID, with xml: [UInt8], _ exchange: Exchange) throws -> Outcome {
        do {
            return .signedIn(
                try exchange.world.authentication.complete(id, now: exchange.now) { request, session in
                    try check(xml, request, session, exchange)
                })
        } catch let refusal as ResponseRefusal {
            if case .statusNotSuccess(let status) = refusal,
                let session = try exchange.world.authentication.fail(id, now: exchange.now),
                session.isPassive || status.subcode == .requestDenied
            {
                return .nobody(session, refusal)
            }
            throw EntitlementFailure.loginRefused("\(refusal)")
        }
    }
}
