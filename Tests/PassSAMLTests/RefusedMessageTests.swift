import PassSAML
import Testing

@Suite("SAML messages that are refused")
struct RefusedMessageTests {
    /// A change wherever `old` is in the text of a good message, and what has to come of it.
    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var code: SAMLError.Code
        var old: String
        var new: String

        init(_ description: String, _ code: SAMLError.Code, _ old: String, _ new: String) {
            testDescription = description
            self.code = code
            self.old = old
            self.new = new
        }
    }

    private func refuses<Message: SAMLMessage>(_ message: Message, _ row: Row) {
        let good = String(decoding: message.xml, as: UTF8.self)
        let bad = good.replacing(row.old, with: row.new)
        #expect(bad != good, "the row changes nothing")
        #expect(throws: SAMLError(row.code, "")) { try Message(xml: Array(bad.utf8)) }
    }

    @Test(
        "Responses are refused for their defects",
        arguments: [
            Row("another root", .malformed, "samlp:Response", "samlp:ArtifactResponse"),
            Row("another namespace", .malformed, "SAML:2.0:protocol", "SAML:1.1:protocol"),
            Row("no ID", .malformed, #" ID="_r1""#, ""),
            Row("an ID that is no name", .malformed, #""_r1""#, #""1r""#),
            Row("version 1.1", .version, #"Version="2.0""#, #"Version="1.1""#),
            Row("no version", .malformed, #" Version="2.0""#, ""),
            Row("a time without a zone", .malformed, "00:00:00Z", "00:00:00"),
            Row("a time that never was", .malformed, "2026-01-01T", "2026-02-30T"),
            Row("an InResponseTo that is no name", .malformed, #"InResponseTo="_q1""#, #"InResponseTo="""#),
            Row("an empty issuer", .malformed, "https://idp.example", " \n"),
            Row(
                "two issuers", .malformed, "<samlp:Status>",
                "<saml:Issuer xmlns:saml=\"\(saml)\">x</saml:Issuer><samlp:Status>"),
            Row("no status", .malformed, "samlp:StatusCode", "samlp:Code"),
            Row("an unknown status", .malformed, "status:Success", "status:AuthnFailed"),
            Row("one ID for response and assertion", .duplicateID, #"ID="_a1""#, #"ID="_r1""#),
            Row("one ID in another spelling", .duplicateID, "<saml:Subject>", #"<saml:Subject Id="_r1">"#),
            Row("an encrypted assertion", .encrypted, "saml:Assertion", "saml:EncryptedAssertion"),
            Row("an encrypted name", .encrypted, "<saml:NameID ", "<saml:EncryptedID/><saml:NameID "),
            Row("an empty name", .malformed, ">u1<", "><"),
            Row("a name in pieces", .malformed, ">u1<", ">u<x/>1<"),
            Row("a processing instruction", .notXML, ">u1<", ">u<?x?>1<"),
            Row("no subject", .malformed, "saml:Subject>", "saml:Object>"),
            Row("no bearer confirmation", .malformed, "cm:bearer", "cm:holder-of-key"),
            Row("no recipient", .malformed, #" Recipient="https://sp.example/acs""#, ""),
            Row("an endless confirmation", .malformed, #" NotOnOrAfter="2026-01-01T00:05:00Z" R"#, " R"),
            Row(
                "an unknown condition", .unsupported, "<saml:AudienceRestriction>",
                "<saml:Condition/><saml:AudienceRestriction>"),
            Row("no authentication", .malformed, "AuthnInstant", "Instant"),
            Row("two contexts", .malformed, "<saml:AuthnContext>", "<saml:AuthnContext/><saml:AuthnContext>"),
            Row("an encrypted attribute", .encrypted, "<saml:Attribute ", "<saml:EncryptedAttribute/><saml:Attribute "),
            Row("an attribute without a name", .malformed, #" Name="zip""#, ""),
            Row("no closing tag", .notXML, "</samlp:Response>", ""),
            Row("a document type", .notXML, "<samlp:Response", "<!DOCTYPE r [<!ENTITY x \"y\">]><samlp:Response"),
            Row("an undeclared prefix", .notXML, "samlp:Status>", "other:Status>"),
        ])
    func responses(_ row: Row) throws {
        refuses(try .make { $0.assertion?.attributes = [SAMLAttribute("zip", ["1"])] } as AuthnResponse, row)
    }

    @Test(
        "Requests are refused for their defects",
        arguments: [
            Row("no issuer", .malformed, "https://sp.example<", "<"),
            Row("no place for the response", .malformed, #" AssertionConsumerServiceURL="https://sp.example/acs""#, ""),
            Row("another binding", .unsupported, "bindings:HTTP-POST", "bindings:HTTP-Artifact"),
            Row("a flag that is none", .malformed, #"IsPassive="false""#, #"IsPassive="maybe""#),
            Row("a provider without ID", .malformed, #"ProviderID="C""#, #"Name="C""#),
        ])
    func requests(_ row: Row) throws {
        refuses(try AuthnRequest.make(providers: ["C"]), row)
    }

    @Test(
        "Logouts are refused for their defects",
        arguments: [
            Row("an empty name", .malformed, ">u1<", "><"),
            Row(
                "an encrypted name", .encrypted, "<samlp:SessionIndex>",
                "<saml:EncryptedID xmlns:saml=\"\(saml)\"/><samlp:SessionIndex>"),
            Row(
                "two names", .malformed, "<samlp:SessionIndex>",
                "<saml:NameID xmlns:saml=\"\(saml)\">v</saml:NameID><samlp:SessionIndex>"),
            Row("a bad end", .malformed, "00:05:00Z", "soon"),
        ])
    func logouts(_ row: Row) throws {
        refuses(try LogoutRequest.make(), row)
    }

    @Test("Assertions are refused, except for a single one directly in the response")
    func wrapping() throws {
        let good = try String(decoding: AuthnResponse.make().xml, as: UTF8.self)
        let start = try #require(good.firstRange(of: "<saml:Assertion ")).lowerBound
        let end = try #require(good.firstRange(of: "</saml:Assertion>")).upperBound
        let head = String(good[..<start])
        let assertion = String(good[start..<end])
        let tail = String(good[end...])
        let evil = assertion.replacing("_a1", with: "_a2").replacing(">u1<", with: ">admin<")
        let around = evil.replacing("</saml:Assertion>", with: "<x>\(assertion)</x></saml:Assertion>")
        let detailed = head.replacing(
            "<samlp:Status>", with: "<samlp:Status><samlp:StatusDetail>\(evil)</samlp:StatusDetail>")
        let wrapped = [
            "\(head)\(assertion)\(evil)\(tail)",
            "\(head)\(evil)\(assertion)\(tail)",
            "\(head)<samlp:Extensions>\(evil)</samlp:Extensions>\(assertion)\(tail)",
            "\(head)<samlp:Extensions>\(assertion)</samlp:Extensions>\(tail)",
            "\(head)\(around)\(tail)",
            "\(detailed)\(assertion)\(tail)",
        ]
        #expect(try AuthnResponse(xml: Array((head + assertion + tail).utf8)).assertion?.nameID.value == "u1")
        for text in wrapped {
            #expect(throws: SAMLError(.malformed, "")) { try AuthnResponse(xml: Array(text.utf8)) }
        }
    }

    @Test("An encrypted assertion anywhere is reported as such")
    func encrypted() throws {
        let good = try String(decoding: AuthnResponse.make { $0.assertion = nil }.xml, as: UTF8.self)
        let bad = good.replacing(
            "</samlp:Response>", with: "<saml:EncryptedAssertion xmlns:saml=\"\(saml)\"/></samlp:Response>")
        let error = #expect(throws: SAMLError.self) { try AuthnResponse(xml: Array(bad.utf8)) }
        #expect(error?.code == .encrypted)
        #expect(error?.message == "The assertion is encrypted, and there is no key to decrypt it.")
    }

    @Test("No bytes, and more than 256 KiB, are refused")
    func sizes() throws {
        #expect(throws: SAMLError(.notXML, "")) { try AuthnResponse(xml: []) }
        let large = try AuthnResponse.make { $0.assertion?.nameID.value = String(repeating: "u", count: 1 << 18) }
        #expect(throws: SAMLError(.notXML, "")) { try AuthnResponse(xml: large.xml) }
    }
}

private let saml = "urn:oasis:names:tc:SAML:2.0:assertion"
