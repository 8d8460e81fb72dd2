import PassCore
import PassCrypto
import PassHTTP
import PassSAML
import Testing

@testable import PassSimulator

@Suite("MVPDs behind a proxy", .eachStore)
struct ProxiedMVPDTests {
    private func client(_ change: (inout Configuration) -> Void = { _ in }) throws -> NativeClient {
        NativeClient(site: try TestSite(change), mvpd: "TownCable")
    }

    @Test("The login goes to the proxy, which is told which MVPD it is for")
    func scoping() throws {
        let client = try client()
        let (location, request) = try redirect(client, "TownCable")
        #expect(location.hasPrefix("http://127.0.0.1:8080/_sim/mvpd/HubTV/sso?SAMLRequest="))
        #expect(request.identityProviders == ["TownCable"] && request.requesterIDs == ["TEST_REQUESTOR"])
        #expect(try redirect(client, "HubTV").request.identityProviders == [])
    }

    /// Where a login is sent, and what is asked there.
    private func redirect(_ client: NativeClient, _ mvpd: String) throws -> (location: String, request: AuthnRequest) {
        let answer = client.site.get(
            "/adobe-services/authenticate/saml",
            [("requestor_id", "TEST_REQUESTOR"), ("mso_id", mvpd), ("redirect_url", "adobepass://ios.app")])
        let location = try #require(answer.location)
        let query = try #require(location.split(separator: "?", maxSplits: 1).last)
        let key = client.site.keys.saml.publicKey
        return (location, try RedirectedMessage(query: query).read(AuthnRequest.self, verifiedBy: key))
    }

    @Test("Tokens name the proxy and the selected MVPD; the media token's last element is the proxy")
    func tokens() throws {
        let client = try client()
        let token = try client.login()
        #expect(token.element("simpleTokenMsoID") == "HubTV")
        #expect(token.element("simpleTokenSubMvpdID") == "TownCable")
        let decision = try #require(client.authorize(token).element("authzToken"))
        #expect(decision.element("simpleTokenMsoID") == "HubTV")
        let media = client.mediaToken(decision).text
        #expect(
            media.hasSuffix("<mvpdId>TownCable</mvpdId><proxyMvpdId>HubTV</proxyMvpdId></shortAuthorizationToken>"))
        let alone = NativeClient(site: client.site, mvpd: "HubTV")
        let own = try alone.login()
        #expect(own.element("simpleTokenMsoID") == "HubTV" && !own.contains("simpleTokenSubMvpdID"))
        let ownMedia = alone.mediaToken(try #require(alone.authorize(own).element("authzToken"))).text
        #expect(ownMedia.hasSuffix("<mvpdId>HubTV</mvpdId></shortAuthorizationToken>"))
    }

    @Test("Requests may name either of the two, and no other")
    func names() throws {
        let client = try client()
        let token = try client.login()
        for (name, isGood) in [("TownCable", true), ("HubTV", true), ("Adobe", false)] {
            var named = client
            named.mvpd = name
            let decision = named.authorize(token).element("authzToken")
            #expect((decision != nil) == isGood)
            let other = try #require(client.authorize(token).element("authzToken"))
            #expect((named.mediaToken(other).text != Documented.pendingLogout) == isGood)
        }
        // The proxy's own login is not that of the MVPD behind it.
        let own = try NativeClient(site: client.site, mvpd: "HubTV").login()
        #expect(client.authorize(own).text == Documented.pendingLogout)
    }

    @Test("With documented elements tokens name only the selected MVPD, and the media token still has both")
    func documented() throws {
        let client = try client { $0.tokens.elements = .documented }
        let token = try client.login()
        #expect(token.element("simpleTokenMsoID") == "TownCable" && !token.contains("simpleTokenSubMvpdID"))
        let media = client.mediaToken(try #require(client.authorize(token).element("authzToken"))).text
        #expect(media.contains("<mvpdId>TownCable</mvpdId><proxyMvpdId>HubTV</proxyMvpdId>"))
    }

    @Test(
        "The proxy may use any login protocol",
        arguments: [Configuration.MVPD.LoginStyle.samlPost, .samlRedirect, .metaRefresh, .oauth2])
    func styles(_ style: Configuration.MVPD.LoginStyle) throws {
        let client = try client { $0.mvpds["HubTV"]?.style = style }
        var browser = TestBrowser(client.site)
        let form = try browser.openLogin([
            ("requestor_id", "TEST_REQUESTOR"), ("mso_id", "TownCable"), ("redirect_url", "adobepass://ios.app"),
        ])
        let answer = try browser.open(
            form.action, posting: form.fields + [("username", "user"), ("password", "password")])
        if let location = answer.location {
            _ = try browser.open(location)
        } else {
            let confirmation = try #require(TestBrowser.Form(answer.text))
            _ = try browser.open(confirmation.action, posting: confirmation.fields)
        }
        let token = try #require(client.session(browser.cookieField).element("authnToken"))
        #expect(token.element("simpleTokenSubMvpdID") == "TownCable")
        let decision = try #require(client.authorize(token).element("authzToken"))
        #expect(client.mediaToken(decision).text.contains("<proxyMvpdId>HubTV</proxyMvpdId>"))
        _ = client.site.get("/adobe-services/logout", [("authentication_token", token), ("redirect_url", "a:b")])
        #expect(client.authorize(token).text == Documented.pendingLogout)
    }

    @Test("A logout goes to the proxy and its answer comes from there")
    func logout() throws {
        let client = try client()
        let token = try client.login()
        var browser = TestBrowser(client.site)
        let answer = try browser.open(
            "/adobe-services/logout?"
                + FormFields.encode([("authentication_token", token), ("redirect_url", "adobepass://ios.app")]))
        let location = try #require(answer.location)
        #expect(location.hasPrefix("http://127.0.0.1:8080/_sim/mvpd/HubTV/slo?SAMLRequest="))
        let back = try browser.open(try #require(browser.open(location).location))
        #expect(back.location == "adobepass://ios.app")
        #expect(client.authorize(token).text == Documented.pendingLogout)
    }

    @Test("The configuration lists a proxied MVPD as a separate MVPD, marked as proxied")
    func configuration() throws {
        let text = try client().site.get("/adobe-services/config/TEST_REQUESTOR").text
        let own = try #require(text.split(separator: "<mvpd visible").first { $0.contains("<id>TownCable</id>") })
        #expect(own.contains("<isProxy>true</isProxy>"))
        #expect(text.split(separator: "<isProxy>").count == 2)
    }

    @Test("A temporary pass neither has a proxy nor is one: pickers show none, and clients expect no cookies there")
    func temporaryPass() throws {
        var site = try client {
            $0.mvpds["TownCable"]?.proxy = "TempPass"
            $0.mvpds["TempPass"]?.proxy = "HubTV"
            $0.mvpds["TempPass"]?.host = "pass.example"
        }.site
        #expect(!site.get("/adobe-services/config/TEST_REQUESTOR").text.contains("<isProxy>"))
        site.authority = "sp.auth.adobe.com"
        #expect(
            site.get("/adobe-services/cookieDomains").text.contains(#""TownCable":["login.mvpd.example"]"#))
    }

    @Test("An MVPD whose proxy is itself, or is proxied back, still logs in", arguments: ["TownCable", "HubTV"])
    func circles(_ proxy: String) throws {
        let client = try client {
            $0.mvpds["TownCable"]?.proxy = proxy
            $0.mvpds["HubTV"]?.proxy = "TownCable"
        }
        let token = try client.login()
        #expect(client.authorize(token).element("authzToken") != nil)
    }
}
