import PassHTTP
import Testing

@testable import PassSimulator

@Suite("One login for several requestors", .eachStore)
struct AuthenticationPerRequestorTests {
    @Test("A profile serves other requestors at its MVPD; each has its own permissions")
    func shared() throws {
        let client = NativeClient(site: try TestSite())
        let token = try client.login()
        var other = client
        other.requestor = "REF30"
        let decision = try #require(other.authorize(token).element("authzToken"))
        #expect(decision.element("simpleTokenRequestorID") == "REF30")
        #expect(other.mediaToken(decision).text.contains("<requestorID>REF30</requestorID>"))
        #expect(client.mediaToken(decision).text == Documented.pendingLogout)
        #expect(other.preauthorize(token, ["A"]).text.contains("<authorized>true</authorized>"))
    }

    @Test("If the MVPD requires a login per requestor, a profile serves only its own")
    func perRequestor() throws {
        let client = NativeClient(site: try TestSite(), mvpd: "PassiveTV")
        let token = try client.login()
        #expect(client.authorize(token).element("authzToken") != nil)
        var other = client
        other.requestor = "REF30"
        #expect(other.authorize(token).text == Documented.pendingLogout)
        #expect(other.preauthorize(token, ["A"]).text == Documented.pendingLogout)
    }

    @Test(
        "Where single sign-on is off for one of the two requestors, neither's login serves the other",
        arguments: ["TEST_REQUESTOR", "REF30"])
    func withoutSingleSignOn(_ closed: String) throws {
        let site = try TestSite {
            $0.requestors[closed]?.mvpds = ["Adobe": Configuration.Integration(singleSignOn: false)]
        }
        let one = NativeClient(site: site)
        let token = try one.login()
        #expect(one.authorize(token).element("authzToken") != nil)
        let other = NativeClient(site: site, requestor: "REF30")
        #expect(other.authorize(token).text == Documented.pendingLogout)
        #expect(other.preauthorize(token, ["A"]).text == Documented.pendingLogout)
    }

    @Test("Both requestors must have the MVPD", arguments: ["TEST_REQUESTOR", "REF30"])
    func integrated(_ without: String) throws {
        let token = try NativeClient(site: try TestSite()).login()
        let site = try TestSite { $0.requestors[without]?.mvpds = ["AcmeCable": Configuration.Integration()] }
        #expect(NativeClient(site: site, requestor: "REF30").authorize(token).text == Documented.pendingLogout)
        let strict = try TestSite {
            $0.requestors["TEST_REQUESTOR"] = nil
            $0.unknownRequestors = .refuse
        }
        #expect(NativeClient(site: strict, requestor: "REF30").authorize(token).text == Documented.pendingLogout)
    }

    @Test("A logout also ends what other requestors got from the login")
    func logout() throws {
        let client = NativeClient(site: try TestSite())
        let token = try client.login()
        var other = client
        other.requestor = "REF30"
        let decision = try #require(other.authorize(token).element("authzToken"))
        _ = client.site.get("/adobe-services/logout", [("authentication_token", token), ("redirect_url", "a:b")])
        #expect(other.authorize(token).text == Documented.pendingLogout)
        #expect(other.mediaToken(decision).text == Documented.pendingLogout)
    }
}
