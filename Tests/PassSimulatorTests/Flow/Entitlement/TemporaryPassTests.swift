import PassCore
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Temporary passes", .eachStore)
struct TemporaryPassTests {
    private static let over = "Your temporary pass has run out."

    private func client(_ device: String = "c0ffee", _ site: TestSite? = nil) throws -> NativeClient {
        NativeClient(site: try site ?? TestSite(), deviceID: device, mvpd: "TempPass")
    }

    @Test("A pass begins with the first authorization, and its tokens say when it ends")
    func timeToLive() throws {
        let client = try client()
        let (_, cookies) = try client.begin()
        let first = try #require(client.session(cookies).element("authnToken"))
        #expect(first.contains("<simpleTokenExpires>2031/05/14 08:10:00 GMT +0000</simpleTokenExpires>"))
        #expect(first.contains("<ttl>600</ttl>"))
        client.site.clock?.advance(by: .seconds(300))
        let decision = try #require(client.authorize(first).element("authzToken"))
        #expect(decision.contains("<simpleTokenTTL>2031/05/14 08:15:00 GMT +0000</simpleTokenTTL>"))
        client.site.clock?.advance(by: .seconds(60))
        let again = try #require(client.session(cookies).element("authnToken"))
        #expect(again.contains("<simpleTokenExpires>2031/05/14 08:15:00 GMT +0000</simpleTokenExpires>"))
    }

    @Test("An expired pass is denied authorization, and its session returns an expired token")
    func over() throws {
        let client = try client()
        let (_, cookies) = try client.begin()
        let token = try #require(client.session(cookies).element("authnToken"))
        let decision = try #require(client.authorize(token).element("authzToken"))
        client.site.clock?.advance(by: .seconds(599))
        #expect(client.authorize(token, "OTHER").element("authzToken") != nil)
        #expect(client.mediaToken(decision).text.contains("<shortAuthorizationToken>"))
        client.site.clock?.advance(by: .seconds(1))
        #expect(client.authorize(token).isDenial(Self.over))
        #expect(client.mediaToken(decision).text == Documented.pendingLogout)
        let late = try #require(client.session(cookies).element("authnToken"))
        #expect(late.contains("<simpleTokenExpires>2031/05/14 08:10:00 GMT +0000</simpleTokenExpires>"))
        #expect(client.authorize(late).isDenial(Self.over))
        // Neither another login nor another year brings it back.
        client.site.clock?.advance(by: .days(400))
        #expect(client.authorize(try client.token()).isDenial(Self.over))
        #expect(client.authorize(token).isDenial(Self.over))
    }

    @Test("An expired token whose pass is still running is valid; one of a pass that never began isn't")
    func dateOver() throws {
        let client = try client()
        let token = try client.token()
        client.site.clock?.advance(by: .seconds(599))
        #expect(client.authorize(token).element("authzToken") != nil)
        client.site.clock?.advance(by: .seconds(300))
        #expect(client.authorize(token).element("authzToken") != nil)
        let other = try self.client("decade", client.site)
        let unused = try other.token()
        client.site.clock?.advance(by: .seconds(600))
        #expect(other.authorize(unused).text == Documented.pendingLogout)
        #expect(other.authorize(try other.token()).element("authzToken") != nil)
    }

    @Test("Each device has its own pass, whichever users log in on it and however often")
    func devices() throws {
        let client = try client()
        _ = client.authorize(try client.token())
        client.site.clock?.advance(by: .seconds(601))
        #expect(client.authorize(try client.token()).isDenial(Self.over))
        let other = try self.client("decade", client.site)
        #expect(other.authorize(try other.token()).element("authzToken") != nil)
        var requestor = client
        requestor.requestor = "REF30"
        #expect(requestor.authorize(try requestor.token()).element("authzToken") != nil)
    }

    @Test("A pass belongs to the ap_21 of a web client, or to the session of one without a device")
    func web() throws {
        let site = try TestSite()
        for (device, isOver) in [("0123456789abcdef0123456789abcdef", true), (nil, false)] {
            let web = WebClient(site: site, deviceID: device, mvpd: "TempPass")
            func token() throws -> String {
                try #require(web.session(try client("", site).begin().cookies).element("authnToken"))
            }
            let first = try token()
            #expect(web.authorize(first).element("authzToken") != nil)
            site.clock?.advance(by: .seconds(600))
            #expect(web.authorize(first).isDenial(Self.over))
            #expect(web.authorize(try token()).isDenial(Self.over) == isOver)
        }
    }

    @Test("A denied resource doesn't begin the pass")
    func denied() throws {
        let client = try client()
        let (_, cookies) = try client.begin()
        let token = try #require(client.session(cookies).element("authnToken"))
        #expect(client.authorize(token, "deny:x").element("authzToken") == nil)
        client.site.clock?.advance(by: .seconds(60))
        let later = try #require(client.session(cookies).element("authnToken"))
        #expect(later.contains("<simpleTokenExpires>2031/05/14 08:11:00 GMT +0000</simpleTokenExpires>"))
    }

    @Test("A pass's tokens have the same NameID and SessionIndex, others don't; a logout finds the pass by it")
    func handles() throws {
        let client = try client()
        let token = try client.token()
        let nameID = try #require(token.element("simpleSamlNameID"))
        #expect(token.element("simpleSamlSessionIndex") == nameID)
        let regular = try NativeClient(site: client.site).login()
        #expect(regular.element("simpleSamlNameID") != regular.element("simpleSamlSessionIndex"))
        let logout = client.site.get(
            "/adobe-services/logout",
            [
                ("mso_id", "TempPass"), ("requestor_id", "TEST_REQUESTOR"), ("name_id", nameID),
                ("session_index", nameID), ("redirect_url", "adobepass://ios.app"),
            ])
        #expect(logout.location == "adobepass://ios.app")
        #expect(client.authorize(token).text == Documented.pendingLogout)
    }

    @Test("A logout doesn't restore any time")
    func logout() throws {
        let client = try client()
        let token = try client.token()
        _ = client.authorize(token)
        client.site.clock?.advance(by: .seconds(300))
        _ = client.site.get("/adobe-services/logout", [("authentication_token", token), ("redirect_url", "a:b")])
        let next = try client.token()
        #expect(next.contains("<simpleTokenExpires>2031/05/14 08:10:00 GMT +0000</simpleTokenExpires>"))
    }

    @Test("One requestor's pass serves no other")
    func requestors() throws {
        let client = try client()
        let token = try client.token()
        var other = client
        other.requestor = "REF30"
        #expect(other.authorize(token).text == Documented.pendingLogout)
    }

    @Test("All resources are preauthorized, before and after the pass has expired")
    func preauthorization() throws {
        let client = try client()
        let token = try client.token()
        let yes =
            "<resources><resource><id>A</id><authorized>true</authorized></resource><resource><id>deny:B</id>"
            + "<authorized>true</authorized></resource></resources>"
        #expect(client.preauthorize(token, ["A", "deny:B"]).text == yes)
        _ = client.authorize(token)
        client.site.clock?.advance(by: .days(1))
        #expect(client.preauthorize(token, ["A", "deny:B"]).text == yes)
    }

    @Test("A pass of no length expires at once, and one of a century still ends", arguments: [0, 3_155_760_000])
    func extremes(_ seconds: Int) throws {
        let site = try TestSite { $0.mvpds["TempPass"]?.pass = .init(seconds: seconds) }
        let client = try client("c0ffee", site)
        let answer = client.authorize(try client.token())
        #expect(answer.isDenial(Self.over) == (seconds == 0))
        site.clock?.advance(by: .seconds(Int64(seconds)))
        #expect(client.authorize(try client.token()).isDenial(Self.over))
    }

    @Test("A pass is still running when the clock goes back before its beginning")
    func clockBack() throws {
        let client = try client()
        _ = client.authorize(try client.token())
        client.site.clock?.set(to: TestSite.start - .days(1))
        #expect(client.authorize(try client.token()).element("authzToken") != nil)
    }
}
