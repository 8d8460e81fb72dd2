import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP
import PassSAML

/// An MVPD's answer to the service (SAML Profiles, section 4.1.4.2), which the subscriber's browser posts to the
/// service.
struct SAMLAnswer {
    let site: MVPDSite
    let request: SAMLLoginRequest
    let world: World
    let now: Timestamp
    /// The key that signs the assertion.
    let samlKey: RSAPrivateKey

    /// The time in which the service must receive the answer.
    static let timeToLive: TimeToLive = .minutes(5)

    /// Tells the service that a subscriber is signed in.
    func accept(_ signedIn: SignedIn) throws(EntitlementFailure) -> HTTPResponse {
        try post(response(.success, assertion(of: signedIn)))
    }

    /// Tells the service that no subscriber is signed in. Without an assertion there is nothing to sign.
    func refuse(_ status: SAMLStatus) throws(EntitlementFailure) -> HTTPResponse {
        try post(response(status, nil))
    }

    private func post(_ response: AuthnResponse) throws(EntitlementFailure) -> HTTPResponse {
        let fields = try refusing { () throws(SAMLError) in
            try POSTBinding.fields(for: response, relayState: request.relayState, signedBy: samlKey)
        }
        return FormPage(action: request.assertionConsumerURL, fields: fields, brand: site.brand).response()
    }

    private func response(_ status: SAMLStatus, _ assertion: Assertion?) -> AuthnResponse {
        AuthnResponse(
            id: SAMLID(from: world.identifiers), issueInstant: now, destination: request.assertionConsumerURL,
            inResponseTo: request.id, issuer: site.mvpd.entity, status: status, assertion: assertion)
    }

    private func assertion(of signedIn: SignedIn) -> Assertion {
        let session = signedIn.session
        let end = now + Self.timeToLive
        return Assertion(
            id: SAMLID(from: world.identifiers), issueInstant: now, issuer: site.mvpd.entity,
            nameID: NameID(signedIn.subscriber.id.rawValue, format: .persistent),
            confirmations: [
                BearerConfirmation(
                    inResponseTo: request.id, recipient: request.assertionConsumerURL, notOnOrAfter: end)
            ],
            conditions: Conditions(notBefore: now, notOnOrAfter: end, audience: request.issuer),
            authentication: AuthnStatement(
                // After the clock was set back, the session's beginning may be in the future.
                instant: min(session.began, now), sessionIndex: session.id.string,
                context: session.isHomeBased
                    ? AuthnStatement.internetProtocol : AuthnStatement.passwordProtectedTransport),
            attributes: SubscriberAttributes.attributes(of: signedIn.subscriber, isHomeBased: session.isHomeBased))
    }
}
