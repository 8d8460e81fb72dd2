import PassCore
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("How long decisions of REST API v2 are valid", .eachStore)
struct RESTv2KeptDecisionTests {
    /// An app whose user has signed in, where decisions count for an hour.
    private func app() throws -> RESTv2App {
        let app = try RESTv2App(TestSite { $0.ttl.authorizationSeconds = 3600 })
        try app.login()
        return app
    }

    /// The number of decisions that are kept.
    private func kept(_ site: TestSite) throws -> Int { try #require(site.world).stores.appDecisions.count }

    private func window(_ answer: HTTPResponse) throws -> [Int64] {
        let decision = try #require(answer.decisions.first, "\(answer.text)")
        return try ["notBefore", "notAfter"].map { try #require(decision[$0]?.integerValue, "\(answer.text)") }
    }

    @Test(
        "A decision is valid for its stated period, then the MVPD is asked again", arguments: ["news", "deny:news"])
    func counts(_ resource: String) throws {
        let app = try app()
        let first = try window(app.authorize(resource))
        #expect(first[1] == first[0] + 3_600_000)
        app.site.clock?.advance(by: .seconds(3599))
        #expect(try window(app.authorize(resource)) == first)
        app.site.clock?.advance(by: .seconds(1))
        #expect(try window(app.authorize(resource)) == [first[1], first[1] + 3_600_000])
    }

    @Test("Each permission has its own media token, which is valid immediately")
    func tokens() throws {
        let app = try app()
        let first = try app.mediaToken("news")
        app.site.clock?.advance(by: .seconds(600))
        let answer = app.authorize("news")
        let token = try #require(answer.decisions.first?["token"])
        #expect(token["notBefore"]?.integerValue == app.site.clock?.now().milliseconds)
        let second = try app.mediaToken("news")
        #expect(second != first)
        #expect(MediaTokenVerification(app.site).verify(second) == "VALID_TOKEN")
    }

    @Test("A decision belongs to one resource, one login and one service provider")
    func belongs() throws {
        let app = try app()
        let first = try window(app.authorize("news"))
        app.site.clock?.advance(by: .seconds(60))
        #expect(try window(app.authorize("sports"))[0] == first[0] + 60_000)
        var other = app
        other.requestor = "REF30"
        try other.login()
        #expect(try window(other.authorize("news"))[0] == first[0] + 60_000)
        #expect(app.logout().status == .ok)
        try app.login()
        #expect(try window(app.authorize("news"))[0] == first[0] + 60_000)
    }

    @Test(
        "A decision without a period isn't stored: the MVPD is asked again", arguments: ["network:a", "tooslow:a"])
    func trouble(_ resource: String) throws {
        let app = try app()
        let answer = app.authorize(resource)
        #expect(answer.decisions.first?["notBefore"] == nil)
        #expect(try kept(app.site) == 0)
    }

    @Test("Passes and rules decide each time")
    func passes() throws {
        let site = try TestSite { $0.mvpds["AcmeCable"]?.degradation = .authNAll }
        var app = try RESTv2App(site)
        for mvpd in ["TempPass", "AcmeCable"] {
            app.mvpd = mvpd
            #expect(app.authorize("news").decisions.first?["authorized"] == .bool(true))
        }
        #expect(try kept(site) == 0)
    }

    @Test("Repeated denials are counted although the MVPD isn't asked again")
    func repeated() throws {
        let site = try TestSite { $0.repeatedDenials.count = 2 }
        let app = try RESTv2App(site)
        try app.login()
        let first = app.authorize("deny:news").decisions.first?["error"]
        #expect(app.authorize("deny:news").decisions.first?["error"]?["details"] == first?["details"])
        let third = app.authorize("deny:news").decisions.first?["error"]
        #expect(third?["details"] != first?["details"], "\(third as Any)")
    }

    @Test("The description of a resource that is too long isn't kept")
    func long() throws {
        let app = try app()
        let title = String(repeating: "a", count: 5000)
        let item = "<rss><channel><title>\(title)</title><item><guid>1</guid></item></channel></rss>"
        _ = app.authorize(item)
        #expect(try kept(app.site) == 0)
        _ = app.authorize("news")
        #expect(try kept(app.site) == 1)
    }
}
