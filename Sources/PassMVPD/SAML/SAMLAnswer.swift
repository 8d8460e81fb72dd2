import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP
import PassSAML
import PassTokens

/// An MVPD's answer to the service (SAML Profiles, section 4.1.4.2), which the subscriber's browser posts to the
/// service.
struct SAMLAnswer {
    let site: MVPDSite
    let request: SAMLLoginRequest
    let world: World
    let now: Timestamp
    /// The key that signs the assertion in a World without keys of its own.
    let samlKey: RSAPrivateKey
    /// The defect that a rule gives to the answer.
    var fault: MVPDFault?

    /// The entity identifier of another service, for the defect `wrongAudience`.
    private static let otherAudience = "https://another-service.example/saml"
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
        var fields = try refusing { () throws(SAMLError) in
            try POSTBinding.fields(for: response, relayState: request.relayState, signedBy: world.samlKey(or: samlKey))
        }
        if fault == .badSignature { fields[0].value = Self.withWrongSignature(fields[0].value) }
        return FormPage(action: request.assertionConsumerURL, fields: fields, brand: site.brand).response()
    }

    /// Returns a message with another character in the middle of its signature. Message and signature are both in
    /// base64.
    private static func withWrongSignature(_ message: String) -> String {
        guard let bytes = Base64.decode(message) else { return message }
        let xml = String(decoding: bytes, as: UTF8.self)
        guard let start = xml.firstRange(of: "<ds:SignatureValue>"),
            let end = xml[start.upperBound...].firstRange(of: "</ds:SignatureValue>")
        else { return message }
        var signature = Array(xml[start.upperBound..<end.lowerBound].utf8)
        let middle = signature.count / 2
        signature[middle] = signature[middle] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        let changed = xml[..<start.upperBound] + String(decoding: signature, as: UTF8.self) + xml[end.lowerBound...]
        return Base64.encode(Array(changed.utf8))
    }

    private func response(_ status: SAMLStatus, _ assertion: Assertion?) -> AuthnResponse {
        AuthnResponse(
            id: SAMLID(from: world.identifiers), issueInstant: now, destination: request.assertionConsumerURL,
            inResponseTo: request.id, issuer: site.mvpd.entity, status: status, assertion: assertion)
    }

    private func assertion(of signedIn: SignedIn) -> Assertion {
        let session = signedIn.session
        let start = fault == .expiredAssertion ? now - .hours(1) : now
        let end = start + Self.timeToLive
        return Assertion(
            id: SAMLID(from: world.identifiers), issueInstant: now, issuer: site.mvpd.entity,
            nameID: NameID(signedIn.subscriber.id.rawValue, format: .persistent),
            confirmations: [
                BearerConfirmation(
                    inResponseTo: request.id, recipient: request.assertionConsumerURL, notOnOrAfter: end)
            ],
            conditions: Conditions(
                notBefore: start, notOnOrAfter: end,
                audience: fault == .wrongAudience ? Self.otherAudience : request.issuer),
            authentication: AuthnStatement(
                // After the clock was set back, the session's beginning may be in the future.
                instant: min(session.began, now), sessionIndex: session.id.string,
                context: session.isHomeBased
                    ? AuthnStatement.internetProtocol : AuthnStatement.passwordProtectedTransport),
            attributes: SubscriberAttributes.attributes(of: signedIn.subscriber, isHomeBased: session.isHomeBased))
    }
}
