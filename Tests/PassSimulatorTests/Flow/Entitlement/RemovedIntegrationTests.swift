import PassCore
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Logins from before the configuration changed", .eachStore)
struct RemovedIntegrationTests {
    /// What may be gone when the server comes back with the same keys.
    enum Removal: CaseIterable {
        case mvpd, integration, requestor

        func apply(_ configuration: inout Configuration) {
            switch self {
            case .mvpd:
                configuration.unknownMVPDs = .refuse
                configuration.mvpds["AcmeCable"] = nil
            case .integration:
                configuration.requestors["DEMO_NET"]?.mvpds = ["Adobe": Configuration.Integration()]
            case .requestor:
                configuration.unknownRequestors = .refuse
                configuration.requestors["DEMO_NET"] = nil
            }
        }
    }

    @Test("Tokens of what was removed are no longer accepted, and a logout returns", arguments: Removal.allCases)
    func tokens(_ removal: Removal) throws {
        let before = NativeClient(site: try TestSite(), requestor: "DEMO_NET", mvpd: "AcmeCable")
        let token = try before.login()
        let decision = try #require(before.authorize(token).element("authzToken"))
        let after = NativeClient(
            site: try TestSite { removal.apply(&$0) }, requestor: "DEMO_NET", mvpd: "AcmeCable")
        if removal == .requestor {
            #expect(after.authorize(token).fields["Authzf-Error-Code"] == "invalid")
            #expect(after.mediaToken(decision).fields["Authzf-Error-Code"] == "invalid")
            #expect(after.preauthorize(token, ["A"]).status == .badRequest)
        } else {
            #expect(after.authorize(token).text == Documented.pendingLogout)
            #expect(after.mediaToken(decision).text == Documented.pendingLogout)
            #expect(after.preauthorize(token, ["A"]).text == Documented.pendingLogout)
        }
        let logout = after.site.get(
            "/adobe-services/logout", [("authentication_token", token), ("redirect_url", "adobepass://ios.app")])
        #expect(logout.status.code < 500)
        if removal == .mvpd { #expect(logout.location == "adobepass://ios.app") }
    }

    @Test("TTLs of zero and of centuries are answered, never with a defect", arguments: [0, 1, 3_155_760_000])
    func timesToLive(_ seconds: Int) throws {
        let site = try TestSite {
            $0.ttl.authenticationSeconds = seconds
            $0.ttl.authorizationSeconds = seconds
            $0.ttl.mediaSeconds = seconds
        }
        let client = NativeClient(site: site)
        var browser = TestBrowser(site)
        let form = try browser.openLogin([
            ("requestor_id", "TEST_REQUESTOR"), ("mso_id", "Adobe"), ("redirect_url", "adobepass://ios.app"),
        ])
        _ = try browser.signIn(form)
        let session = client.session(browser.cookieField)
        guard seconds > 0 else {
            #expect(session.status == .unauthorized)
            return
        }
        let token = try #require(session.element("authnToken"))
        let decision = try #require(client.authorize(token).element("authzToken"))
        let media = client.mediaToken(decision).text
        #expect(media.contains("<ttl>\(seconds)000</ttl>"))
        site.clock?.set(to: TestSite.start - .days(30))
        #expect(client.authorize(token).element("authzToken") != nil)
        #expect(client.mediaToken(decision).text.contains("<shortAuthorizationToken>"))
        site.clock?.set(to: TestSite.start + .seconds(Int64(seconds)))
        #expect(client.authorize(token).text == Documented.pendingLogout)
    }

    @Test("Decisions and media tokens with a TTL of zero are issued and expire at once")
    func noTimeToLive() throws {
        let site = try TestSite {
            $0.ttl.authorizationSeconds = 0
            $0.ttl.mediaSeconds = 0
        }
        let client = NativeClient(site: site)
        let decision = try #require(client.authorize(try client.login()).element("authzToken"))
        #expect(client.mediaToken(decision).text == Documented.pendingLogout)
    }
}
