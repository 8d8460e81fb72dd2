package import PassCore
package import PassCrypto
package import PassDomain
package import PassEndpointKit
import PassSAML
import PassTokens

/// The SAML messages that a device's platform carries between the service and an MVPD.
package struct PlatformMessages: Sendable {
    private let samlKey: RSAPrivateKey

    package init(samlKey: RSAPrivateKey) {
        self.samlKey = samlKey
    }

    /// Begins a login of a device.
    ///
    /// - Returns: the login's session, and the service's request to the MVPD, in base64.
    /// - Throws: the errors of `PlatformSignOnService.begin`.
    package func begin(
        _ requestor: RequestorID, _ mvpd: MVPDID, deviceID: ExactText, _ exchange: Exchange
    ) throws -> (session: SessionID, request: String) {
        let started = try exchange.services.platformSignOn.begin(
            .init(
                requestor: requestor, mvpd: mvpd, deviceID: deviceID, issuer: exchange.links.serviceEntity,
                answerURL: exchange.links.service(ConsumeAssertion.path)),
            now: exchange.now)
        guard let id = SAMLID(started.request.id) else { throw EntitlementFailure.sessionNotFound }
        let request = AuthnRequest(
            for: started.session, asked: started.request, id: id, at: started.mvpd, exchange)
        let fields = try POSTBinding.fields(
            for: request, relayState: nil, signedBy: exchange.world.samlKey(or: samlKey))
        guard let message = fields.first else { throw EntitlementFailure.sessionNotFound }
        return (started.session.id, message.value)
    }

    /// Completes the device's latest login with the MVPD's answer.
    ///
    /// - Parameters:
    ///   - answer: the answer, in base64.
    ///   - isMeant: returns whether the answer is for that session.
    /// - Returns: the session, in which a subscriber has signed in.
    /// - Throws: `.sessionNotFound` if the device has begun no such login, `.loginRefused` for an answer that can't be
    ///   accepted or has no subscriber.
    package func complete(
        _ requestor: RequestorID, _ mvpd: MVPDID, deviceID: ExactText, answer: String, _ exchange: Exchange,
        where isMeant: (SessionID) -> Bool = { _ in true }
    ) throws -> AuthenticationSession {
        let id = try exchange.services.platformSignOn.pending(
            requestor: requestor, mvpd: mvpd, deviceID: deviceID, now: exchange.now)
        guard isMeant(id) else { throw EntitlementFailure.sessionNotFound }
        let message: PostedMessage
        do {
            message = try PostedMessage(fields: [(name: "SAMLResponse", value: answer)])
        } catch {
            throw EntitlementFailure.loginRefused("The provider's answer can't be read. \(error)")
        }
        switch try AssertionCheck(samlKey: samlKey.publicKey).complete(id, with: message.xml, exchange) {
        case .signedIn(let session): return session
        case .noSubscriber(_, let refusal): throw EntitlementFailure.loginRefused("\(refusal)")
        }
    }
}
