import PassCore
import PassDomain
import PassHTTP
import PassInstruments
import PassTestSupport
import Testing

@testable import PassSimulator

@Suite("Snapshots of namespaces", .eachStore)
struct SnapshotFlowTests {
    /// Returns another simulator with the same keys, which has restored the state of the first.
    private func moved(
        _ site: TestSite, prefix: String = "", _ change: (inout Configuration) -> Void = { _ in }
    ) throws -> TestSite {
        let file = site.control(.get, "snapshot")
        try #require(file.status == .ok, "\(file.text)")
        var other = try TestSite {
            // Nothing of the state comes from the start of the second one.
            $0.seed = 99
            $0.timeMillis = 0
            change(&$0)
        }
        other.prefix = prefix
        let answer = other.control(.put, "snapshot", file.text)
        try #require(answer.status == .ok, "\(answer.text)")
        #expect(answer.json["otherKeys"] == .array([]))
        return other
    }

    @Test("An app that is logged in on one simulator continues on another")
    func goesOn() throws {
        let used = try UsedSite()
        let token = used.token
        let decision = try #require(used.client.authorize(token).element("authzToken"))
        let other = try moved(used.site)
        let client = NativeClient(site: other)
        #expect(client.mediaToken(decision).text.hasPrefix("<signatureInfo>"))
        #expect(try client.canWatch(token))
        #expect(client.session([:]).element("authnToken") != nil)
        var app = used.app
        let profile = app.profile()
        app.site = other
        #expect(app.profile().text == profile.text && profile.profiles["Adobe"] != nil)
        #expect(app.authorize("TEST_RESOURCE").decisions.first?["authorized"] == .bool(true))
        #expect(try !app.mediaToken().isEmpty)
        try app.refreshToken()
        #expect(app.profile().status == .ok)
        // The two go on by themselves.
        #expect(other.control(.delete, "state/sessions/\(try other.onlyID("sessions"))").status == .noContent)
        #expect(client.authorize(token).text.hasPrefix("<pendingLogout"))
        #expect(used.client.authorize(token).element("authzToken") != nil)
    }

    @Test("A code that was created on one simulator can be used on another")
    func codes() throws {
        let site = try TestSite()
        var app = try RESTv2App(site)
        let (code, registrationCode) = (try app.code(), try site.registrationCode())
        let other = try moved(site)
        let client = NativeClient(site: other)
        #expect(client.poll(registrationCode).status == .unauthorized)
        try other.signIn(#"{"code": "\#(registrationCode)", "mvpd": "Adobe", "user": "user"}"#)
        #expect(try client.canWatch(try #require(client.poll(registrationCode).element("authnToken"))))
        app.site = other
        try app.signIn(code)
        #expect(app.get("profiles/code/\(code)").profiles["Adobe"] != nil)
        #expect(app.authorize("TEST_RESOURCE").decisions.first?["authorized"] == .bool(true))
    }

    @Test("A media token can be presented as often as before")
    func mediaTokens() throws {
        let used = try UsedSite()
        let decision = try #require(used.client.authorize(used.token).element("authzToken"))
        let token = used.client.mediaToken(decision).text
        func verdict(_ site: TestSite) -> JSONValue? {
            let content = JSONWriter.object { content in
                content.member("token", token)
                content.member("resource", "TEST_RESOURCE")
            }
            return site.control(.post, "tokens/verify", String(decoding: content, as: UTF8.self)).json["valid"]
        }
        #expect(verdict(used.site) == .bool(true))
        let other = try moved(used.site)
        let again = verdict(used.site)
        #expect(verdict(other) == again && again != nil)
        #expect(used.site.world?.stores.latestPresentation.value == other.world?.stores.latestPresentation.value)
    }

    @Test("A snapshot of restored state equals its source")
    func repeats() throws {
        let used = try UsedSite()
        let site = used.site
        let settings = #"{"entitlement": "nothing", "metadata": {"userID": "u", "channelID": ["b", "a"]}}"#
        #expect(site.control(.patch, "state/subscribers/user", settings).status == .ok)
        try site.addRule(
            #"{"id": "a", "match": {"probability": 0.5, "operation": "AuthorizeDevice"}, "action": {"status": 503}}"#)
        try site.addRule(
            #"""
            {"id": "b", "match": {"headers": {"X-A": "*"}, "nth": 2}, "until": "2032-01-01T00:00:00Z", "priority": 3, "times": 4,
             "action": {"bodyBase64": "/w==", "delay": {"longTailMs": 1.5, "sigma": 1}, "headers": {"X-B": null},
              "transport": {"fault": "dribble", "bytes": 5, "everyMs": 6}, "mvpd": "slow"}}
            """#)
        _ = try site.registrationCode()
        var television = used.app
        television.device = "tv"
        try television.login()
        for kind in ["sessions", "profiles"] { #expect(try !site.state(kind).isEmpty) }
        _ = site.control(.delete, "state/logins/\(try #require(try site.state("logins").first?["id"]?.stringValue))")
        // Records that have expired are part of the state until they are removed.
        site.clock?.advance(by: .days(40))
        site.clock?.scale(by: 2.5)
        let first = site.control(.get, "snapshot").text
        let other = try moved(site)
        #expect(other.control(.get, "snapshot").text == first)
        site.clock?.advance(by: .days(-40))
        other.clock?.advance(by: .days(-40))
        #expect(other.control(.get, "state/sessions").text == site.control(.get, "state/sessions").text)
        // Random choices repeat, and identifiers too, unless nodes share the store, which must not make the same ones.
        #expect(try (other.registrationCode() == site.registrationCode()) == (EachStore.kind != .redis))
        func statuses(_ site: TestSite) -> [Int] {
            (0..<30).map { _ in NativeClient(site: site).authorize(used.token).status.code }
        }
        let choices = statuses(site)
        #expect(statuses(other) == choices && Set(choices).count > 1)
    }

    @Test("All settings of the namespace are restored in their order, whatever the start-up settings")
    func settings() throws {
        let site = try TestSite { configuration in
            configuration.requestors["OWN"] = .init(name: "Own")
            configuration.requestors["OWN"]?.mvpds = ["OAuthTV": .init(), "Adobe": .init(authorizationSeconds: 30)]
            configuration.subscribers["only-here"] = .init(password: "p")
            configuration.unknownRequestors = .refuse
            configuration.ttl.mediaSeconds = 77
            configuration.throttle.requestsPerSecond = 1
            configuration.throttle.burst = 2
        }
        let before = try #require(site.backend.worlds.namespaces.find(.default)).world.catalog.mvpds.map(\.id)
        let other = try moved(site) { configuration in
            configuration.requestors = ["ELSE": .init(name: "Else")]
            configuration.mvpds = ["Z": .init(), "Adobe": .init()]
            configuration.redirects = .registered
        }
        let worlds = (site.backend.worlds, other.backend.worlds)
        #expect(worlds.0.settingsText(of: .default) == worlds.1.settingsText(of: .default))
        #expect(other.world?.catalog.mvpds.map(\.id) == before)
        let path = "/adobe-services/config/OWN"
        // Both go on counting for the throttle: two answers here, none there.
        let answers = (0..<4).map { _ in site.get(path) }
        #expect(answers.map(\.status.code) == [200, 200, 200, 429])
        let third = try moved(site)
        #expect(third.get(path).status == .tooManyRequests)
        #expect(other.get(path).text == answers[0].text)
        // The start of the second one is still its own.
        #expect(other.control(.post, "reset").status == .noContent)
        #expect(other.world?.catalog.mvpds.map(\.id.rawValue) == ["Z", "Adobe"])
    }

    @Test("The configuration of the demo world and of a server is read back unchanged")
    func configurations() throws {
        for configuration in [Configuration(), Configuration.server(), Configuration(demo: false)] {
            let worlds = try TestSite { change in
                let (time, seed) = (change.timeMillis, change.seed)
                change = configuration
                (change.timeMillis, change.seed) = (time, seed)
            }.backend.worlds
            let text = String(decoding: worlds.settingsText(of: .default), as: UTF8.self)
            #expect(try worlds.startUp.replaced(by: text) == worlds.startUp)
        }
    }

    @Test("A snapshot moves between memory, a file and a database, and back, unchanged")
    func engines() throws {
        let used = try UsedSite()
        used.site.clock?.advance(by: .days(3))
        try used.site.addRule(#"{"id": "a", "match": {"operation": "SessionDevice"}, "action": {"status": 503}}"#)
        let text = used.site.control(.get, "snapshot").text
        let database = try #require(Configuration.RedisDatabase(RedisProcess.database()))
        var site = used.site
        for store in [Configuration.Store.sqlite(file: TemporaryFile.path()), .redis(database), .memory] {
            site = try moved(site) { $0.store = store }
            #expect(site.control(.get, "snapshot").text == text)
        }
        #expect(try NativeClient(site: site).canWatch(used.token))
    }

    @Test("Expiry follows the restored clock")
    func clock() throws {
        let used = try UsedSite()
        let other = try moved(used.site)
        let client = NativeClient(site: other)
        #expect(other.control(.get, "clock").json["now"] == .string("2031-05-14T08:00:00.000Z"))
        #expect(other.control(.get, "clock").json["frozen"] == .bool(true))
        #expect(other.control(.patch, "clock", #"{"advanceSeconds": 3000000}"#).status == .ok)
        #expect(client.authorize(used.token).element("authzToken") == nil)
        #expect(used.client.authorize(used.token).element("authzToken") != nil)
        // A clock that follows the machine's goes on to do so.
        let real = try TestSite { $0.timeMillis = nil }
        #expect(try moved(real).control(.get, "clock").json["followsRealTime"] == .bool(true))
    }

    @Test("Restored rules continue their counts, and those of the configuration are still recognized as such")
    func rules() throws {
        let site = try TestSite()
        #expect(
            site.control(
                .put, "namespaces/default",
                #"{"configuration": {"rules": [{"id": "c", "action": {"status": 500}, "match": {"operation": "ShortAuthorize*"}}]}}"#
            )
            .status == .ok)
        try site.addRule(
            #"{"id": "a", "match": {"operation": "RetrieveConfiguration"}, "times": 3, "action": {"status": 503}}"#)
        func status(_ site: TestSite) -> Int { site.get("/adobe-services/config/TEST_REQUESTOR").status.code }
        #expect([status(site), status(site)] == [503, 503])
        let other = try moved(site)
        #expect([status(other), status(other)] == [503, 200])
        #expect([status(site), status(site)] == [503, 200])
        #expect(other.hits("a") == 3 && site.hits("a") == 3)
        let rules = try #require(other.backend.worlds.namespaces.find(.default)).rules
        #expect(rules.snapshots.map(\.isConfigured) == [true, false])
    }

    @Test("A snapshot can be restored into any namespace; others, and the journal, aren't changed")
    func namespaces() throws {
        let used = try UsedSite()
        var mine = used.site
        mine.prefix = "/_ns/mine"
        #expect(mine.get("/adobe-services/config/TEST_REQUESTOR").status == .ok)
        let before = mine.control(.get, "exchanges").json["exchanges"]?.arrayValue?.count
        let file = used.site.control(.get, "snapshot").text
        let answer = mine.control(.put, "snapshot", file)
        #expect(answer.status == .ok && answer.json["name"] == .string("mine"))
        #expect(answer.json["records"] == used.site.control(.get, "namespaces/default").json["records"])
        #expect(mine.control(.get, "exchanges").json["exchanges"]?.arrayValue?.count == before && before == 1)
        #expect(try NativeClient(site: mine).canWatch(used.token))
        #expect(mine.control(.post, "reset").status == .noContent)
        #expect(try mine.state("sessions").isEmpty && !used.site.state("sessions").isEmpty)
    }

    @Test(
        "A simulator with another token key refuses a snapshot unless told otherwise; its tokens aren't valid"
    )
    func otherKeys() throws {
        let used = try UsedSite()
        let file = used.site.control(.get, "snapshot").text
        let other = try TestSite(tokenKey: "Keys/statement.pem")
        let refusal = other.control(.put, "snapshot", file)
        #expect(refusal.status == .conflict && refusal.text.contains("(sealing, token)"), "\(refusal.text)")
        #expect(try other.state("sessions").isEmpty)
        let answer = other.control(.put, "snapshot?keys=any", file)
        #expect(answer.json["otherKeys"] == .array([.string("sealing"), .string("token")]), "\(answer.text)")
        #expect(try other.state("sessions").count == used.site.state("sessions").count)
        #expect(NativeClient(site: other).authorize(used.token).element("authzToken") == nil)
    }

    @Test(
        "A snapshot with an error changes nothing",
        arguments: [
            (#""version":1"#, #""version":2"#, "version isn't 1"),
            (#""scale":1"#, #""scale":0"#, "clock.scale isn't a number from 0.001 to 86400."),
            (#""mediaSeconds":"#, #""mediaSecond":"#, "configuration can't be used: "),
            (#""unknownMVPDs":"accept""#, #""unknownMVPDs":"perhaps""#, "configuration can't be used: "),
            (#""configuration":{"#, #""configuration":{"listen":[],"#, "is a setting of the whole simulator"),
            (#""isHomeBased":false"#, #""isHomeBased":0"#, "isHomeBased isn't true or false."),
            (#""clients":["#, #""clients":[{},"#, "records.clients[0].id is missing."),
            (#""records":{"#, #""records":{"things":[],"#, "records.things is unknown"),
            (#""token":""#, #""token":"0"#, "was taken with other keys (token)"),
        ])
    func faults(_ part: String, _ wrong: String, _ sentence: String) throws {
        let site = try UsedSite().site
        let file = site.control(.get, "snapshot").text
        try #require(file.contains(part))
        let faulty = file.replacing(part, with: wrong, maxReplacements: 1)
        let other = try TestSite()
        for target in [site, other] {
            let before = target.control(.get, "snapshot").text
            let answer = target.control(.put, "snapshot", faulty)
            #expect([.badRequest, .conflict].contains(answer.status), "\(answer.text)")
            #expect(answer.json["detail"]?.stringValue?.contains(sentence) == true, "\(answer.text)")
            #expect(target.control(.get, "snapshot").text == before)
        }
    }

    @Test("A snapshot with more records or bytes than allowed changes nothing")
    func bounds() throws {
        let site = try UsedSite().site
        _ = try site.registrationCode()
        let file = site.control(.get, "snapshot").text
        let small = try TestSite { $0.limits.records = 1 }
        let answer = small.control(.put, "snapshot", file)
        #expect(
            answer.status == .serviceUnavailable && answer.text.contains("There is no room for records."),
            "\(answer.text)")
        #expect(try small.state("sessions").isEmpty)
        let tight = try TestSite { $0.limits.storedBytes = 2_000 }
        #expect(tight.control(.put, "snapshot", file).status == .serviceUnavailable)
        #expect(tight.backend.worlds.storedBytes.used == 0)
    }
}
