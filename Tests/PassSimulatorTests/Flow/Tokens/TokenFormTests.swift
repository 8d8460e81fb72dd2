import PassCore
import PassCrypto
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("The spellings of tokens", .eachStore)
struct TokenFormTests {
    /// The names of the elements in their order, containers included.
    private func names(_ token: String) -> [String] {
        token.split(separator: "<").filter { !$0.hasPrefix("/") }.map { part in
            String(part.prefix { $0 != ">" && $0 != " " })
        }
    }

    @Test("Documented tokens hold the elements of the vendor's page in its order, and the flow works with them")
    func documented() throws {
        let client = NativeClient(site: try TestSite { $0.tokens.elements = .documented })
        let token = try client.login()
        let envelope = ["signatureInfo", "signatureInfo"]
        #expect(
            names(token) == envelope + [
                "simpleAuthenticationToken", "simpleTokenAuthenticationGuid", "simpleTokenRequestorID",
                "simpleTokenDomainName", "simpleTokenExpires", "simpleTokenMsoID", "simpleTokenDeviceID",
                "simpleTokenFingerprint",
            ])
        let decision = try #require(client.authorize(token).element("authzToken"))
        #expect(
            names(decision) == envelope + [
                "simpleAuthorizationToken", "simpleTokenRequestorID", "simpleTokenResourceID", "simpleTokenTTL",
                "simpleTokenMsoID", "simpleTokenDeviceID", "simpleTokenFingerprint",
            ])
        #expect(client.mediaToken(decision).text.contains("<shortAuthorizationToken>"))
        _ = client.site.get("/adobe-services/logout", [("authentication_token", token)])
        #expect(client.authorize(token).text == Documented.pendingLogout)
        #expect(client.mediaToken(decision).text == Documented.pendingLogout)
    }

    @Test("Recorded tokens hold the elements of recorded traffic in its order")
    func recorded() throws {
        let client = WebClient(site: try TestSite(), deviceID: "0123456789abcdef0123456789abcdef")
        let token = try client.login().token
        #expect(
            names(token) == [
                "signatureInfo", "signatureInfo", "simpleAuthenticationToken", "simpleTokenAuthenticationGuid",
                "simpleSamlSessionIndex", "simpleTokenRequestorID", "simpleTokenDomainName", "simpleTokenExpires",
                "simpleTokenMsoID", "simpleTokenDeviceID", "simpleTokenFingerprint", "simpleTokenDeviceIDFragments",
                "simpleTokenBrowserInfo", "simpleTokenPlatformInfo", "simpleTokenVendorInfo", "simpleTokenIpAddr",
                "simpleSamlNameID", "ttl",
            ])
        #expect(token.element("ttl") == "2592000")
        #expect(token.element("simpleTokenDomainName") == "adobe.com")
        let guid = try #require(token.element("simpleTokenAuthenticationGuid"))
        #expect(guid.wholeMatch(of: /[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/) != nil)
        #expect(!token.contains("\n") && !token.contains("> "))
    }

    @Test("Media tokens have the root that was set, and verify under each")
    func mediaRoot() throws {
        let client = WebClient(site: try TestSite { $0.mediaToken.root = .authToken })
        let media = try client.mediaToken()
        #expect(names(media).dropFirst(2).first == "authToken" && media.hasSuffix("</authToken>"))
        let verified = client.site.post("/_sim/tokens/verify", [("token", media)])
        #expect(verified.text.contains(#""status":"VALID_TOKEN""#))
    }

    @Test("A corrected separator and another zone don't affect the flow, and every verifier accepts the tokens")
    func switched() throws {
        let site = try TestSite {
            $0.tokens.separator = .corrected
            $0.tokens.utcOffset = .init(minutes: -420)
        }
        let client = NativeClient(site: site)
        let token = try client.login()
        #expect(token.element("simpleTokenExpires") == "2031/06/13 01:00:00 GMT -0700")
        let decision = try #require(client.authorize(token).element("authzToken"))
        #expect(decision.element("simpleTokenTTL") == "2031/05/15 01:00:00 GMT -0700")
        let media = client.mediaToken(decision).text
        #expect(media.element("issueTime") == "2031-05-14 01:00:00 -0700")
        for text in [token, decision, media] {
            #expect(text.hasPrefix("<signatureInfo>") && text.contains("</signatureInfo><"))
        }
        // Each spelling of the second tag is the same token: its one presentation is taken by the first.
        let recorded = media.replacing("</signatureInfo>", with: "<signatureInfo>")
        #expect(site.post("/_sim/tokens/verify", [("token", recorded)]).text.contains(#""status":"VALID_TOKEN""#))
        #expect(site.post("/_sim/tokens/verify", [("token", media)]).text.contains("TOKEN_ALREADY_USED"))
    }

    @Test("The token key's public half verifies every token over the bytes of its element")
    func signatures() throws {
        let client = NativeClient(site: try TestSite())
        let token = try client.login()
        let decision = try #require(client.authorize(token).element("authzToken"))
        for text in [token, decision, client.mediaToken(decision).text] {
            let parts = text.split(separator: "<signatureInfo>")
            try #require(parts.count == 2)
            let signature = try #require(Base64Text.decode(String(parts[0])))
            #expect(client.site.keys.token.publicKey.isValid(signature: signature, over: Array(parts[1].utf8)))
        }
    }

    @Test("A resource in MRSS is sent in CDATA, also when it contains CDATA itself")
    func mrss() throws {
        let client = NativeClient(site: try TestSite())
        let feed =
            "<rss version=\"2.0\"><channel><title>DEMO</title><item><title><![CDATA[A & B]]></title>"
            + "<guid>TEST_RESOURCE</guid></item></channel></rss>"
        let decision = try #require(client.authorize(try client.login(), feed).element("authzToken"))
        let wrapped = "<![CDATA[" + feed.replacing("]]>", with: "]]]]>><![CDATA[") + "]]>"
        #expect(decision.element("simpleTokenResourceID") == wrapped)
        let media = client.mediaToken(decision).text
        let verified = client.site.post("/_sim/tokens/verify", [("token", media), ("resource", feed)])
        #expect(verified.text.contains(#""status":"VALID_TOKEN""#))
    }
}
