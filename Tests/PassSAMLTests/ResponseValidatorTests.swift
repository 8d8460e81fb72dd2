import PassCore
import PassCrypto
import PassSAML
import PassTestSupport
import Testing

@Suite("Rules for responses")
struct ResponseValidatorTests {
    private let validator = ResponseValidator(
        issuer: "https://idp.example", audience: "https://sp.example", recipient: "https://sp.example/acs")

    private func validate(_ response: AuthnResponse, now: Timestamp = newYear) throws -> Assertion {
        try validator.validate(response, inResponseTo: samlID("_q1"), now: now)
    }

    @Test("A valid response gives its assertion, even if it names no issuer and no destination")
    func good() throws {
        #expect(try validate(.make()) == Assertion.make())
        let bare = try AuthnResponse.make {
            $0.issuer = nil
            $0.destination = nil
        }
        #expect(try validate(bare).nameID.value == "u1")
        #expect(try validate(xml: AuthnResponse.make().xml(signedBy: TestKey.saml)) == Assertion.make())
    }

    private func validate(xml: [UInt8]) throws -> Assertion {
        try validator.validate(
            xml: xml, verifiedBy: TestKey.saml.publicKey, inResponseTo: samlID("_q1"), now: newYear)
    }

    @Test("An assertion without a valid signature is refused as such, whatever else is wrong")
    func signatures() throws {
        var stale = try AuthnResponse.make()
        stale.assertion?.conditions.notOnOrAfter = newYear - .hours(1)
        for (xml, code) in [
            (stale.xml, SAMLError.Code.notSigned), (try stale.xml(signedBy: TestKey.foreign), .badSignature),
            (try Fixture.bytes("SAML/refused/sha1-signature.xml"), .algorithm),
        ] {
            let refusal = #expect(throws: ResponseRefusal.self) { try validate(xml: xml) }
            #expect(refusal == .notTrusted(SAMLError(code, "")))
            #expect(refusal?.description.hasPrefix("The assertion isn't trusted. ") == true)
        }
        let signed = try stale.xml(signedBy: TestKey.saml)
        #expect(throws: ResponseRefusal.expired(notOnOrAfter: newYear - .hours(1))) { try validate(xml: signed) }
    }

    @Test("A failure, which brings no assertion, needs no signature")
    func unsignedFailure() throws {
        let status = SAMLStatus(.responder, .authnFailed)
        let failure = try AuthnResponse.make {
            $0.status = status
            $0.assertion = nil
        }
        #expect(try failure.xml(signedBy: TestKey.saml) == failure.xml)
        #expect(throws: ResponseRefusal.statusNotSuccess(status)) { try validate(xml: failure.xml) }
    }

    /// A change to a good response, its refusal, and the sentence of it.
    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var refusal: ResponseRefusal
        var change: @Sendable (inout AuthnResponse) -> Void

        init(
            _ sentence: String, _ refusal: ResponseRefusal, _ change: @escaping @Sendable (inout AuthnResponse) -> Void
        ) {
            testDescription = sentence
            self.refusal = refusal
            self.change = change
        }
    }

    @Test(
        "Every broken rule has its refusal and its sentence",
        arguments: [
            Row("The response is addressed to https://x.", .wrongDestination("https://x")) {
                $0.destination = "https://x"
            },
            Row("The response answers no request.", .unsolicited(inResponseTo: nil)) { $0.inResponseTo = nil },
            Row(
                "The response answers _x, which is not the request that was sent.",
                .unsolicited(inResponseTo: SAMLID("_x"))
            ) {
                $0.inResponseTo = SAMLID("_x")
            },
            Row(
                "The response answers _x, which is not the request that was sent.",
                .unsolicited(inResponseTo: SAMLID("_x"))
            ) {
                $0.assertion?.confirmations[0].inResponseTo = SAMLID("_x")
            },
            Row("The response answers no request.", .unsolicited(inResponseTo: nil)) {
                $0.assertion?.confirmations[0].inResponseTo = nil
            },
            Row("The response comes from https://x, which didn't get the request.", .wrongIssuer("https://x")) {
                $0.issuer = "https://x"
            },
            Row("The response comes from https://x, which didn't get the request.", .wrongIssuer("https://x")) {
                $0.assertion?.issuer = "https://x"
            },
            Row(
                "The identity provider answered Responder and AuthnFailed: no.",
                .statusNotSuccess(SAMLStatus(.responder, .authnFailed, message: "no"))
            ) { $0.status = SAMLStatus(.responder, .authnFailed, message: "no") },
            Row(
                "The identity provider answered Responder: Come back later.",
                .statusNotSuccess(SAMLStatus(.responder, message: "Come back later."))
            ) { $0.status = SAMLStatus(.responder, message: "Come back later.") },
            Row(
                "The identity provider answered Responder and NoPassive.",
                .statusNotSuccess(SAMLStatus(.responder, .noPassive))
            ) { $0.status = SAMLStatus(.responder, .noPassive) },
            Row("The identity provider answered Requester.", .statusNotSuccess(SAMLStatus(.requester))) {
                $0.status = SAMLStatus(.requester)
                $0.assertion = nil
            },
            Row("The response has no assertion.", .noAssertion) { $0.assertion = nil },
            Row(
                "The assertion must be delivered to https://sp.example/ACS.", .wrongRecipient("https://sp.example/ACS")
            ) {
                $0.assertion?.confirmations[0].recipient = "https://sp.example/ACS"
            },
            Row("The assertion names no audience.", .foreignAudience([])) {
                $0.assertion?.conditions.audienceRestrictions = []
            },
            Row("The assertion is meant for https://a, https://b.", .foreignAudience(["https://a", "https://b"])) {
                $0.assertion?.conditions.audienceRestrictions = [["https://sp.example"], ["https://a", "https://b"]]
            },
            Row("The assertion names no audience.", .foreignAudience([])) {
                $0.assertion?.conditions.audienceRestrictions = [[]]
            },
            Row("The assertion was valid until 2025-12-31T23:59:00Z.", .expired(notOnOrAfter: newYear - .minutes(1))) {
                $0.assertion?.conditions.notOnOrAfter = newYear - .minutes(1)
            },
            Row("The assertion was valid until 2025-12-31T23:59:00Z.", .expired(notOnOrAfter: newYear - .minutes(1))) {
                $0.assertion?.confirmations[0].notOnOrAfter = newYear - .minutes(1)
            },
            Row("The assertion was valid until 2025-12-31T23:59:00Z.", .expired(notOnOrAfter: newYear - .minutes(1))) {
                $0.assertion?.authentication.sessionNotOnOrAfter = newYear - .minutes(1)
            },
            Row("The assertion is valid from 2026-01-01T00:02:00Z on.", .notYetValid(notBefore: newYear + .minutes(2)))
            {
                $0.assertion?.conditions.notBefore = newYear + .minutes(2)
            },
            Row("The assertion is valid from 2026-01-01T00:02:00Z on.", .notYetValid(notBefore: newYear + .minutes(2)))
            {
                $0.assertion?.confirmations[0].notBefore = newYear + .minutes(2)
            },
        ])
    func refusals(_ row: Row) throws {
        let response = try AuthnResponse.make(row.change)
        let refusal = #expect(throws: ResponseRefusal.self) { try validate(response) }
        #expect(refusal == row.refusal)
        #expect(refusal?.description == row.testDescription)
    }

    @Test("A response that can't be read is refused as such")
    func malformed() {
        let refusal = #expect(throws: ResponseRefusal.self) {
            try validate(xml: Array("<a>".utf8))
        }
        #expect(refusal == .malformed(SAMLError(.notXML, "")))
        #expect(refusal?.description.hasPrefix("The response can't be read. The message is not readable XML.") == true)
    }

    @Test("One valid confirmation is enough, in any position; a response without one is malformed")
    func confirmations() throws {
        var response = try AuthnResponse.make()
        let good = try #require(response.assertion).confirmations[0]
        var bad = good
        bad.recipient = "https://x"
        var worse = good
        worse.notOnOrAfter = newYear - .days(1)
        response.assertion?.confirmations = [bad, worse, good]
        #expect(throws: Never.self) { try validate(response) }
        response.assertion?.confirmations = [bad, worse]
        #expect(throws: ResponseRefusal.wrongRecipient("https://x")) { try validate(response) }
        response.assertion?.confirmations = []
        #expect(throws: ResponseRefusal.malformed(SAMLError(.malformed, ""))) { try validate(response) }
    }

    @Test("Periods are exact to the millisecond, extended by the skew of both clocks")
    func periods() throws {
        let response = try AuthnResponse.make()
        let first = newYear - .minutes(2)
        let end = newYear + .minutes(6)
        #expect(throws: Never.self) { try validate(response, now: first) }
        #expect(throws: ResponseRefusal.notYetValid(notBefore: newYear - .minutes(1))) {
            try validate(response, now: Timestamp(milliseconds: first.milliseconds - 1))
        }
        #expect(throws: Never.self) {
            try validate(response, now: Timestamp(milliseconds: end.milliseconds - 1))
        }
        #expect(throws: ResponseRefusal.expired(notOnOrAfter: newYear + .minutes(5))) {
            try validate(response, now: end)
        }
        var strict = validator
        strict.clockSkew = .seconds(0)
        #expect(throws: ResponseRefusal.expired(notOnOrAfter: newYear + .minutes(5))) {
            try strict.validate(response, inResponseTo: samlID("_q1"), now: newYear + .minutes(5))
        }
    }
}
