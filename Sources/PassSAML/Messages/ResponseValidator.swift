package import PassCore
package import PassCrypto

/// The checks that a service provider makes on a response (SAML Profiles, section 4.1.4.3; SAML Core, section 2.5).
///
/// The validator doesn't remember assertions. The caller has to mark the request as answered, so that a second response
/// to it is unsolicited.
package struct ResponseValidator: Sendable {
    /// The entity ID of the identity provider that was asked.
    package var issuer: String
    /// The service provider's own entity ID.
    package var audience: String
    /// The URL of the assertion consumer service.
    package var recipient: String
    /// The maximum difference between the two clocks. Every period is extended by it at both ends.
    package var clockSkew: TimeToLive

    package init(issuer: String, audience: String, recipient: String, clockSkew: TimeToLive = .seconds(60)) {
        self.issuer = issuer
        self.audience = audience
        self.recipient = recipient
        self.clockSkew = clockSkew
    }

    /// Returns the assertion if the identity provider signed it with `key` and the response passes every check.
    ///
    /// Only the assertion can be trusted. The rest of the response, including the status, isn't signed.
    package func validate(
        xml: [UInt8], verifiedBy key: RSAPublicKey, inResponseTo request: SAMLID, now: Timestamp
    ) throws(ResponseRefusal) -> Assertion {
        let response: AuthnResponse
        do throws(SAMLError) {
            response = try AuthnResponse(xml: xml, verifiedBy: key)
        } catch {
            switch error.code {
            case .notSigned, .badSignature, .algorithm: throw .notTrusted(error)
            default: throw .malformed(error)
            }
        }
        return try validate(response, inResponseTo: request, now: now)
    }

    /// Returns the assertion if the response passes every check. The signature isn't checked. Throws the refusal of the
    /// first check that fails.
    package func validate(
        _ response: AuthnResponse, inResponseTo request: SAMLID, now: Timestamp
    ) throws(ResponseRefusal) -> Assertion {
        if let destination = response.destination, !destination.hasSameBytes(as: recipient) {
            throw .wrongDestination(destination)
        }
        guard response.inResponseTo == request else { throw .unsolicited(inResponseTo: response.inResponseTo) }
        if let issuer = response.issuer, !issuer.hasSameBytes(as: self.issuer) { throw .wrongIssuer(issuer) }
        guard response.status.code == .success else { throw .statusNotSuccess(response.status) }
        guard let assertion = response.assertion else { throw .noAssertion }
        guard assertion.issuer.hasSameBytes(as: issuer) else { throw .wrongIssuer(assertion.issuer) }
        try checkConfirmations(assertion.confirmations, request, now)
        try checkConditions(assertion.conditions, now)
        try checkPeriod(nil, assertion.authentication.sessionNotOnOrAfter, now)
        return assertion
    }

    /// Throws the first confirmation's refusal unless at least one confirmation holds.
    private func checkConfirmations(
        _ confirmations: [BearerConfirmation], _ request: SAMLID, _ now: Timestamp
    ) throws(ResponseRefusal) {
        var refusal: ResponseRefusal?
        for confirmation in confirmations {
            do throws(ResponseRefusal) {
                return try check(confirmation, request, now)
            } catch {
                refusal = refusal ?? error
            }
        }
        throw refusal ?? .malformed(SAMLError(.malformed, "The assertion has no bearer confirmation."))
    }

    private func check(
        _ confirmation: BearerConfirmation, _ request: SAMLID, _ now: Timestamp
    ) throws(ResponseRefusal) {
        guard confirmation.recipient.hasSameBytes(as: recipient) else { throw .wrongRecipient(confirmation.recipient) }
        guard confirmation.inResponseTo == request else {
            throw .unsolicited(inResponseTo: confirmation.inResponseTo)
        }
        try checkPeriod(confirmation.notBefore, confirmation.notOnOrAfter, now)
    }

    private func checkConditions(_ conditions: Conditions, _ now: Timestamp) throws(ResponseRefusal) {
        try checkPeriod(conditions.notBefore, conditions.notOnOrAfter, now)
        if conditions.audienceRestrictions.isEmpty { throw .foreignAudience([]) }
        for audiences in conditions.audienceRestrictions where !audiences.containsBytes(of: audience) {
            throw .foreignAudience(audiences)
        }
    }

    private func checkPeriod(_ start: Timestamp?, _ end: Timestamp?, _ now: Timestamp) throws(ResponseRefusal) {
        if let start, now + clockSkew < start { throw .notYetValid(notBefore: start) }
        if let end, now >= end + clockSkew { throw .expired(notOnOrAfter: end) }
    }
}
