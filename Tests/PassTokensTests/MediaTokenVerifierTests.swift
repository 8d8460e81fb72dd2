import PassCore
import PassCrypto
import PassDomain
import PassTokens
import Testing

@Suite("Media token verifier")
struct MediaTokenVerifierTests {
    private let issued = Timestamp(seconds: 1_900_000_000)

    private func token(_ resource: Resource = Resource("demo-live")) throws -> String {
        try TokenFixture.sealer().seal(
            MediaToken(
                sessionGUID: "d41d8cd98f00b204e9800998ecf8427e", requestor: "DEMO_NET", resource: resource,
                mvpd: "AcmeCable", issued: issued, timeToLive: .minutes(5)))
    }

    private func verify(
        _ token: String, resource: String? = "demo-live", requestor: String? = nil, after seconds: Int64 = 1
    ) throws -> String {
        let verifier = try MediaTokenVerifier(publicKeyPEM: try TokenFixture.key("token").publicKey.pem)
        return verifier.verify(token, resource: resource, requestor: requestor, now: issued + .seconds(seconds)).name
    }

    @Test("A valid token is accepted, as issued and in base64")
    func valid() throws {
        let token = try token()
        #expect(try verify(token) == "VALID_TOKEN")
        #expect(try verify(Base64.encode(Array(token.utf8))) == "VALID_TOKEN")
        #expect(try verify(token, resource: nil, requestor: "DEMO_NET") == "VALID_TOKEN")
    }

    @Test("A token expires with its TTL, to the second")
    func expiry() throws {
        let token = try token()
        #expect(try verify(token, after: 299) == "VALID_TOKEN")
        #expect(try verify(token, after: 300) == "TOKEN_EXPIRED")
    }

    @Test("Another resource, another requestor, a changed byte and other text each have their own verdict")
    func refused() throws {
        let token = try token()
        #expect(try verify(token, resource: "other") == "INVALID_RESOURCE_ID")
        #expect(try verify(token, requestor: "OTHER") == "INVALID_REQUESTOR_ID")
        #expect(try verify(token.replacing("demo-live", with: "demo-livf")) == "INVALID_SIGNATURE")
        #expect(try verify("hello") == "INVALID_TOKEN_FORMAT")
        #expect(try verify("") == "INVALID_TOKEN_FORMAT")
    }

    @Test("A token for an MRSS document is valid for the document and for the guid in it")
    func document() throws {
        let text = "<rss version=\"2.0\"><channel><item><guid>g-1</guid></item></channel></rss>"
        let token = try token(try ResourceReader.read(requested: text))
        #expect(try verify(token, resource: text) == "VALID_TOKEN")
        #expect(try verify(token, resource: "g-1") == "VALID_TOKEN")
    }

    @Test("An invalid key is an error")
    func badKey() {
        #expect(throws: CryptoError.self) { try MediaTokenVerifier(publicKeyPEM: Array("nonsense".utf8)) }
    }
}
