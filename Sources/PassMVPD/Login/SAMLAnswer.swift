import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP
import PassSAML

/// An MVPD's answer to the service (SAML Profiles, section 4.1.4.2), posted there by the subscriber's browser.
struct SAMLAnswer {
    let provider: Provider
    let request: SAMLLoginRequest
    let world: World
    let now: Timestamp
    /// Signs the assertion.
    let samlKey: RSAPrivateKey

    /// How long the service may take to receive it.
    static let life: TimeToLive = .minutes(5)

    /// That this subscriber is signed in.
    func accept(_ signedIn: SignedIn) throws(EntitlementFailure) -> HTTPResponse {
        try post(response(.success, assertion(of: signedIn)))
    }

    /// That nobody signed in; without an assertion there is nothing to sign.
    func refuse(_ status: SAMLStatus) throws(EntitlementFailure) -> HTTPResponse {
        try post(response(status, nil))
    }

    private func post(_ response: AuthnResponse) throws(EntitlementFailure) -> HTTPResponse {
        let fields = try refusing { () throws(SAMLError) in
            try POSTBinding.fields(for: response, relayState: request.relayState, signedBy: samlKey)
        }
        return FormPage(action: request.assertionConsumerURL, fields: fields, brand: provider.brand).response()
    }

    private func response(_ status: SAMLStatus, _ assertion: Assertion?) -> AuthnResponse {
        AuthnResponse(
            id: SAMLID(from: world.identifiers), issueInstant: now, destination: request.assertionConsumerURL,
            inResponseTo: request.id, issuer: provider.mvpd.entity, status: status, assertion: assertion)
    }

    private func assertion(of signedIn: SignedIn) -> Assertion {
        let session = signedIn.session
        let end = now + Self.life
        return Assertion(
            id: SAMLID(from: world.identifiers), issueInstant: now, issuer: provider.mvpd.entity,
            nameID: NameID(signedIn.subscriber.id.rawValue, format: .persistent),
            confirmations: [
                BearerConfirmation(
                    inResponseTo: request.id, recipient: request.assertionConsumerURL, notOnOrAfter: end)
            ],
            conditions: Conditions(notBefore: now, notOnOrAfter: end, audience: request.issuer),
            authentication: AuthnStatement(
                // A clock that was set back doesn't make it the future.
                instant: min(session.began, now), sessionIndex: session.id.string,
                context: session.isHomeBased
                    ? AuthnStatement.internetProtocol : AuthnStatement.passwordProtectedTransport),
            attributes: SubscriberAttributes.attributes(of: signedIn.subscriber, isHomeBased: session.isHomeBased))
    }
}
