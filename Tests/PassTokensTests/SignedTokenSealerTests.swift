import PassCore
import PassCrypto
import PassDomain
import PassTokens
import Testing

@Suite("Signed tokens")
struct SignedTokenSealerTests {
    private let expires = CivilTime.timestamp(isoDate: "2031-05-14T08:30:00Z") ?? Timestamp(seconds: 0)
    private let issued = CivilTime.timestamp(isoDate: "2031-05-14T07:55:02Z") ?? Timestamp(seconds: 0)

    private func profile(
        _ device: DeviceBinding = DeviceBinding(fingerprint: "RGV2aWNl"), _ fragments: DeviceFragments? = nil
    ) -> Profile {
        Profile(
            guid: "9F2C41D0-7B6E-4A5D-8C13-E0A7B45D9026", requestor: "DEMO_NET", mvpd: "AcmeCable", subscriber: "user",
            session: "A1B2C3", device: device, fragments: fragments, expires: expires, timeToLive: .days(30))
    }

    private func decision(_ resource: Resource = Resource("demo-live")) -> Decision {
        Decision(
            requestor: "DEMO_NET", resource: resource, mvpd: "AcmeCable",
            device: DeviceBinding(fingerprint: "RGV2aWNl"), expires: expires)
    }

    private func mediaToken(timeToLive: TimeToLive = .minutes(5), proxy: MVPDID? = nil) -> MediaToken {
        MediaToken(
            sessionGUID: "d41d8cd98f00b204e9800998ecf8427e", requestor: "DEMO_NET", resource: Resource("demo-live"),
            mvpd: "AcmeCable", proxyMVPD: proxy, issued: issued, timeToLive: timeToLive)
    }

    @Test("A native authN token has the recorded elements in their order, on one line")
    func recordedProfile() throws {
        let element = try TokenFixture.signedElement(try TokenFixture.sealer().seal(profile()))
        let golden = try TokenFixture.element(
            "authn-recorded.xml",
            [
                "SessionIndex": TokenFixture.text(of: "simpleSamlSessionIndex", in: element),
                "NameID": TokenFixture.text(of: "simpleSamlNameID", in: element), "Fingerprint": "RGV2aWNl",
            ])
        #expect(element == golden)
    }

    @Test("A web authN token carries the plain device identifier and the digests of the browser's names")
    func recordedWebProfile() throws {
        let fragments = DeviceFragments(browser: "abc", platform: "", vendor: "", address: "127.0.0.1")
        let binding = DeviceBinding(fingerprint: "0123456789abcdef0123456789abcdef")
        let element = try TokenFixture.signedElement(try TokenFixture.sealer().seal(profile(binding, fragments)))
        let golden = try TokenFixture.element(
            "authn-recorded-web.xml",
            [
                "SessionIndex": TokenFixture.text(of: "simpleSamlSessionIndex", in: element),
                "NameID": TokenFixture.text(of: "simpleSamlNameID", in: element),
            ])
        #expect(element == golden)
    }

    @Test("With documented elements an authN token has exactly those of the vendor's listing")
    func documentedProfile() throws {
        let sealer = try TokenFixture.sealer(TokenForms(elements: .documented))
        let fragments = DeviceFragments(browser: "abc", platform: "", vendor: "", address: "127.0.0.1")
        for profile in [profile(), profile(DeviceBinding(fingerprint: "RGV2aWNl"), fragments)] {
            let element = try TokenFixture.signedElement(sealer.seal(profile))
            #expect(try element == TokenFixture.element("authn-documented.xml", ["Fingerprint": "RGV2aWNl"]))
        }
    }

    @Test("An authZ token carries a plain resource as text")
    func plainPermission() throws {
        let element = try TokenFixture.signedElement(try TokenFixture.sealer().seal(decision()))
        #expect(try element == TokenFixture.element("authz.xml", ["Fingerprint": "RGV2aWNl"]))
    }

    @Test("An authZ token carries MRSS in CDATA, and a CDATA end inside it in the recorded form")
    func documentPermission() throws {
        let text =
            #"<rss version="2.0"><channel><title>DEMO</title><item><guid>a&amp;b<![CDATA[x]]></guid></item></channel></rss>"#
        let resource = try ResourceReader.read(requested: text)
        let sealer = try TokenFixture.sealer()
        let token = sealer.seal(decision(resource))
        #expect(
            try TokenFixture.signedElement(token) == TokenFixture.element("authz-mrss.xml", ["Fingerprint": "RGV2aWNl"])
        )
        #expect(resource.name == "a&bx")
        #expect(try TokenFixture.sealer().openDecision(token).resource == resource)
    }

    @Test("Media tokens have the documented root and five minutes, or the recorded root and seven")
    func mediaTokens() throws {
        let documented = try TokenFixture.sealer().seal(mediaToken())
        #expect(try TokenFixture.signedElement(documented) == TokenFixture.element("media-shortAuthorizationToken.xml"))
        let recorded = try TokenFixture.sealer(TokenForms(mediaRoot: .authToken))
            .seal(mediaToken(timeToLive: .minutes(7), proxy: "SmallTown"))
        #expect(try TokenFixture.signedElement(recorded) == TokenFixture.element("media-authToken-420000.xml"))
    }

    @Test("A sealed token is read back, under either root and with either second tag")
    func roundTrip() throws {
        let sealer = try TokenFixture.sealer()
        let opened = try TokenFixture.sealer().openProfile(sealer.seal(profile()))
        #expect(opened.handles == .init(subscriber: "user", session: "A1B2C3"))
        #expect(opened.expires == expires)
        let recorded = try TokenFixture.sealer(TokenForms(mediaRoot: .authToken)).seal(mediaToken(proxy: "P"))
        #expect(try sealer.openMediaToken(recorded) == mediaToken(proxy: "P"))
        let slashed = recorded.replacing("<signatureInfo><authToken>", with: "</signatureInfo><authToken>")
        #expect(slashed != recorded)
        #expect(try sealer.openMediaToken(slashed) == mediaToken(proxy: "P"))
        #expect(sealer.digest(of: slashed) == sealer.digest(of: recorded))
    }

    @Test("The corrected separator and another zone change only the spelling, and are read back by any sealer")
    func switchedForms() throws {
        let forms = TokenForms(separator: .corrected, utcOffsetMinutes: -420)
        let sealer = try TokenFixture.sealer(forms)
        let plain = try TokenFixture.sealer()
        let token = sealer.seal(decision())
        let golden = try TokenFixture.element("authz.xml", ["Fingerprint": "RGV2aWNl"])
            .replacing("2031/05/14 08:30:00 GMT +0000", with: "2031/05/14 01:30:00 GMT -0700")
        #expect(token.hasSuffix("</signatureInfo>\(golden)"))
        #expect(token.split(separator: "<signatureInfo>").count == 1)
        #expect(try plain.openDecision(token).expires == expires)
        #expect(try plain.openProfile(sealer.seal(profile())).expires == expires)
        let media = sealer.seal(mediaToken())
        #expect(media.contains("<issueTime>2031-05-14 00:55:02 -0700</issueTime>"))
        #expect(try plain.openMediaToken(media) == mediaToken())
        #expect(try sealer.openDecision(plain.seal(decision())).expires == expires)
    }

    @Test("A key of 1024 bits, as long as those of recorded tokens, signs and opens every token")
    func shortKey() throws {
        let key = try RSAPrivateKey.generate(bits: 1024)
        func make() -> SignedTokenSealer {
            SignedTokenSealer(
                key: key, handles: Sealer(secret: [UInt8](repeating: 7, count: 32)), forms: TokenForms())
        }
        let sealer = make()
        let token = sealer.seal(profile())
        let signature = try #require(token.split(separator: "<signatureInfo>").first)
        #expect(signature.utf8.count == 172)
        #expect(try make().openProfile(token).expires == expires)
        #expect(try make().openDecision(sealer.seal(decision())).mvpd == "AcmeCable")
        #expect(try sealer.openMediaToken(sealer.seal(mediaToken())) == mediaToken())
        let devices = DeviceFingerprints(key: key, form: .signature)
        let device = Device(id: "c0ffee", kind: .native)
        #expect(devices.matches(devices.bind(device), device))
        #expect(!devices.matches(devices.bind(device), Device(id: "c0ffef", kind: .native)))
    }

    @Test("Spaces in the signature are read as the plus signs that a client forgot to encode")
    func spaces() throws {
        let sealer = try TokenFixture.sealer()
        var token = ""
        // One in a few signatures holds no plus sign.
        for second in 0..<100 {
            var decision = decision()
            decision.expires = expires + .seconds(Int64(second))
            token = sealer.seal(decision)
            if token.contains("+") { break }
        }
        let parts = token.split(separator: "<signatureInfo>").map(String.init)
        let spaced = "<signatureInfo>\(parts[0].replacing("+", with: " "))<signatureInfo>\(parts[1])"
        #expect(spaced != token)
        #expect(throws: Never.self) { try sealer.openDecision(spaced) }
        #expect(sealer.digest(of: spaced) == sealer.digest(of: token))
    }

    @Test("Tokens that say the same share a digest, and no others do")
    func digests() throws {
        let sealer = try TokenFixture.sealer()
        let decisions = (0..<50).map { second in
            var decision = decision()
            decision.expires = expires + .seconds(Int64(second))
            return decision
        }
        let digests = decisions.map { sealer.digest(of: sealer.seal($0)) }
        #expect(Set(digests).count == decisions.count)
        #expect(decisions.map { sealer.digest(of: sealer.seal($0)) } == digests)
    }

    @Test("A token of another kind is malformed, not accepted")
    func swapped() throws {
        let sealer = try TokenFixture.sealer()
        #expect(throws: ProofRefusal.malformed) { try sealer.openProfile(sealer.seal(decision())) }
        #expect(throws: ProofRefusal.malformed) { try sealer.openDecision(sealer.seal(profile())) }
        #expect(throws: ProofRefusal.malformed) { try sealer.openMediaToken(sealer.seal(decision())) }
    }

    @Test("A token signed by another key is refused by its signature")
    func foreignKey() throws {
        let other = SignedTokenSealer(
            key: try TokenFixture.key("device"), handles: Sealer(secret: [UInt8](repeating: 7, count: 32)),
            forms: TokenForms())
        #expect(throws: ProofRefusal.badSignature) { try TokenFixture.sealer().openProfile(other.seal(profile())) }
    }

    @Test(
        "Text of another shape is malformed",
        arguments: [
            "", "<", "<signatureInfo>", "<signatureInfo><signatureInfo>", "<signatureInfo>QUJD<signatureInfo>",
            "<signatureInfo>QUJD<signatureInfo>text", "<signatureInfo>QUJ<signatureInfo><a></a>",
            "<signatureInfo>QUJD<signature><a></a>", " <signatureInfo>QUJD<signatureInfo><a></a>", "QUJD",
            "<signatureInfo>QUJD</signatureInfo>", "\u{0}", "<SIGNATUREINFO>QUJD<SIGNATUREINFO><a></a>",
        ])
    func malformed(_ token: String) throws {
        #expect(throws: ProofRefusal.malformed) { try TokenFixture.sealer().openProfile(token) }
    }

    @Test("Every truncation of a token is refused")
    func truncated() throws {
        let sealer = try TokenFixture.sealer()
        let token = Array(sealer.seal(profile()).utf8)
        for length in 0..<token.count {
            #expect(throws: ProofRefusal.self) {
                try sealer.openProfile(String(decoding: token[..<length], as: UTF8.self))
            }
        }
    }

    @Test("Handles of one kind can't be used as the other")
    func handles() throws {
        let sealer = try TokenFixture.sealer()
        let element = try TokenFixture.signedElement(sealer.seal(profile()))
        let nameID = try TokenFixture.text(of: "simpleSamlNameID", in: element)
        let sessionIndex = try TokenFixture.text(of: "simpleSamlSessionIndex", in: element)
        let opened = try #require(sealer.openHandles(nameID: nameID, sessionIndex: sessionIndex))
        #expect(opened.subscriber == "user" && opened.session == "A1B2C3")
        #expect(sealer.openHandles(nameID: sessionIndex, sessionIndex: nameID) == nil)
        #expect(sealer.openHandles(nameID: nameID, sessionIndex: "AAAA") == nil)
    }

    @Test("The refresh token of an OAuth 2.0 MVPD is in the session, where only this installation reads it")
    func refreshToken() throws {
        let sealer = try TokenFixture.sealer()
        var sealed = profile()
        sealed.refreshToken = "dG9rZW4-_"
        let token = sealer.seal(sealed)
        #expect(!token.contains("dG9rZW4"))
        let handles = try #require(try TokenFixture.sealer().openProfile(token).handles)
        #expect(handles == .init(subscriber: "user", session: "A1B2C3", refreshToken: "dG9rZW4-_"))
        sealed.refreshToken = nil
        #expect(try TokenFixture.sealer().openProfile(sealer.seal(sealed)).handles?.refreshToken == nil)
    }

    /// The value is that of `sha256sum` for the text `session of cookie:A1B2C3`.
    @Test("A session is named by half a digest of its cookie")
    func sessionOfCookie() throws {
        let sealer = try TokenFixture.sealer()
        #expect(sealer.session(of: "A1B2C3") == "A73052CF79E044205E31758CB2395319")
        #expect(sealer.session(of: "") != sealer.session(of: "A1B2C3"))
    }

    /// The value is that of `md5sum`.
    @Test("A media token names the session by the MD5 of the GUID")
    func sessionGUID() throws {
        #expect(try TokenFixture.sealer().sessionGUID(of: "") == "d41d8cd98f00b204e9800998ecf8427e")
    }
}
