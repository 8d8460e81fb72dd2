import PassCore
import PassSAML
import Testing

/// Documents made by pysaml2 7.5.5: other prefixes, another order of attributes, `xsi:type`, fractions of a second.
@Suite("SAML messages of other implementations")
struct ForeignMessageTests {
    @Test("A response of pysaml2 is read")
    func response() throws {
        let response = try AuthnResponse(xml: Array(Self.response.utf8))
        let expected = try AuthnResponse.make {
            $0.assertion?.attributes = [
                SAMLAttribute(
                    "zip", nameFormat: "urn:oasis:names:tc:SAML:2.0:attrname-format:basic", ["12345", "23456"])
            ]
        }
        #expect(response == expected)
        #expect(response.assertion?.values(ofAttribute: "zip") == ["12345", "23456"])
    }

    @Test("A request of pysaml2 is read")
    func request() throws {
        let request = try AuthnRequest(xml: Array(Self.request.utf8))
        #expect(
            try request
                == .make(isPassive: true, format: .transient, requesters: ["DEMO_NET"], providers: ["Sub1"]))
    }

    @Test("White space between elements, comments and a declaration change nothing")
    func pretty() throws {
        let pretty =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- x -->"
            + Self.response.replacing("><", with: ">\n  <").replacing("u1<", with: "u<!-- -->1<")
            + "\n"
        #expect(try AuthnResponse(xml: Array(pretty.utf8)) == AuthnResponse(xml: Array(Self.response.utf8)))
    }

    private static let response = """
        <ns0:Response xmlns:ns0="urn:oasis:names:tc:SAML:2.0:protocol" \
        xmlns:ns1="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
        ID="_r1" InResponseTo="_q1" Version="2.0" IssueInstant="2026-01-01T00:00:00Z" \
        Destination="https://sp.example/acs"><ns1:Issuer>https://idp.example</ns1:Issuer><ns0:Status>\
        <ns0:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success" /></ns0:Status>\
        <ns1:Assertion Version="2.0" ID="_a1" IssueInstant="2026-01-01T00:00:00Z">\
        <ns1:Issuer>https://idp.example</ns1:Issuer><ns1:Subject>\
        <ns1:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">u1</ns1:NameID>\
        <ns1:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><ns1:SubjectConfirmationData \
        NotOnOrAfter="2026-01-01T00:05:00Z" Recipient="https://sp.example/acs" InResponseTo="_q1" />\
        </ns1:SubjectConfirmation></ns1:Subject>\
        <ns1:Conditions NotBefore="2025-12-31T23:59:00.000Z" NotOnOrAfter="2026-01-01T00:05:00Z">\
        <ns1:AudienceRestriction><ns1:Audience>https://sp.example</ns1:Audience></ns1:AudienceRestriction>\
        </ns1:Conditions><ns1:AuthnStatement AuthnInstant="2026-01-01T00:00:00Z" SessionIndex="s1">\
        <ns1:AuthnContext><ns1:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:\
        PasswordProtectedTransport</ns1:AuthnContextClassRef></ns1:AuthnContext></ns1:AuthnStatement>\
        <ns1:AttributeStatement><ns1:Attribute Name="zip" \
        NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic">\
        <ns1:AttributeValue xsi:type="xs:string" xmlns:xs="http://www.w3.org/2001/XMLSchema">12345\
        </ns1:AttributeValue><ns1:AttributeValue xsi:type="xs:string" \
        xmlns:xs="http://www.w3.org/2001/XMLSchema">23456</ns1:AttributeValue></ns1:Attribute>\
        </ns1:AttributeStatement></ns1:Assertion></ns0:Response>
        """

    private static let request = """
        <ns0:AuthnRequest xmlns:ns0="urn:oasis:names:tc:SAML:2.0:protocol" \
        xmlns:ns1="urn:oasis:names:tc:SAML:2.0:assertion" ID="_q1" Version="2.0" \
        IssueInstant="2026-01-01T00:00:00Z" Destination="https://idp.example/sso" IsPassive="true" \
        ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" \
        AssertionConsumerServiceURL="https://sp.example/acs"><ns1:Issuer>https://sp.example</ns1:Issuer>\
        <ns0:NameIDPolicy Format="urn:oasis:names:tc:SAML:2.0:nameid-format:transient" AllowCreate="true" />\
        <ns0:Scoping><ns0:IDPList><ns0:IDPEntry ProviderID="Sub1" /></ns0:IDPList>\
        <ns0:RequesterID>DEMO_NET</ns0:RequesterID></ns0:Scoping></ns0:AuthnRequest>
        """
}
