import PassCore
import PassSAML
import Testing

/// What is written here is its own exclusive canonical form (`xmllint --exc-c14n` gives it back unchanged) and is read
/// by pysaml2 7.5.5 as meant.
@Suite("SAML messages")
struct SAMLMessageTests {
    private let samlp = #"xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol""#
    private let saml = #"xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion""#

    private func text(_ message: some SAMLMessage) -> String {
        String(decoding: message.xml, as: UTF8.self)
    }

    @Test("An authentication request has the service's attributes, and scoping only when there is any")
    func authnRequest() throws {
        let start =
            "<samlp:AuthnRequest \(samlp) AssertionConsumerServiceURL=\"https://sp.example/acs\""
            + " Destination=\"https://idp.example/sso\" ForceAuthn=\"false\" ID=\"_q1\""
        let binding = #" ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Version="2.0">"#
        let issuer = "<saml:Issuer \(saml)>https://sp.example</saml:Issuer>"
        let policy = #"<samlp:NameIDPolicy AllowCreate="true" Format="urn:oasis:names:tc:SAML:2.0:nameid-format:"#
        #expect(
            try text(AuthnRequest.make()) == start + #" IsPassive="false" IssueInstant="2026-01-01T00:00:00Z""#
                + binding + issuer + policy + #"persistent"></samlp:NameIDPolicy></samlp:AuthnRequest>"#)
        let scoped = try AuthnRequest.make(
            isPassive: true, format: .transient, requesters: ["DEMO_NET"], providers: ["Sub1", "Sub2"])
        #expect(
            text(scoped) == start + #" IsPassive="true" IssueInstant="2026-01-01T00:00:00Z""#
                + binding + issuer + policy + #"transient"></samlp:NameIDPolicy>"#
                + #"<samlp:Scoping><samlp:IDPList><samlp:IDPEntry ProviderID="Sub1"></samlp:IDPEntry>"#
                + #"<samlp:IDPEntry ProviderID="Sub2"></samlp:IDPEntry></samlp:IDPList>"#
                + "<samlp:RequesterID>DEMO_NET</samlp:RequesterID></samlp:Scoping></samlp:AuthnRequest>")
    }

    @Test("A response holds issuer, status and assertion in the order of the schema")
    func response() throws {
        let response = try AuthnResponse.make {
            $0.assertion?.attributes = [SAMLAttribute("zip", nameFormat: "urn:f", ["12345", "<2>"])]
        }
        #expect(
            text(response) == "<samlp:Response \(samlp) Destination=\"https://sp.example/acs\" ID=\"_r1\""
                + #" InResponseTo="_q1" IssueInstant="2026-01-01T00:00:00Z" Version="2.0">"#
                + "<saml:Issuer \(saml)>https://idp.example</saml:Issuer>"
                + #"<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success">"#
                + "</samlp:StatusCode></samlp:Status>"
                + "<saml:Assertion \(saml) ID=\"_a1\" IssueInstant=\"2026-01-01T00:00:00Z\" Version=\"2.0\">"
                + "<saml:Issuer>https://idp.example</saml:Issuer><saml:Subject>"
                + #"<saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">u1</saml:NameID>"#
                + #"<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">"#
                + #"<saml:SubjectConfirmationData InResponseTo="_q1" NotOnOrAfter="2026-01-01T00:05:00Z""#
                + #" Recipient="https://sp.example/acs"></saml:SubjectConfirmationData></saml:SubjectConfirmation>"#
                + "</saml:Subject>"
                + #"<saml:Conditions NotBefore="2025-12-31T23:59:00Z" NotOnOrAfter="2026-01-01T00:05:00Z">"#
                + "<saml:AudienceRestriction><saml:Audience>https://sp.example</saml:Audience>"
                + "</saml:AudienceRestriction></saml:Conditions>"
                + #"<saml:AuthnStatement AuthnInstant="2026-01-01T00:00:00Z" SessionIndex="s1"><saml:AuthnContext>"#
                + "<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport"
                + "</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>"
                + #"<saml:AttributeStatement><saml:Attribute Name="zip" NameFormat="urn:f">"#
                + "<saml:AttributeValue>12345</saml:AttributeValue>"
                + "<saml:AttributeValue>&lt;2&gt;</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>"
                + "</saml:Assertion></samlp:Response>")
    }

    @Test("A failed response carries both levels of the status and a message")
    func failedResponse() throws {
        let response = try AuthnResponse.make {
            $0.status = SAMLStatus(.responder, .authnFailed, message: "wrong password")
            $0.assertion = nil
        }
        #expect(
            text(response).hasSuffix(
                #"<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder">"#
                    + #"<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"></samlp:StatusCode>"#
                    + "</samlp:StatusCode><samlp:StatusMessage>wrong password</samlp:StatusMessage></samlp:Status>"
                    + "</samlp:Response>"))
    }

    @Test("A logout request names the subject and the session")
    func logoutRequest() throws {
        #expect(
            try text(LogoutRequest.make()) == "<samlp:LogoutRequest \(samlp) Destination=\"https://idp.example/slo\""
                + #" ID="_l1" IssueInstant="2026-01-01T00:00:00Z" NotOnOrAfter="2026-01-01T00:05:00Z" Version="2.0">"#
                + "<saml:Issuer \(saml)>https://sp.example</saml:Issuer>"
                + "<saml:NameID \(saml) Format=\"urn:oasis:names:tc:SAML:2.0:nameid-format:persistent\">"
                + "u1</saml:NameID>"
                + "<samlp:SessionIndex>s1</samlp:SessionIndex></samlp:LogoutRequest>")
    }

    @Test("A logout response names the request and how it ended")
    func logoutResponse() throws {
        #expect(
            try text(LogoutResponse.make()) == "<samlp:LogoutResponse \(samlp) Destination=\"https://sp.example/slo\""
                + #" ID="_l2" InResponseTo="_l1" IssueInstant="2026-01-01T00:00:00Z" Version="2.0">"#
                + "<saml:Issuer \(saml)>https://idp.example</saml:Issuer>"
                + #"<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder">"#
                + #"<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:PartialLogout"></samlp:StatusCode>"#
                + "</samlp:StatusCode><samlp:StatusMessage>one &amp; only</samlp:StatusMessage></samlp:Status>"
                + "</samlp:LogoutResponse>")
    }

    @Test("Every message is read back unchanged, even without any optional part")
    func roundTrips() throws {
        let request = try AuthnRequest.make(isPassive: true, format: nil, requesters: ["A", "B"], providers: ["C"])
        #expect(try AuthnRequest(xml: request.xml) == request)
        let response = try AuthnResponse.make {
            $0.assertion?.attributes = [
                SAMLAttribute("a", ["\"<&> ]]>", ""]), SAMLAttribute("b", nameFormat: "urn:f", []),
            ]
            $0.assertion?.nameID = NameID(" \u{E9}\"'&<>\u{1F4FA}")
            $0.assertion?.authentication.sessionNotOnOrAfter = newYear + .hours(8)
            $0.assertion?.confirmations[0].notBefore = newYear
            $0.assertion?.conditions.audienceRestrictions = [["x", "y"], ["z"]]
        }
        #expect(try AuthnResponse(xml: response.xml) == response)
        let bare = AuthnResponse(
            id: try samlID("_r"), issueInstant: newYear, destination: nil, inResponseTo: nil, issuer: nil,
            status: SAMLStatus(.requester))
        #expect(try AuthnResponse(xml: bare.xml) == bare)
        var logout = try LogoutRequest.make()
        #expect(try LogoutRequest(xml: logout.xml) == logout)
        logout.sessionIndexes = []
        logout.notOnOrAfter = nil
        logout.destination = nil
        #expect(try LogoutRequest(xml: logout.xml) == logout)
        #expect(try LogoutResponse(xml: LogoutResponse.make().xml) == LogoutResponse.make())
    }

    @Test("IDs begin with an underscore and follow the source; a text that isn't an XML name isn't accepted")
    func identifiers() {
        let first = SAMLID(from: SeededIdentifierSource(seed: 1))
        #expect(first.text.hasPrefix("_"))
        #expect(first.text.count == 33)
        #expect(first == SAMLID(from: SeededIdentifierSource(seed: 1)))
        #expect(SAMLID("id-1.x_é") != nil)
        for text in ["", "1a", "-a", ".a", "a b", "a:b", "a\"", "a\n", "_" + String(repeating: "a", count: 256)] {
            #expect(SAMLID(text) == nil)
        }
    }

    @Test("A logout request is valid until its end plus the skew")
    func logoutExpiry() throws {
        let request = try LogoutRequest.make()
        let end = newYear + .minutes(6)
        #expect(!request.isExpired(at: Timestamp(milliseconds: end.milliseconds - 1)))
        #expect(request.isExpired(at: end))
        #expect(request.isExpired(at: newYear + .minutes(5), clockSkew: .seconds(0)))
    }
}
