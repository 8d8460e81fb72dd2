import PassCore
import PassCrypto
import PassSAML
import Testing

@Suite("Redirect binding")
struct RedirectBindingTests {
    private static let key = Result { try RSAPrivateKey.generate(bits: 1024) }
    private let key: RSAPrivateKey
    private let good: String

    init() throws {
        key = try Self.key.get()
        good = try RedirectBinding.query(
            for: LogoutRequest.make(), relayState: RelayState("a b+c&d=é"), signedBy: key)
    }

    @Test("A query deflated by Python and signed by openssl is verified over the bytes as received")
    func foreign() throws {
        let message = try RedirectedMessage(query: ForeignQuery.rsaSHA256)
        #expect(message.isSigned)
        #expect(message.parameter == .request)
        #expect(message.relayState?.text == "a b+c&d=é")
        let logout = try message.read(LogoutRequest.self, verifiedBy: RSAPublicKey(pem: ForeignQuery.publicKey))
        #expect(logout.issuer == "https://saml.sp.auth.adobe.com")
        #expect(logout.nameID == NameID("u1", format: .persistent))
        #expect(throws: SAMLError(.badSignature, "")) {
            try message.read(LogoutRequest.self, verifiedBy: key.publicKey)
        }
    }

    @Test("The order of parameters in the URL and unknown parameters don't matter")
    func order() throws {
        let parts = good.split(separator: "&")
        let shuffled = "_=1&" + parts.reversed().joined(separator: "&&x&") + "&domain_name=%ff&"
        let message = try RedirectedMessage(query: shuffled)
        #expect(try message.read(LogoutRequest.self, verifiedBy: key.publicKey) == .make())
    }

    @Test("A written message is read and verified, with and without RelayState")
    func roundTrip() throws {
        let message = try RedirectedMessage(query: good)
        #expect(try message.read(verifiedBy: key.publicKey) == LogoutRequest.make())
        #expect(message.relayState?.text == "a b+c&d=é")
        let response = try LogoutResponse.make()
        let query = try RedirectBinding.query(for: response, relayState: nil, signedBy: key)
        #expect(query.hasPrefix("SAMLResponse="))
        #expect(!query.contains("RelayState"))
        #expect(try RedirectedMessage(query: query).read(verifiedBy: key.publicKey) == response)
        #expect(query.contains("&SigAlg=http%3A%2F%2Fwww.w3.org%2F2001%2F04%2Fxmldsig-more%23rsa-sha256&Signature="))
    }

    @Test("The message is really compressed")
    func compressed() throws {
        let request = try AuthnRequest.make(requesters: ["DEMO_NET"])
        let query = try RedirectBinding.query(for: request, relayState: nil, signedBy: nil)
        #expect(query.utf8.count < request.xml.count)
        let message = try RedirectedMessage(query: query)
        #expect(!message.isSigned)
        #expect(try message.readUnverified() == request)
        #expect(throws: SAMLError(.notSigned, "")) {
            try message.read(AuthnRequest.self, verifiedBy: key.publicKey)
        }
    }

    @Test(
        "The query is appended to a location that already has one",
        arguments: [
            ("https://idp.example/sso", "https://idp.example/sso?"),
            ("https://idp.example/sso?a=1", "https://idp.example/sso?a=1&"),
            ("https://idp.example/sso?", "https://idp.example/sso?"),
            ("https://idp.example/sso?a&", "https://idp.example/sso?a&"),
            ("https://idp.example/sso#top?", "https://idp.example/sso?"),
        ])
    func location(_ location: String, _ start: String) throws {
        let url = try RedirectBinding.url(
            for: LogoutRequest.make(), to: location, relayState: RelayState("a b+c&d=é"), signedBy: key)
        #expect(url == start + good)
    }

    @Test("A change to any signed parameter breaks the signature")
    func tampered() throws {
        let other = try RedirectBinding.query(
            for: LogoutResponse.make(), relayState: nil, signedBy: try RSAPrivateKey.generate(bits: 1024))
        var another = try LogoutRequest.make()
        another.nameID.value = "u2"
        let foreignMessage = try RedirectBinding.query(for: another, relayState: nil, signedBy: nil)
        let parts = good.split(separator: "&").map(String.init)
        let changes: [(Int, String)] = [
            (0, foreignMessage), (1, "RelayState=a%20b%2Bc%26d%3De"), (1, "RelayState="), (1, "x="),
            // The same value in another spelling is another octet string.
            (1, "RelayState=a+b%2Bc%26d%3D%C3%A9"), (1, "RelayState=a%20b%2bc%26d%3D%C3%A9"),
            (2, "SigAlg=http://www.w3.org/2001/04/xmldsig-more%23rsa-sha256"),
            (3, try #require(other.split(separator: "&").last).description), (3, "Signature=AAAA"),
        ]
        for (index, part) in changes {
            var changed = parts
            #expect(changed[index] != part)
            changed[index] = part
            let message = try RedirectedMessage(query: changed.joined(separator: "&"))
            #expect(throws: SAMLError(.badSignature, "")) {
                try message.read(LogoutRequest.self, verifiedBy: key.publicKey)
            }
        }
    }

    @Test("A RelayState that was not signed can't be added")
    func addedRelayState() throws {
        let query = try RedirectBinding.query(for: LogoutRequest.make(), relayState: nil, signedBy: key)
        let message = try RedirectedMessage(query: query + "&RelayState=evil")
        #expect(throws: SAMLError(.badSignature, "")) {
            try message.read(LogoutRequest.self, verifiedBy: key.publicKey)
        }
    }

    @Test("SHA-1 and other algorithms are refused, even with a valid signature")
    func algorithms() throws {
        #expect(throws: SAMLError(.algorithm, "")) { try RedirectedMessage(query: ForeignQuery.rsaSHA1) }
        for algorithm in ["", "http://www.w3.org/2001/04/xmldsig-more%23rsa-sha512", "none"] {
            let parts = good.split(separator: "&")
            let changed = "\(parts[0])&SigAlg=\(algorithm)&\(parts[3])"
            #expect(throws: SAMLError(.algorithm, "")) { try RedirectedMessage(query: changed) }
        }
    }

    @Test(
        "Queries without a message are refused",
        arguments: [
            ("", .missingMessage), ("SAMLrequest=a", .missingMessage),
            ("SAMLRequest=AA&SAMLResponse=AA", .missingMessage),
            ("RelayState=a&SigAlg=b&Signature=c", .missingMessage), ("SAMLRequest=", .encoding),
            ("SAMLRequest", .encoding),
            ("SAMLRequest=%", .encoding), ("SAMLRequest=%4", .encoding), ("SAMLRequest=%zz", .encoding),
            ("SAMLRequest=%ff", .encoding), ("SAMLRequest=A", .encoding), ("SAMLRequest=%21%21%21%21", .encoding),
            // A stored block whose two lengths disagree, one that is cut short, and one with a byte after it.
            ("SAMLRequest=AQEAAABh", .encoding), ("SAMLRequest=AQIA%2Ff9h", .encoding),
            ("SAMLRequest=AQEA%2Fv9hYQ%3D%3D", .encoding),
            ("SAMLRequest=AQEA%2Fv9h&RelayState=a&RelayState=a", .duplicateParameter),
            ("SAMLRequest=AQEA%2Fv9h&SAMLRequest=AQEA%2Fv9h", .duplicateParameter),
            ("SAMLRequest=AQEA%2Fv9h&SAML%52equest=AQEA%2Fv9h", .duplicateParameter),
            ("SAMLRequest=AQEA%2Fv9h&SigAlg=a&SigAlg=a", .duplicateParameter),
            ("SAMLRequest=AQEA%2Fv9h&x=&\u{301}&RelayState=\u{301}&RelayState=a", .duplicateParameter),
            ("SAMLRequest=AQEA%2Fv9h&Signature=a&Signature=a", .duplicateParameter),
            ("SAMLRequest=AQEA%2Fv9h&SigAlg=http://www.w3.org/2001/04/xmldsig-more%23rsa-sha256", .notSigned),
            ("SAMLRequest=AQEA%2Fv9h&Signature=AAAA", .algorithm),
            ("SAMLRequest=AQEA%2Fv9h&SigAlg=http://www.w3.org/2001/04/xmldsig-more%23rsa-sha256&Signature=", .encoding),
            ("SAMLRequest=AQEA%2Fv9h&SAMLEncoding=none", .encoding),
        ] as [(String, SAMLError.Code)])
    func refused(_ query: String, _ code: SAMLError.Code) {
        #expect(throws: SAMLError(code, "")) { try RedirectedMessage(query: query) }
    }

    @Test("A stored block is read, and the encoding may be named")
    func stored() throws {
        let query = "SAMLRequest=AQEA%2Fv9h&SAMLEncoding=urn:oasis:names:tc:SAML:2.0:bindings:URL-Encoding:DEFLATE"
        let message = try RedirectedMessage(query: query)
        #expect(throws: SAMLError(.notXML, "")) { try message.readUnverified(AuthnRequest.self) }
    }

    @Test("A message that inflates beyond the bound is refused, at the bound it is read")
    func bomb() throws {
        #expect(throws: SAMLError(.tooLarge, "")) { try RedirectedMessage(query: ForeignQuery.bomb) }
        let size = try LogoutRequest.make().xml.count
        let query = try RedirectBinding.query(for: LogoutRequest.make(), relayState: nil, signedBy: nil)
        #expect(throws: Never.self) { try RedirectedMessage(query: query, limit: size) }
        #expect(throws: SAMLError(.tooLarge, "")) { try RedirectedMessage(query: query, limit: size - 1) }
        let long = "SAMLRequest=" + String(repeating: "A", count: 65_536)
        #expect(throws: SAMLError(.tooLarge, "")) { try RedirectedMessage(query: long) }
    }

    @Test("A message of another kind is refused")
    func otherKind() throws {
        let message = try RedirectedMessage(query: good)
        #expect(throws: SAMLError(.missingMessage, "")) {
            try message.read(LogoutResponse.self, verifiedBy: key.publicKey)
        }
        #expect(throws: SAMLError(.malformed, "")) {
            try message.read(AuthnRequest.self, verifiedBy: key.publicKey)
        }
    }
}
