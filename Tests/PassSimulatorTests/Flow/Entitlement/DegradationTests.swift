import PassCore
import PassHTTP
import PassTestSupport
import Testing

@testable import PassSimulator

@Suite("Rules that replace an MVPD", .eachStore)
struct DegradationTests {
    private func client(_ rule: Configuration.Degradation?) throws -> NativeClient {
        NativeClient(
            site: try TestSite {
                $0.requestors["TEST_REQUESTOR"]?.mvpds = [
                    "Adobe": Configuration.Integration(degradation: rule), "TempPass": Configuration.Integration(),
                ]
            })
    }

    @Test("authNAll logs every user in without the MVPD, with a GUID that clients know, and permits everything")
    func everybodyIsLoggedIn() throws {
        let client = try client(.authNAll)
        let (answer, cookies) = try client.begin()
        #expect(answer.status == .found)
        let token = try #require(client.session(cookies).element("authnToken"))
        let guid = try #require(token.element("simpleTokenAuthenticationGuid"))
        #expect(guid.hasPrefix("95cf93bcd183214a") && guid.count == 40 && guid.allSatisfy(\.isHexDigit))
        #expect(!token.contains("<zAll>"))
        #expect(client.authorize(token, "deny:x").element("authzToken") != nil)
        #expect(client.preauthorize(token, ["deny:x"]).text.contains("<authorized>true</authorized>"))
        let decision = try #require(client.authorize(token).element("authzToken"))
        #expect(client.mediaToken(decision).text.contains("<shortAuthorizationToken>"))
    }

    @Test("authZAll requires a login as usual and permits everything; tokens have zAll as their last element")
    func everybodyMayWatch() throws {
        let client = try client(.authZAll)
        let token = try client.login(user: "denied")
        #expect(token.hasSuffix("<zAll>true</zAll></simpleAuthenticationToken>"))
        let decision = try #require(client.authorize(token, "network:x").element("authzToken"))
        #expect(decision.hasSuffix("<zAll>true</zAll></simpleAuthorizationToken>"))
        #expect(client.mediaToken(decision).text.contains("<shortAuthorizationToken>"))
        #expect(client.preauthorize(token, ["deny:x"]).text.contains("<authorized>true</authorized>"))
    }

    @Test("authZNone requires a login as usual and denies everything with its own code")
    func nobodyMayWatch() throws {
        let client = try client(.authZNone)
        let token = try client.login()
        let sentence = "Your provider's programs can't be watched at the moment."
        #expect(client.authorize(token).isDenial(sentence, "authzNone"))
        #expect(client.preauthorize(token, ["TEST_RESOURCE"]).text.contains("<authorized>false</authorized>"))
    }

    @Test("Without a rule the MVPD decides, and a regular token shows no mark of one")
    func noRule() throws {
        let client = try client(nil)
        let token = try client.login(user: "denied")
        #expect(!token.contains("95cf93bcd183214a") && !token.contains("zAll"))
        #expect(client.authorize(token).isDenial("Your package does not include this channel."))
    }

    @Test("A rule's tokens serve no other requestor", arguments: [Configuration.Degradation.authNAll, .authZAll])
    func requestors(_ rule: Configuration.Degradation) throws {
        let client = try client(rule)
        let token = try rule == .authNAll ? client.token() : client.login()
        var other = client
        other.requestor = "REF30"
        #expect(other.authorize(token).text == Documented.pendingLogout)
    }

    @Test("An authNAll login ends with the rule; other logins under a rule continue without it")
    func ruleEnds() throws {
        let degraded = try client(.authNAll).token()
        let after = try client(nil)
        #expect(after.authorize(degraded).text == Documented.pendingLogout)
        let permitted = try client(.authZAll).login(user: "denied")
        #expect(after.authorize(permitted).isDenial("Your package does not include this channel."))
    }

    @Test("A regular login goes on under authNAll")
    func earlierLogin() throws {
        let token = try client(nil).login(user: "denied")
        #expect(try client(.authNAll).authorize(token).element("authzToken") != nil)
    }

    @Test("A rule doesn't permit a resource that the requestor doesn't offer")
    func unknownResource() throws {
        let site = try TestSite {
            $0.unknownResources = .refuse
            $0.mvpds["Adobe"]?.degradation = .authZAll
        }
        let client = NativeClient(site: site)
        #expect(
            client.authorize(try client.login(), "OTHER").isDenial("Your package does not include this channel."))
    }

    @Test("A logout of an authNAll login returns at once: no user is logged in at the MVPD")
    func logout() throws {
        let client = try client(.authNAll)
        let token = try client.token()
        let answer = client.site.get(
            "/adobe-services/logout", [("authentication_token", token), ("redirect_url", "adobepass://ios.app")])
        #expect(answer.location == "adobepass://ios.app")
        #expect(client.authorize(token).text == Documented.pendingLogout)
    }

    @Test(
        "Only the rule that denies affects a temporary pass",
        arguments: [(Configuration.Degradation.authNAll, false), (.authZAll, false), (.authZNone, true)])
    func temporaryPass(_ rule: Configuration.Degradation, _ isDenied: Bool) throws {
        let site = try TestSite { $0.mvpds["TempPass"]?.degradation = rule }
        let client = NativeClient(site: site, mvpd: "TempPass")
        let token = try client.token()
        #expect(!token.contains("95cf93bcd183214a") && !token.contains("zAll"))
        #expect((client.authorize(token).fields["Authzf-Error-Code"] == "authzNone") == isDenied)
        site.clock?.advance(by: .days(1))
        #expect(client.authorize(try client.token()).element("authzToken") == nil)
    }
}
