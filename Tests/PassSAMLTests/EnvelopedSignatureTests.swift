import PassCore
import PassCrypto
import PassSAML
import PassTestSupport
import Testing

/// Against xmlsec1 and signxml (see `Fixtures/SAML`).
@Suite("Enveloped signatures")
struct EnvelopedSignatureTests {
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private func read(_ text: String) throws -> AuthnResponse {
        try AuthnResponse(xml: Array(text.utf8), verifiedBy: TestKey.saml.publicKey)
    }

    private func signed() throws -> String { try text(AuthnResponse.make().xml(signedBy: TestKey.saml)) }

    @Test("A message signed here has the bytes that xmlsec1 produces")
    func golden() throws {
        let request = try AuthnRequest.make().xml(signedBy: TestKey.saml)
        #expect(try text(request) == text(Fixture.bytes("SAML/request.xml")))
        #expect(try signed() == text(Fixture.bytes("SAML/response.xml")))
    }

    @Test("A signed message is read back unchanged, for every kind of message")
    func roundTrips() throws {
        let key = try TestKey.saml
        func check<Message: SAMLMessage & Equatable>(_ message: Message) throws {
            let xml = try message.xml(signedBy: key)
            #expect(try Message(xml: xml, verifiedBy: key.publicKey) == message)
            #expect(try Message(xml: xml) == message)
            #expect(throws: SAMLError(.badSignature, "")) {
                try Message(xml: xml, verifiedBy: TestKey.foreign.publicKey)
            }
            #expect(throws: SAMLError(.notSigned, "")) { try Message(xml: message.xml, verifiedBy: key.publicKey) }
        }
        try check(AuthnRequest.make(requesters: ["A>B\t\"C\""], providers: ["D>\n"]))
        try check(LogoutRequest.make())
        try check(LogoutResponse.make())
        try check(
            AuthnResponse.make {
                $0.assertion?.nameID = NameID(" \n\u{E9}\"'&<>\u{1F4FA}")
                $0.assertion?.authentication.sessionIndex = "\"<>&\t\r\n"
                $0.assertion?.attributes = [SAMLAttribute("a>", ["\t\n]]>", ""])]
            })
    }

    @Test("A message is signed up to the length at which it can still be read")
    func longest() throws {
        let key = try TestKey.saml
        let bound = 1 << 18
        func issued(by length: Int) throws -> LogoutRequest {
            var request = try LogoutRequest.make()
            request.issuer = String(repeating: "i", count: length)
            return request
        }
        let rest = try issued(by: 1).xml(signedBy: key).count - 1
        let longest = try issued(by: bound - rest)
        let xml = try longest.xml(signedBy: key)
        #expect(xml.count == bound)
        #expect(try LogoutRequest(xml: xml, verifiedBy: key.publicKey) == longest)
        #expect(throws: SAMLError(.notXML, "")) { try issued(by: bound - rest + 1).xml(signedBy: key) }
    }

    @Test(
        "A response of another implementation, in its own format, is accepted",
        arguments: ["foreign-xmlsec1", "foreign-signxml"])
    func foreign(_ name: String) throws {
        let xml = try Fixture.bytes("SAML/\(name).xml")
        let expected = try AuthnResponse.make {
            $0.assertion?.attributes = [
                SAMLAttribute("zip", nameFormat: "urn:f", ["\"A&B\" <Cable>", "\r\">\u{E9}\u{1F4FA}"])
            ]
        }
        #expect(try read(text(xml)) == expected)
        // The key that came along is nobody's, so the one that is asked decides.
        #expect(throws: SAMLError(.badSignature, "")) {
            try AuthnResponse(xml: xml, verifiedBy: TestKey.foreign.publicKey)
        }
        #expect(throws: SAMLError(.badSignature, "")) {
            try read(text(xml).replacing("12:", with: "13:").replacing("u<", with: "v<"))
        }
    }

    @Test(
        "A signature of another kind is refused, even if it is valid",
        arguments: [
            ("sha1-signature", .algorithm), ("sha1-digest", .algorithm), ("sha512-signature", .algorithm),
            ("inclusive-canonicalization", .algorithm), ("inclusive-transform", .algorithm),
            ("with-comments", .algorithm), ("prefix-list", .algorithm), ("extra-transform", .badSignature),
            ("enveloped-alone", .badSignature), ("two-references", .badSignature), ("whole-document", .badSignature),
            ("response", .badSignature), ("response-alone", .badSignature), ("object", .badSignature),
            ("foreign-key", .badSignature),
        ] as [(String, SAMLError.Code)])
    func refused(_ name: String, _ code: SAMLError.Code) throws {
        let xml = try Fixture.bytes("SAML/refused/\(name).xml")
        #expect(try AuthnResponse(xml: xml) == .make())
        #expect(throws: SAMLError(code, "")) { try read(text(xml)) }
    }

    @Test(
        "A change to any signed content is detected",
        arguments: [
            (">u1<", ">u2<"), (">u1<", "> u1<"), (#"SessionIndex="s1""#, #"SessionIndex="s2""#),
            (#"Recipient="https://sp.example/acs""#, #"Recipient="https://other.example""#),
            ("<saml:Conditions", "<x/><saml:Conditions"),
            (#" Version="2.0"><saml:Issuer>"#, #" Version="2.0" x="1"><saml:Issuer>"#),
            ("<ds:SignedInfo>", "<ds:SignedInfo> "), (#"<ds:Reference "#, #"<ds:Reference Id="r" "#),
            ("<ds:DigestValue>", "<ds:DigestValue>AAAA"), ("<ds:SignatureValue>", "<ds:SignatureValue>AAAA"),
            ("<ds:DigestValue>", "<ds:DigestValue>?"), ("<ds:SignatureValue>", "<ds:SignatureValue>?"),
            (##"URI="#_a1""##, ##"URI="#_r1""##), (##"URI="#_a1""##, #"URI="""#), (##" URI="#_a1""##, ""),
            (
                "<saml:Subject>",
                #"<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"></ds:Signature><saml:Subject>"#
            ),
            ("</ds:Signature>", "<ds:KeyInfo></ds:KeyInfo><ds:KeyInfo></ds:KeyInfo></ds:Signature>"),
            ("</ds:Signature>", #"<KeyInfo xmlns="urn:x"></KeyInfo></ds:Signature>"#),
            ("ds:SignatureValue>", "ds:Value>"), ("ds:Transforms>", "ds:Transform>"),
        ])
    func altered(_ old: String, _ new: String) throws {
        let good = try signed()
        let bad = good.replacing(old, with: new)
        #expect(bad != good, "the row changes nothing")
        #expect(throws: SAMLError(.badSignature, "")) { try read(bad) }
    }

    @Test("Uncovered content may change: white space and KeyInfo in the signature, prefixes declared around it")
    func unaltered() throws {
        for (old, new) in [
            ("</ds:SignatureValue>", "\n</ds:SignatureValue>\n"),
            ("</ds:Signature>", "<ds:KeyInfo><ds:KeyName>x</ds:KeyName></ds:KeyInfo></ds:Signature>"),
            ("<samlp:Response ", #"<samlp:Response xmlns:x="urn:x" xmlns="urn:y" "#), (">u1<", "><![CDATA[u]]>&#x31;<"),
        ] {
            let good = try signed()
            let other = good.replacing(old, with: new)
            #expect(other != good, "the row changes nothing")
            #expect(try read(other) == .make())
        }
    }

    @Test("A comment in a signed name neither breaks the signature nor cuts the name short")
    func comment() throws {
        let response = try AuthnResponse.make { $0.assertion?.nameID.value = "admin@sp.example.evil.example" }
        let good = try text(response.xml(signedBy: TestKey.saml))
        let commented = good.replacing("admin@sp.example.evil", with: "admin@sp.example<!-- -->.evil")
        #expect(commented != good)
        #expect(try read(commented) == response)
    }

    @Test(
        "A reference to anything but the assertion's ID is refused, even when digest and signature fit",
        arguments: [##"URI="#_r1""##, #"URI="""#, #"URI="_a1""#, ##"URI="#xpointer(id('_a1'))""##, #"Type="x""#])
    func otherReference(_ attribute: String) throws {
        let good = try signed()
        #expect(try read(resigned(good)) == .make())
        let other = good.replacing(##"URI="#_a1""##, with: attribute)
        #expect(other != good)
        #expect(throws: SAMLError(.badSignature, "")) { try read(resigned(other)) }
    }

    /// The text with a signature that fits what its `SignedInfo` says now.
    private func resigned(_ text: String) throws -> String {
        let info = try #require(text.firstMatch(of: /<ds:SignedInfo>.*<\/ds:SignedInfo>/)).output
        let value = try #require(text.firstMatch(of: /<ds:SignatureValue>(.*)<\/ds:SignatureValue>/)).1
        let canonical = info.replacing(
            "<ds:SignedInfo>", with: #"<ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">"#)
        return try text.replacing(value, with: Base64.encode(TestKey.saml.signature(over: Array(canonical.utf8))))
    }

    @Test("A digest made to fit an altered assertion doesn't help without the key")
    func recomputedDigest() throws {
        let altered = try AuthnResponse.make { $0.assertion?.nameID.value = "admin" }
        let parts = try [signed(), text(altered.xml(signedBy: TestKey.foreign))].map { text in
            let start = try #require(text.firstRange(of: "<ds:SignatureValue>")).lowerBound
            let end = try #require(text.firstRange(of: "</ds:SignatureValue>")).upperBound
            return (before: text[..<start], value: text[start..<end], after: text[end...])
        }
        #expect(throws: SAMLError(.badSignature, "")) {
            try read("\(parts[1].before)\(parts[0].value)\(parts[1].after)")
        }
        #expect(try read("\(parts[0].before)\(parts[0].value)\(parts[0].after)") == .make())
    }
}
