import PassCore
import PassCrypto
import PassDomain
import PassTestSupport
import PassTokens
import Testing

@Suite("Token verifier")
struct TokenVerifierTests {
    private let now = CivilTime.timestamp(isoDate: "2031-05-14T08:00:00Z") ?? Timestamp(seconds: 0)

    private func profile() throws -> String {
        let devices = DeviceFingerprints(key: try TokenFixture.key("device"), form: .signature)
        return try TokenFixture.sealer().seal(
            Profile(
                guid: "9F2C41D0-7B6E-4A5D-8C13-E0A7B45D9026", requestor: "DEMO_NET", mvpd: "AcmeCable",
                subscriber: "user", session: "A1B2C3", device: devices.bind(Device(id: "c0ffee", kind: .native)),
                expires: now + .hours(1), timeToLive: .hours(1)))
    }

    private func media() throws -> String {
        try TokenFixture.sealer().seal(
            MediaToken(
                sessionGUID: "d41d8cd98f00b204e9800998ecf8427e", requestor: "DEMO_NET", resource: Resource("demo-live"),
                mvpd: "AcmeCable", issued: now, timeToLive: .minutes(5)))
    }

    private func verify(
        _ text: String, device: String? = nil, resource: String? = nil, requestor: String? = nil,
        after timeToLive: TimeToLive = .seconds(0)
    ) throws -> TokenVerdict.Status? {
        let keys = TokenKeyring(
            token: .init("token", try TokenFixture.key("token").publicKey),
            device: .init("device", try TokenFixture.key("device").publicKey))
        return TokenVerifier(keys: keys).verify(
            text, expecting: .init(device: device, resource: resource, requestor: requestor), now: now + timeToLive)?
            .status
    }

    @Test("authN tokens are checked by signature, time, requestor and device")
    func proofs() throws {
        let token = try profile()
        #expect(try verify(token, device: "c0ffee", requestor: "DEMO_NET") == .valid)
        #expect(try verify(Base64.encode(Array(token.utf8))) == .valid)
        #expect(try verify(token, after: .hours(1)) == .expired)
        #expect(try verify(token, requestor: "OTHER") == .wrongRequestor)
        #expect(try verify(token, device: "c0ffef") == .wrongDevice)
        #expect(try verify(token, resource: "demo-live") == .wrongResource)
        #expect(try verify(token.replacing("DEMO_NET", with: "DEMO_NEU")) == .badSignature)
    }

    @Test("Media tokens have the vendor's verdicts, and none is bound to a device")
    func mediaTokens() throws {
        let token = try media()
        #expect(try verify(token, resource: "demo-live", requestor: "DEMO_NET") == .valid)
        #expect(try verify(token, resource: "other") == .wrongResource)
        #expect(try verify(token, after: .minutes(5)) == .expired)
        #expect(try verify(token, device: "c0ffee") == .wrongDevice)
    }

    @Test("Access tokens are checked by signature and time")
    func accessTokens() throws {
        let token = try Fixture.line("AccessTokens/recorded.jwt")
        #expect(try verify(token) == .expired)
        #expect(try verify(token, after: .hours(-(1959 * 24 + 5))) == .valid)
        #expect(try verify(String(token.dropLast(4)) + "AAAA") == .badSignature)
    }

    @Test("Forms that only inspection accepts aren't verified: white space, wrappings but base64, printed listings")
    func exact() throws {
        let token = try profile()
        #expect(try verify(PercentEncoding.encode(token)) == .malformed)
        #expect(try verify(" " + token) == .malformed)
        #expect(try verify(token.replacing("<simpleAuth", with: "\n<simpleAuth")) == .malformed)
        #expect(try verify(token + "\n") == .badSignature)
        let listing = String(decoding: try Fixture.bytes("Tokens/Listings/authn.txt"), as: UTF8.self)
        #expect(try verify(listing) == .malformed)
    }

    @Test("A validly signed token of unknown kind is malformed, and without a key there is no verdict")
    func others() throws {
        let element = Array("<other/>".utf8)
        let signature = try TokenFixture.key("token").signature(over: element)
        #expect(try verify(SignedEnvelope(signature: signature, element: element).text()) == .malformed)
        #expect(TokenVerifier(keys: TokenKeyring()).verify(try profile(), now: now) == nil)
    }
}
