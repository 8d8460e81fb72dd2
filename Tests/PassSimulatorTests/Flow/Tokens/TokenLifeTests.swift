import PassCore
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("How long tokens are valid, and for whom", .eachStore)
struct TokenLifeTests {
    @Test("An authN token is valid for 30 days of the World's clock and not a second longer")
    func profileExpires() throws {
        let client = NativeClient(site: try TestSite())
        let token = try client.login()
        #expect(token.contains("<simpleTokenExpires>2031/06/13 08:00:00 GMT +0000</simpleTokenExpires>"))
        client.site.clock?.advance(by: .seconds(2_592_000 - 1))
        #expect(client.authorize(token).element("authzToken") != nil)
        client.site.clock?.advance(by: .seconds(1))
        #expect(client.authorize(token).text == Documented.pendingLogout)
    }

    @Test("An authZ token is valid for a day")
    func permissionExpires() throws {
        let client = NativeClient(site: try TestSite())
        let decision = try #require(client.authorize(try client.login()).element("authzToken"))
        #expect(decision.contains("<simpleTokenTTL>2031/05/15 08:00:00 GMT +0000</simpleTokenTTL>"))
        client.site.clock?.advance(by: .seconds(86_400 - 1))
        #expect(client.mediaToken(decision).text.contains("<shortAuthorizationToken>"))
        client.site.clock?.advance(by: .seconds(1))
        #expect(client.mediaToken(decision).text == Documented.pendingLogout)
    }

    @Test("An integration sets its own TTLs")
    func ownTimesToLive() throws {
        let site = try TestSite {
            $0.requestors["TEST_REQUESTOR"]?.mvpds = [
                "Adobe": Configuration.Integration(authenticationSeconds: 7200, authorizationSeconds: 3600)
            ]
        }
        let client = NativeClient(site: site)
        let token = try client.login()
        #expect(token.contains("<simpleTokenExpires>2031/05/14 10:00:00 GMT +0000</simpleTokenExpires>"))
        let decision = try #require(client.authorize(token).element("authzToken"))
        #expect(decision.contains("<simpleTokenTTL>2031/05/14 09:00:00 GMT +0000</simpleTokenTTL>"))
    }

    @Test("An authZ token is valid only for its requestor and MVPD, an authN token only for its MVPD")
    func owner() throws {
        let client = NativeClient(site: try TestSite())
        let token = try client.login()
        let decision = try #require(client.authorize(token).element("authzToken"))
        var other = client
        other.requestor = "REF30"
        #expect(other.authorize(token).element("authzToken") != nil)
        #expect(other.mediaToken(decision).text == Documented.pendingLogout)
        other = client
        other.mvpd = "AcmeCable"
        #expect(other.authorize(token).text == Documented.pendingLogout)
        #expect(other.mediaToken(decision).text == Documented.pendingLogout)
    }

    @Test("Tokens outlive the server: a second one with the same keys and nothing else accepts them")
    func restart() throws {
        let before = NativeClient(site: try TestSite())
        let token = try before.login()
        let decision = try #require(before.authorize(token).element("authzToken"))
        let after = NativeClient(site: try TestSite { $0.seed = 8 })
        #expect(after.mediaToken(decision).text.contains("<shortAuthorizationToken>"))
        let renewed = try #require(after.authorize(token).element("authzToken"))
        #expect(after.mediaToken(renewed).text.contains("<shortAuthorizationToken>"))
        let logout = after.site.get("/adobe-services/logout", [("authentication_token", token), ("mso_id", "Adobe")])
        #expect(logout.status == .found)
        #expect(after.authorize(token).text == Documented.pendingLogout)
        #expect(after.mediaToken(renewed).text == Documented.pendingLogout)
    }

    /// What of a login a logout may name.
    enum Name: CaseIterable {
        case token, handles, shortHandles, cookie
    }

    @Test("After a logout by token, by handles or by cookie nothing of the login is valid", arguments: Name.allCases)
    func loggedOut(_ name: Name) throws {
        let client = WebClient(site: try TestSite())
        let login = try client.login()
        let decision = try #require(client.authorize(login.token).element("authzToken"))
        let nameID = try #require(login.token.element("simpleSamlNameID"))
        let index = try #require(login.token.element("simpleSamlSessionIndex"))
        let query: [(name: String, value: String)] =
            switch name {
            case .token: [("authentication_token", login.token)]
            case .handles: [("name_id", nameID), ("session_index", index)]
            case .shortHandles: [("pi", nameID), ("session_index", index)]
            case .cookie: []
            }
        let common = [("mso_id", "Adobe"), ("requestor_id", "TEST_REQUESTOR"), ("redirect_url", "adobepass://ios.app")]
        let logout = client.site.get(
            "/adobe-services/logout", query + common, name == .cookie ? login.cookies : [:])
        #expect(logout.location?.hasPrefix("http://127.0.0.1:8080/_sim/mvpd/Adobe/slo?SAMLRequest=") == true)
        #expect(client.authorize(login.token).text == Documented.pendingLogout)
        #expect(client.mediaToken(decision).text == Documented.pendingLogout)
        #expect(client.session(login.cookies).element("authnToken") == nil)
    }

    @Test("A logout ends only its own login")
    func otherLogins() throws {
        let client = WebClient(site: try TestSite())
        let first = try client.login()
        let second = try client.login()
        _ = client.site.get("/adobe-services/logout", [("authentication_token", first.token)])
        #expect(client.authorize(first.token).text == Documented.pendingLogout)
        #expect(client.authorize(second.token).element("authzToken") != nil)
        #expect(client.session(second.cookies).element("authnToken") == second.token)
    }
}
