import PassCore
import PassCrypto
import PassDomain
import Testing

@testable import PassTokens

@Suite("Texts that were read before")
struct RecentReadingsTests {
    /// The same word twice, which `String` holds for equal: with one letter, and with a letter and its accent.
    private let composed = "caf\u{E9}"
    private let decomposed = "cafe\u{301}"

    @Test("A token is read the same way each time, and a spelling that only looks the same is refused")
    func tokens() throws {
        let sealer = try TokenFixture.sealer()
        let token = sealer.seal(
            Profile(
                guid: "9F2C41D0-7B6E-4A5D-8C13-E0A7B45D9026", requestor: RequestorID(rawValue: composed),
                mvpd: "AcmeCable", subscriber: "user", session: "A1B2C3",
                device: DeviceBinding(fingerprint: "RGV2aWNl"), expires: Timestamp(seconds: 1_900_000_000),
                timeToLive: .days(30)))
        let first = try sealer.openProfile(token)
        #expect(try sealer.openProfile(token) == first)
        let respelled = token.replacing(composed, with: decomposed)
        #expect(Array(respelled.utf8) != Array(token.utf8))
        #expect(throws: ProofRefusal.badSignature) { try sealer.openProfile(respelled) }
    }

    @Test("A decision is read the same way each time, and one with another byte is refused before and after")
    func decisions() throws {
        let sealer = try TokenFixture.sealer()
        let decision = Decision(
            requestor: RequestorID(rawValue: composed), resource: try ResourceReader.read(requested: "news"),
            mvpd: "AcmeCable", proxy: nil, device: DeviceBinding(fingerprint: "RGV2aWNl"),
            expires: Timestamp(seconds: 1_900_000_000), permitsAll: false)
        let token = sealer.seal(decision)
        let respelled = token.replacing(composed, with: decomposed)
        for _ in 0..<2 {
            #expect(try sealer.openDecision(token) == decision)
            #expect(throws: ProofRefusal.badSignature) { try sealer.openDecision(respelled) }
        }
    }

    /// Texts that a reader of XML or JSON finds as they were written, and others.
    private static let texts = [
        "AcmeCable", "", " a ", "<&>\"'\\,/", "caf\u{E9}", "line\r\nline", "tab\t", "\u{0}", "\u{7F}", "\u{FFFE}",
        "]]>",
    ]

    @Test(
        "A sealer reads an authN token that it has just made the same way as another sealer",
        arguments: TokenForms.Elements.allCases, texts)
    func sealed(elements: TokenForms.Elements, text: String) throws {
        let forms = TokenForms(elements: elements, utcOffsetMinutes: -420)
        let (maker, other) = (try TokenFixture.sealer(forms), try TokenFixture.sealer(forms))
        for expires: Int64 in [1_900_000_000_999, 253_402_300_800_000, -1] {
            for session in ["A1B2C3", "A \(text)"] {
                var profile = Profile(
                    guid: AuthenticationGUID(rawValue: text), requestor: RequestorID(rawValue: text),
                    mvpd: MVPDID(rawValue: text), subscriber: SubscriberID(rawValue: text),
                    session: SessionID(rawValue: session), device: DeviceBinding(fingerprint: text),
                    expires: Timestamp(milliseconds: expires), timeToLive: TimeToLive(milliseconds: 2_592_000_999))
                for isTemporary in [false, true] {
                    (profile.isTemporary, profile.permitsAll) = (isTemporary, isTemporary)
                    profile.proxy = isTemporary ? MVPDID(rawValue: text) : nil
                    profile.resources = isTemporary ? [ExactText(text)] : []
                    for refreshToken in [nil, text] {
                        profile.refreshToken = refreshToken
                        let token = maker.seal(profile)
                        #expect(Self.profile(token, maker) == Self.profile(token, other))
                    }
                }
            }
        }
    }

    private static func profile(_ token: String, _ sealer: SignedTokenSealer) -> Result<OpenedProfile, ProofRefusal> {
        Result { () throws(ProofRefusal) in try sealer.openProfile(token) }
    }

    @Test("A sealer reads an access token that it has just made the same way as another sealer", arguments: texts)
    func sealedAccess(text: String) throws {
        let key = try TokenFixture.key("token")
        let maker = JWTCredentialSealer(signingKey: key, trustedStatementKeys: { [] })
        let other = JWTCredentialSealer(signingKey: key, trustedStatementKeys: { [] })
        for scopes in [[text], [], ["one", "two"], ["one,two"]] {
            for client in [text, "client", String(repeating: "x", count: JSONWebToken.maximumLength)] {
                let token = maker.seal(
                    AccessToken(
                        id: text, client: ClientID(rawValue: client), scopes: scopes,
                        issued: Timestamp(milliseconds: 1_767_225_600_999), expires: Timestamp(milliseconds: -1)))
                #expect(maker.openAccessToken(token) == other.openAccessToken(token))
            }
        }
    }

    @Test("A token that was just made is refused if any of its bytes is changed, by its maker too")
    func changed() throws {
        let key = try TokenFixture.key("token")
        let sealer = try TokenFixture.sealer()
        let credentials = JWTCredentialSealer(signingKey: key, trustedStatementKeys: { [] })
        let profile = sealer.seal(
            Profile(
                guid: "9F2C41D0-7B6E-4A5D-8C13-E0A7B45D9026", requestor: "TEST_REQUESTOR", mvpd: "AcmeCable",
                subscriber: "user", session: "A1B2C3", device: DeviceBinding(fingerprint: "RGV2aWNl"),
                expires: Timestamp(seconds: 1_900_000_000), timeToLive: .days(30)))
        let access = credentials.seal(
            AccessToken(
                id: "id", client: "client", scopes: ["api:client:v2"], issued: Timestamp(seconds: 1),
                expires: Timestamp(seconds: 2)))
        #expect(Self.changes(of: profile).allSatisfy { (try? sealer.openProfile($0)) == nil })
        #expect(Self.changes(of: access).allSatisfy { credentials.openAccessToken($0) == nil })
        #expect(sealer.recentProfiles[.init(profile)] != nil)
        #expect(credentials.rememberedAccessToken(access) != nil)
    }

    /// The text with a bit changed in each of its bytes in turn.
    private static func changes(of text: String) -> some Sequence<String> {
        let bytes = Array(text.utf8)
        return bytes.indices.lazy.map { index in
            var changed = bytes
            changed[index] ^= 1
            return String(decoding: changed, as: UTF8.self)
        }
    }

    @Test("A device that only looks the same as one that matched doesn't match")
    func devices() throws {
        let fingerprints = DeviceFingerprints(key: try TokenFixture.key("device"), form: .signature)
        let binding = fingerprints.bind(Device(id: composed, kind: .native))
        #expect(fingerprints.matches(binding, Device(id: composed, kind: .native)))
        #expect(fingerprints.matches(binding, Device(id: composed, kind: .native)))
        #expect(!fingerprints.matches(binding, Device(id: decomposed, kind: .native)))
    }

    @Test("More devices match than are remembered, and all of them match again")
    func flood() throws {
        let fingerprints = DeviceFingerprints(key: try TokenFixture.key("device"), form: .hash)
        let devices = (0..<3_000).map { Device(id: "device-\($0)", kind: .native) }
        for _ in 0..<2 {
            #expect(devices.allSatisfy { fingerprints.matches(fingerprints.bind($0), $0) })
        }
    }

    @Test("A text that is presented repeatedly is read once, whatever comes between; long ones take more room")
    func generations() {
        let readings = RecentReadings<Int>()
        var timesRead = 0
        func read(_ text: String) {
            _ = readings.reading(of: .init(text)) {
                timesRead += 1
                return timesRead
            }
        }
        for number in 0..<10_000 {
            read("shown again and again")
            read("another \(number)")
        }
        #expect(timesRead == 10_001)
        for text in ["first", "second", "third"] {
            let long = text + String(repeating: "x", count: 2_097_152)
            for _ in 0..<2 { read(long) }
        }
        #expect(timesRead == 10_004)
        read("another 9999")
        #expect(timesRead == 10_005)
    }
}
