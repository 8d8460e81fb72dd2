import PassCore
import PassCrypto
import PassDomain
import PassTestSupport
import PassTokens

extension FuzzTarget {
    static let tokenWords = [
        "<signatureInfo>", "</signatureInfo>", "<simpleAuthenticationToken>", "<simpleAuthorizationToken>",
        "<authToken>",
        "<shortAuthorizationToken>", "<simpleTokenExpires>", "<simpleTokenTTL>", "<simpleTokenMsoID>", "<ttl>",
        "<issueTime>",
        "2031/05/14 08:30:00 GMT +0000", "2031-05-14 07:55:02 +0000", "<![CDATA[", "&lt;", "%3C", "Bearer ",
        "<zAll>true</zAll>",
    ]

    /// Tokens as their own installation opens them, signed and not: what was opened is sealed and opened as the same.
    static let signedToken = FuzzTarget(
        preparing: "signed-token", words: tokenWords, seeds: { try tokens().flatMap { [$0, element(of: $0)] } },
        prepare: {
            let key = try RSAPrivateKey(pem: Fixture.bytes("Keys/token.pem"))
            let sealer = SignedTokenSealer(key: key, handles: Sealer(secret: Array(0..<32)), forms: TokenForms())
            return { bytes in
                let text = bytes.text
                _ = (try? sealer.openProfile(text), try? sealer.openDecision(text), try? sealer.openMediaToken(text))
                _ = (sealer.digest(of: text), sealer.openHandles(nameID: text, sessionIndex: text))
                if let envelope = try? SignedEnvelope(text) {
                    try require(try SignedEnvelope(envelope.text()) == envelope, "an envelope reads as another")
                }
                // Behind a good signature, where only our own bytes should come.
                let signed = SignedEnvelope(signature: key.signature(over: bytes), element: bytes).text()
                _ = try? sealer.openProfile(signed)
                if let decision = try? sealer.openDecision(signed), isWritable(decision.expires) {
                    let again = try sealer.openDecision(sealer.seal(decision))
                    try require(again == decision, "a decision was sealed as another: \(again)")
                }
                if let token = try? sealer.openMediaToken(signed), isWritable(token.issued) {
                    let again = try sealer.openMediaToken(sealer.seal(token))
                    try require(again == token, "a media token was sealed as another: \(again)")
                }
                let now = Timestamp(seconds: 1_900_000_000)
                _ = try MediaTokenVerifier(publicKeyPEM: key.publicKey.pem).verify(
                    signed, resource: "r", requestor: nil, now: now)
                try requireSealed(bytes, sealer)
            }
        })

    /// A profile of any texts that a token can hold.
    private static func requireSealed(_ bytes: [UInt8], _ sealer: SignedTokenSealer) throws {
        let texts = bytes.prefix(600).split(separator: UInt8(ascii: "<"), maxSplits: 5).map { Array($0).text.plain }
        guard texts.count == 6 else { return }
        let profile = Profile(
            guid: AuthenticationGUID(rawValue: texts[0]), requestor: RequestorID(rawValue: texts[1]),
            mvpd: MVPDID(rawValue: texts[2]),
            subscriber: SubscriberID(rawValue: texts[3]), session: SessionID(rawValue: "S"),
            device: DeviceBinding(fingerprint: texts[4]),
            expires: Timestamp(seconds: Int64(bytes.digest % 200_000_000_000)), timeToLive: .seconds(60),
            refreshToken: texts[5])
        let opened = try sealer.openProfile(sealer.seal(profile))
        try require(
            opened.guid == profile.guid && opened.requestor == profile.requestor && opened.mvpd == profile.mvpd
                && opened.handles?.subscriber == profile.subscriber
                && opened.handles?.refreshToken == profile.refreshToken
                && opened.device == profile.device && opened.expires == profile.expires,
            "a profile was sealed as another: \(opened) instead of \(profile)")
    }

    private static func isWritable(_ instant: Timestamp) -> Bool { (0...9999).contains(CivilTime(instant).year) }

    /// Tokens as people paste them, in any wrapping, and the verdict on them.
    static let tokenInspection = FuzzTarget(
        preparing: "token-inspection", maximumBytes: 8_192, words: tokenWords,
        seeds: {
            let plain = try tokens() + Seeds.files("AccessTokens", ".jwt") + Seeds.files("SoftwareStatements", ".jwt")
            return plain + plain.prefix(2).map { Array(Base64.encode($0).utf8) }
                + plain.prefix(2).map { Array(PercentEncoding.encode($0.text).utf8) }
                + plain.suffix(1).map { Array("Bearer ".utf8) + $0 }
                + Seeds.texts(
                    "<result><authnToken>&lt;signatureInfo&gt;YQ==&lt;signatureInfo&gt;&lt;authToken&gt;</authnToken></result>"
                )
        },
        prepare: {
            let token = try RSAPrivateKey(pem: Fixture.bytes("Keys/token.pem")).publicKey
            let device = try RSAPrivateKey(pem: Fixture.bytes("Keys/device.pem")).publicKey
            let keys = TokenKeyring(token: .init("token", token), device: .init("device", device))
            let now = Timestamp(seconds: 1_900_000_000)
            return { bytes in
                let expectation = TokenInspector.Expectation(device: "d", resource: "r", requestor: "q")
                if let inspected = InspectedToken(bytes) {
                    let inspection = TokenInspector(keys: keys).inspect(inspected, expecting: expectation, now: now)
                    try require(inspected.fields.count <= bytes.count, "there are more fields than bytes")
                    try require(
                        !inspection.isValid, "a token is valid for a device, a resource and a requestor that none names"
                    )
                }
                let verdict = TokenVerifier(keys: keys).verify(bytes.text, expecting: expectation, now: now)
                try require(verdict?.status != .valid, "a token verifies for what none names")
            }
        })

    /// Resources, as clients ask for them and as tokens carry them.
    static let resource = FuzzTarget(
        preparing: "resource",
        words: xmlWords + ["<rss>", "<channel>", "<item>", "<guid>", "<title>", "<media:rating scheme=\"urn:mpaa\">"],
        seeds: {
            Seeds.texts(
                "TEST_RESOURCE", " <rss><channel><title>t</title></channel></rss>", "deny:news",
                "<rss version=\"2.0\" xmlns:media=\"u\"><channel><title>t</title><item><guid>g</guid><title>x</title>"
                    + "<media:rating scheme=\"urn:v-chip\">tv-pg</media:rating></item></channel></rss>")
        },
        prepare: {
            let key = try RSAPrivateKey(pem: Fixture.bytes("Keys/token.pem"))
            let sealer = SignedTokenSealer(key: key, handles: Sealer(secret: Array(0..<32)), forms: TokenForms())
            return { bytes in
                let text = bytes.text
                guard let resource = try? ResourceReader.read(requested: text), text == text.plain, !text.isEmpty else {
                    return
                }
                let decision = Decision(
                    requestor: RequestorID(rawValue: "R"), resource: resource, mvpd: MVPDID(rawValue: "M"),
                    device: DeviceBinding(fingerprint: "f"), expires: Timestamp(seconds: 1_900_000_000))
                let opened = try sealer.openDecision(sealer.seal(decision))
                try require(opened.resource == resource, "a token names another resource: \(opened.resource)")
            }
        })

    private static func tokens() throws -> [[UInt8]] { try Seeds.files("Tokens", ".xml") }

    /// What a token signs.
    private static func element(of token: [UInt8]) -> [UInt8] {
        (try? SignedEnvelope(token.text.filter { $0 != "\n" }))?.element ?? token
    }
}

extension String {
    /// The text as far as XML can carry it through a reader.
    fileprivate var plain: String {
        String(unicodeScalars.filter { $0.value >= 0x20 && $0 != "\u{FFFE}" && $0 != "\u{FFFF}" })
    }
}
