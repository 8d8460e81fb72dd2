import PassCore
import PassDomain
import PassTestSupport
import PassTokens
import Testing

@Suite("Tokens read for inspection")
struct InspectedTokenTests {
    private let expires = CivilTime.timestamp(isoDate: "2031-05-14T08:30:00Z") ?? Timestamp(seconds: 0)
    private let issued = CivilTime.timestamp(isoDate: "2031-05-14T07:55:02Z") ?? Timestamp(seconds: 0)

    /// `QUJD` stands for a signature.
    private func token(_ name: String, second tag: String = "<signatureInfo>") throws -> String {
        "<signatureInfo>QUJD\(tag)" + (try TokenFixture.element(name, ["Fingerprint": "RGV2aWNl"]))
    }

    private func read(_ text: String) -> InspectedToken? { InspectedToken(Array(text.utf8)) }

    @Test("An authN token's fields are listed in their order, including those within containers")
    func authentication() throws {
        let token = try #require(read(try token("authn-recorded-web.xml")))
        #expect(token.kind == .authentication && token.form == "simpleAuthenticationToken" && token.wrappings.isEmpty)
        #expect(
            token.fields.map(\.name) == [
                "simpleTokenAuthenticationGuid", "simpleSamlSessionIndex", "simpleTokenRequestorID",
                "simpleTokenDomainName", "simpleTokenExpires", "simpleTokenMsoID", "simpleTokenFingerprint",
                "simpleTokenBrowserInfo", "simpleTokenPlatformInfo", "simpleTokenVendorInfo", "simpleTokenIpAddr",
                "simpleSamlNameID", "ttl",
            ])
        #expect(token.expires == expires && token.requestor == "DEMO_NET" && token.mvpd == "AcmeCable")
        #expect(token.fingerprint == "0123456789abcdef0123456789abcdef" && token.gaps.isEmpty)
        #expect(token.fields.last?.meaning == .timeToLive(.days(30)))
    }

    @Test("An authZ token for an MRSS resource gives the whole document")
    func authorization() throws {
        let token = try #require(read(try token("authz-mrss.xml")))
        #expect(token.kind == .authorization && token.expires == expires)
        #expect(token.resource?.hasPrefix("<rss version=\"2.0\">") == true)
        #expect(token.resource?.contains("<![CDATA[x]]>") == true)
    }

    @Test("A media token expires its TTL after its issue, under either root")
    func media() throws {
        let documented = try #require(read(try token("media-shortAuthorizationToken.xml")))
        #expect(documented.kind == .media && documented.issued == issued && documented.expires == issued + .minutes(5))
        let recorded = try #require(read(try token("media-authToken-420000.xml")))
        #expect(recorded.kind == .media && recorded.form == "authToken" && recorded.expires == issued + .minutes(7))
        #expect(recorded.fields.last?.label == "Proxy MVPD")
    }

    @Test("Access tokens and software statements are distinguished, with their claims in written order")
    func webTokens() throws {
        let access = try #require(read(try Fixture.line("AccessTokens/recorded.jwt")))
        #expect(access.kind == .accessToken && access.form == "JWT")
        #expect(access.fields.map(\.name) == ["alg", "kid", "sub", "nbf", "iss", "exp", "iat", "scopes", "jti"])
        #expect(access.issued == Timestamp(seconds: 1_767_225_600))
        #expect(access.expires == Timestamp(seconds: 1_767_247_200))
        let statement = try #require(read(try Fixture.line("SoftwareStatements/demo.jwt")))
        #expect(statement.kind == .softwareStatement && statement.expires == nil && statement.gaps.isEmpty)
        // {"alg":"none"} . {"a":{"b":1},"exp":"soon"}
        let other = try #require(read("eyJhbGciOiJub25lIn0.eyJhIjp7ImIiOjF9LCJleHAiOiJzb29uIn0."))
        #expect(other.kind == .jsonWebToken && other.gaps == ["exp"])
        #expect(other.fields.map(\.name) == ["alg", "a", "exp"])
    }

    @Test("The vendor's printed listings are read, without the white space around their values")
    func listings() throws {
        func listing(_ name: String) throws -> InspectedToken {
            try #require(read(String(decoding: try Fixture.bytes("Tokens/Listings/\(name).txt"), as: UTF8.self)))
        }
        let authentication = try listing("authn")
        #expect(authentication.kind == .authentication && authentication.fingerprint == "HASH(A1B2C3D4E5F60718)")
        #expect(authentication.expires == expires && authentication.gaps.isEmpty)
        let authorization = try listing("authz")
        #expect(authorization.kind == .authorization && authorization.expires == expires)
        #expect(authorization.fingerprint == "HASH(A1B2C3D4E5F60718)" && authorization.resource == "demo-live")
        let media = try listing("media")
        #expect(media.kind == .media && media.resource == "demo-live" && media.expires == issued + .minutes(5))
    }

    @Test("Every wrapping in which a token is copied is removed, one inside the other")
    func wrappings() throws {
        let plain = try token("authn-documented.xml")
        let escaped = plain.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        let base64 = Base64.encode(Array(plain.utf8))
        let cases: [(String, [TokenWrapping])] = [
            (plain, []), ("  \n\(plain)\r\n", []), ("\"\(plain)\"", []), (base64, [.base64]),
            (Base64.encode(Array(plain.utf8), .url), [.base64]), (PercentEncoding.encode(plain), [.percent]),
            // As forms encode it, and as one who leaves plus signs alone does.
            (PercentEncoding.encode(plain).replacing("%20", with: "+"), [.percent]),
            (PercentEncoding.encode(plain).replacing("%2B", with: "+"), [.percent]), (escaped, [.entities]),
            (escaped.replacing("&", with: "&amp;"), [.entities, .entities]),
            ("<result><authnToken>\(escaped)</authnToken><m>&lt;a&gt;</m></result>", [.answer, .entities]),
            (PercentEncoding.encode(base64), [.percent, .base64]),
            (Base64.encode(Array(base64.utf8)), [.base64, .base64]),
        ]
        let expected = try #require(read(plain))
        for (text, wrappings) in cases {
            let token = try #require(read(text), "\(text)")
            #expect(token.wrappings == wrappings)
            #expect(token.fields == expected.fields)
        }
        let access = try #require(read("Bearer " + (try Fixture.line("AccessTokens/recorded.jwt"))))
        #expect(access.kind == .accessToken && access.wrappings == [.bearer])
    }

    @Test("The second tag may have its slash")
    func slash() throws {
        let slashed = try #require(read(try token("authz.xml", second: "</signatureInfo>")))
        #expect(try slashed.fields == #require(read(try token("authz.xml"))).fields)
    }

    @Test("Dates are read in the spellings that only clients accept")
    func dates() throws {
        let plain = try token("authz.xml")
        for date in ["2031/05/14 08:30:00_GMT +0000", "2031/05/14 08:30:00 GMT", "2031/05/14 10:30:00 GMT +0200"] {
            let text = plain.replacing("2031/05/14 08:30:00 GMT +0000", with: date)
            #expect(read(text)?.expires == expires, "\(date)")
        }
    }

    @Test("Missing and unreadable fields are named")
    func gaps() throws {
        let plain = try token("authz.xml")
        #expect(read(plain.replacing("2031/05/14 08:30:00 GMT +0000", with: "soon"))?.gaps == ["simpleTokenTTL"])
        let without = plain.replacing("<simpleTokenMsoID>AcmeCable</simpleTokenMsoID>", with: "")
        #expect(read(without)?.gaps == ["simpleTokenMsoID"])
        let media = try token("media-shortAuthorizationToken.xml")
        #expect(read(media.replacing("300000", with: "-1"))?.gaps == ["ttl"])
        #expect(read("<signatureInfo>QUJD<signatureInfo><authToken/>")?.gaps.count == 6)
    }

    @Test("Undocumented elements are shown by their own names, attributes as values")
    func unknownElements() throws {
        let text = try token("authz.xml").replacing(
            "<simpleTokenMsoID>",
            with: "<new>1</new><simpleAuthorizedResource simpleResourceID=\"demo-live\"/><simpleTokenMsoID>")
        let token = try #require(read(text))
        let extra = token.fields.filter { $0.name == "new" || $0.name == "simpleAuthorizedResource" }
        #expect(extra.map(\.label) == ["new", "Authorized resource"])
        #expect(extra.map(\.value) == [.string("1"), .string("demo-live")])
    }

    @Test(
        "Other text isn't a token",
        arguments: [
            "", "hello", "<signatureInfo>", "<signatureInfo>QUJD<signatureInfo>", "<signatureInfo>QUJD<a></a>",
            "<signatureInfo>QUJD<signatureInfo><other/>", "<signatureInfo>QUJD<signatureInfo><authToken>", "a.b.c",
            "<html>&amp;</html>", "%", "%zz", "&lt;", "AAAAAAAAAAAAAAAAAAAAAAAA", "..", "bearer ", "\u{0}",
            "<signatureInfo>QUJD<signatureInfo><!DOCTYPE a><authToken/>",
            // The base64 of an empty JSON Web Token, but too short to be taken for base64.
            "ZTMwLmUzMC4=",
        ])
    func unreadable(_ text: String) {
        #expect(read(text) == nil)
    }

    @Test("Every prefix of a token, in every wrapping, is read or refused")
    func truncated() throws {
        let plain = try token("media-shortAuthorizationToken.xml")
        for text in [plain, Base64.encode(Array(plain.utf8)), PercentEncoding.encode(plain)] {
            let bytes = Array(text.utf8)
            let whole = try #require(InspectedToken(bytes))
            for length in 0..<bytes.count - 4 {
                #expect(InspectedToken(Array(bytes[..<length])) != whole)
            }
        }
    }

    @Test("A token with any byte changed is read or refused, without a crash")
    func mutated() throws {
        var state: UInt64 = 7
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let tokens = [
            try token("authn-recorded-web.xml"), try token("authz-mrss.xml"),
            try Fixture.line("AccessTokens/recorded.jwt"),
        ]
        for text in tokens.flatMap({ [$0, PercentEncoding.encode($0), Base64.encode(Array($0.utf8))] }) {
            for _ in 0..<200 {
                var bytes = Array(text.utf8)
                for _ in 0...next(3) { bytes[next(bytes.count)] = UInt8(next(256)) }
                if let token = InspectedToken(bytes) { #expect(!token.fields.isEmpty) }
            }
        }
    }

    @Test("More than a mebibyte isn't examined, and endless white space or nesting is harmless")
    func bounds() throws {
        let plain = try token("authz.xml")
        let padding = String(repeating: " ", count: InspectedToken.maximumBytes - plain.utf8.count)
        #expect(read(plain + padding) != nil)
        #expect(read(plain + padding + " ") == nil)
        var nested = Array(plain.utf8)
        for _ in 0..<8 { nested = Array(Base64.encode(nested).utf8) }
        #expect(InspectedToken(nested) == nil)
        #expect(read(String(repeating: "&lt;", count: 200_000)) == nil)
        let deep = String(repeating: "<a>", count: 100) + String(repeating: "</a>", count: 100)
        #expect(read("<signatureInfo>QUJD<signatureInfo><authToken>\(deep)</authToken>") == nil)
    }
}
