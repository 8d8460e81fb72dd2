import PassCore
import PassCrypto
import PassDomain
import PassTestSupport
import PassTokens
import Testing

@Suite("Token inspector")
struct TokenInspectorTests {
    private let now = CivilTime.timestamp(isoDate: "2031-05-14T08:00:00Z") ?? Timestamp(seconds: 0)

    private func keyring(device: Bool = true) throws -> TokenKeyring {
        TokenKeyring(
            token: .init("token key", try TokenFixture.key("token").publicKey),
            device: device ? .init("device key", try TokenFixture.key("device").publicKey) : nil,
            saml: .init("saml key", try TokenFixture.key("saml").publicKey),
            statements: [.init("statement key", try TokenFixture.key("statement").publicKey)])
    }

    private func decision(
        _ form: DeviceBinding.Form = .signature, device: String = "c0ffee", kind: Device.Kind = .native
    ) throws -> String {
        let devices = DeviceFingerprints(key: try TokenFixture.key("device"), form: form)
        return try TokenFixture.sealer().seal(
            Decision(
                requestor: "DEMO_NET", resource: Resource("demo-live"), mvpd: "AcmeCable",
                device: devices.bind(Device(id: device, kind: kind)), expires: now + .hours(1)))
    }

    private func inspect(
        _ text: String, _ keys: TokenKeyring? = nil, device: String? = nil, resource: String? = nil,
        requestor: String? = nil, after timeToLive: TimeToLive = .seconds(0)
    ) throws -> TokenInspection {
        let token = try #require(InspectedToken(Array(text.utf8)))
        return TokenInspector(keys: try keys ?? keyring()).inspect(
            token, expecting: .init(device: device, resource: resource, requestor: requestor), now: now + timeToLive)
    }

    @Test("A valid token is recognized with the key's name, and in any wrapping")
    func valid() throws {
        let token = try decision()
        #expect(try inspect(token).signature == .valid(key: "token key"))
        for text in [token, PercentEncoding.encode(token), Base64.encode(Array(token.utf8))] {
            #expect(try inspect(text, device: "c0ffee", resource: "demo-live", requestor: "DEMO_NET").isValid)
        }
        let slashed = token.replacing("<signatureInfo><simple", with: "</signatureInfo><simple")
        #expect(slashed != token)
        #expect(try inspect(slashed).isValid)
    }

    @Test("A token is expired from its last second on")
    func expiry() throws {
        let token = try decision()
        #expect(try inspect(token, after: .seconds(3599)).isValid)
        #expect(try inspect(token, after: .seconds(3600)).problems == [.expired])
    }

    @Test("A changed token and one of another key have an invalid signature")
    func badSignature() throws {
        let token = try decision()
        let changed = try inspect(token.replacing("demo-live", with: "demo-livf"))
        #expect(changed.problems == [.badSignature] && changed.signature == .invalid(triedKeys: ["token key"]))
        let others = TokenKeyring(token: .init("other key", try TokenFixture.key("saml").publicKey))
        #expect(try inspect(token, others).problems == [.badSignature])
        // A line break behind the second tag is a change too, though the reader doesn't mind it.
        #expect(try inspect(token.replacing("<simpleAuth", with: "\n<simpleAuth")).problems == [.badSignature])
    }

    @Test("Without a key nothing is valid")
    func noKey() throws {
        let result = try inspect(try decision(), TokenKeyring(), device: "c0ffee")
        #expect(result.signature == .notChecked && result.device == .notChecked)
        #expect(result.problems == [.signatureNotChecked, .deviceNotChecked])
    }

    @Test("The vendor's listings are never valid")
    func listings() throws {
        for name in ["authn", "authz", "media"] {
            let text = String(decoding: try Fixture.bytes("Tokens/Listings/\(name).txt"), as: UTF8.self)
            let result = try inspect(text, after: .seconds(-3600))
            #expect(result.problems == [.badSignature])
            #expect(result.signature == (name == "authz" ? .invalid(triedKeys: ["token key"]) : .unreadable))
        }
    }

    @Test(
        "A token of each device form is bound to its device and to no other",
        arguments: [
            (DeviceBinding.Form.signature, TokenInspection.Device.signature), (.hash, .hash), (.plain, .plain),
        ])
    func device(form: DeviceBinding.Form, found: TokenInspection.Device) throws {
        let token = try decision(form)
        #expect(try inspect(token, device: "c0ffee").device == found)
        let other = try inspect(token, device: "c0ffef")
        #expect(other.device == .other && other.problems == [.wrongDevice])
        #expect(try inspect(token).device == nil)
        // A web token of a client that named no device.
        let unbound = try inspect(try decision(.plain, device: String(repeating: "0", count: 32)), device: "c0ffee")
        #expect(unbound.device == .unbound && unbound.problems == [.wrongDevice])
        let withoutKey = try inspect(token, keyring(device: false), device: "c0ffee")
        #expect(withoutKey.device == (form == .signature ? .notChecked : found))
    }

    @Test("Requested values must match: another requestor, another resource, and tokens that name none")
    func expectations() throws {
        let token = try decision()
        #expect(try inspect(token, requestor: "OTHER").problems == [.wrongRequestor])
        #expect(try inspect(token, resource: "other").problems == [.wrongResource])
        let access = try Fixture.line("AccessTokens/recorded.jwt")
        let result = try inspect(access, device: "d", resource: "r", requestor: "q")
        #expect(result.device == .unbound)
        #expect(Set(result.problems).isSuperset(of: [.wrongDevice, .wrongResource, .wrongRequestor]))
    }

    @Test("ID tokens are valid with the MVPDs' key and no other, within their time")
    func idTokens() throws {
        func inspect(signedBy key: String, claims: String = #","exp":1936512002"#) throws -> TokenInspection {
            let claims = #"{"iss":"https://mvpd.example","sub":"user","aud":"adobepass-REF30"\#(claims)}"#
            let text = JSONWebToken.sign(Array(claims.utf8), with: try TokenFixture.key(key))
            let token = try #require(InspectedToken(Array(text.utf8)))
            return TokenInspector(keys: try keyring()).inspect(token, now: Timestamp(seconds: 1_936_512_001))
        }
        let good = try inspect(signedBy: "saml")
        #expect(good.token.kind == .idToken && good.signature == .valid(key: "saml key") && good.isValid)
        #expect(try inspect(signedBy: "token").signature == .invalid(triedKeys: ["saml key"]))
        #expect(try inspect(signedBy: "saml", claims: "").problems == [.incomplete("exp")])
        #expect(try inspect(signedBy: "saml", claims: #","client_name":"App""#).token.kind == .softwareStatement)
        let other = JSONWebToken.sign(Array(#"{"a":1}"#.utf8), with: try TokenFixture.key("saml"))
        let token = try #require(InspectedToken(Array(other.utf8)))
        let unknown = TokenInspector(keys: try keyring()).inspect(token, now: now)
        #expect(token.kind == .jsonWebToken && unknown.signature == .valid(key: "saml key"))
    }

    @Test("JSON Web Tokens are valid by the key of their kind, within their time")
    func webTokens() throws {
        let signed = CivilTime.timestamp(isoDate: "2026-01-01T01:00:00Z") ?? now
        func inspect(_ text: String, at now: Timestamp) throws -> TokenInspection {
            TokenInspector(keys: try keyring()).inspect(try #require(InspectedToken(Array(text.utf8))), now: now)
        }
        let access = try Fixture.line("AccessTokens/recorded.jwt")
        #expect(try inspect(access, at: signed).signature == .valid(key: "token key"))
        #expect(try inspect(access, at: signed).isValid)
        #expect(try inspect(access, at: signed - .days(1)).problems == [.notYetValid])
        #expect(try inspect(access, at: signed + .days(1)).problems == [.expired])
        let statement = try Fixture.line("SoftwareStatements/demo.jwt")
        #expect(try inspect(statement, at: signed).signature == .valid(key: "statement key"))
        let tampered = try Fixture.line("SoftwareStatements/demo-tampered.jwt")
        #expect(try inspect(tampered, at: signed).problems == [.badSignature])
        let unsigned = try inspect("eyJhbGciOiJub25lIn0.eyJhIjoxfQ.", at: signed)
        #expect(unsigned.signature == .unreadable && unsigned.problems == [.badSignature])
    }
}
