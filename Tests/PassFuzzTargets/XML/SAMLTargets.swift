import PassCore
import PassCrypto
import PassHTTP
import PassSAML
import PassTestSupport

extension FuzzTarget {
    /// SAML messages: one that is read is written and read back as the same, signed too; a signature covers what is read.
    static let samlMessage = FuzzTarget(
        preparing: "saml-message", maximumBytes: 8_192,
        words: xmlWords + [
            "samlp:", "saml:", "ID=\"a\"", "Version=\"2.0\"", "<Assertion", "<Response", "<LogoutRequest",
            "<LogoutResponse",
            "<AuthnRequest", "<Signature", "NotOnOrAfter=\"2031-05-14T08:30:00Z\"", "InResponseTo=\"",
            "<EncryptedAssertion",
        ],
        seeds: {
            let name = NameID("user")
            let logout = LogoutRequest(
                id: SAMLID(from: SeededIdentifierSource(seed: 1)), issueInstant: Timestamp(seconds: 1_900_000_000),
                destination: "https://a/",
                issuer: "b", nameID: name, sessionIndexes: ["c"])
            return try Seeds.files("SAML", ".xml") + [logout.xml]
        },
        prepare: {
            let key = try TestKey.saml
            return { bytes in
                try requireKept(AuthnRequest.self, bytes, key)
                try requireKept(AuthnResponse.self, bytes, key)
                try requireKept(LogoutRequest.self, bytes, key)
                try requireKept(LogoutResponse.self, bytes, key)
            }
        })

    private static func requireKept<Message: SAMLMessage>(
        _ type: Message.Type, _ bytes: [UInt8], _ key: RSAPrivateKey
    ) throws {
        _ = try? Message(xml: bytes, verifiedBy: key.publicKey)
        guard let message = try? Message(xml: bytes), (0...9998).contains(CivilTime(message.issueInstant).year) else {
            return
        }
        let written = message.xml
        // A carriage return in a text is read as a line feed: the writer escapes what clients undo, and no more.
        if written.contains(0x0D) { return }
        guard let again = try? Message(xml: written) else {
            throw BrokenProperty(description: "a message that was read is written so that it can't be: \(written.text)")
        }
        try require(again.xml == written, "\(written.text) became \(again.xml.text)")
        let signed = try message.xml(signedBy: key)
        if Message.signedPart == .message {
            let trusted = try Message(xml: signed, verifiedBy: key.publicKey)
            try require(trusted.xml == written, "the signed message reads as another: \(trusted.xml.text)")
        }
    }

    /// SAML bindings: queries and forms, DEFLATE and base64, bounded however much is packed into them.
    static let samlBinding = FuzzTarget(
        preparing: "saml-binding",
        words: ["SAMLRequest=", "SAMLResponse=", "&RelayState=", "&SigAlg=", "&Signature=", "%2B", "&SAMLEncoding="],
        seeds: {
            let request = LogoutRequest(
                id: SAMLID(from: SeededIdentifierSource(seed: 1)), issueInstant: Timestamp(seconds: 1_900_000_000),
                destination: nil,
                issuer: "b", nameID: NameID("user"), sessionIndexes: [])
            let state = try RelayState("state")
            let query = try RedirectBinding.query(for: request, relayState: state, signedBy: TestKey.saml)
            let fields = try POSTBinding.fields(for: request, relayState: state, signedBy: nil)
            return [Array(query.utf8), Array(FormFields.encode(fields).utf8)]
                + Seeds.texts("\u{3}\u{0}", "SAMLRequest=AwA%3D")
        },
        prepare: {
            let key = try TestKey.saml
            return { bytes in
                try read(query: bytes.text, key)
                // As what is inflated.
                try read(query: "SAMLRequest=" + PercentEncoding.encode(Base64.encode(bytes)), key)
                if let form = try? FormFields.parse(bytes), let posted = try? PostedMessage(fields: form.pairs) {
                    try require(posted.xml.count <= 1 << 19, "a posted message is larger than its limit")
                    _ = try? posted.read(AuthnResponse.self, verifiedBy: key.publicKey)
                }
                try requireCarried(Array(bytes.prefix(512)).text)
            }
        })

    private static func read(query: String, _ key: RSAPrivateKey) throws {
        guard let message = try? RedirectedMessage(query: query) else { return }
        _ = try? message.read(AuthnRequest.self, verifiedBy: key.publicKey)
        if let request = try? message.readUnverified(LogoutRequest.self) {
            try require(request.xml.count <= 1 << 20, "a message is larger than what was inflated allows")
        }
    }

    /// A name and a state of any text come through the redirect binding, as far as XML can carry them.
    private static func requireCarried(_ text: String) throws {
        let plain = String(text.unicodeScalars.filter { $0.value >= 0x20 && $0 != "\u{FFFE}" && $0 != "\u{FFFF}" })
        let request = LogoutRequest(
            id: SAMLID(from: SeededIdentifierSource(seed: 1)), issueInstant: Timestamp(seconds: 1_900_000_000),
            destination: plain,
            issuer: "issuer", nameID: NameID("name"), sessionIndexes: [plain])
        let state = try? RelayState(text)
        let query = try RedirectBinding.query(for: request, relayState: state, signedBy: nil)
        let message = try RedirectedMessage(query: query)
        try require(message.relayState == state, "another state arrives than \(text)")
        let read = try message.readUnverified(LogoutRequest.self)
        try require(read.destination == plain, "another destination arrives than \(plain)")
        try require(read.sessionIndexes == [plain], "another session arrives than \(plain)")
    }
}
