import PassCore
import PassDomain
import PassHTTP
import PassTestSupport
import Testing

@testable import PassSimulator

@Suite("Restarts on a store")
struct StoreFlowTests {
    /// The stores that outlive a process.
    enum Kept: CaseIterable, Sendable {
        case file
        case database
    }

    private let file = TemporaryFile.path()
    private let database: Configuration.RedisDatabase

    init() throws {
        database = try #require(Configuration.RedisDatabase(RedisProcess.database()))
    }

    private func store(_ kept: Kept) -> Configuration.Store {
        switch kept {
        case .file: .sqlite(file: file)
        case .database: .redis(database)
        }
    }

    private func site(
        _ kept: Kept = .file, _ change: (inout Configuration) -> Void = { _ in }
    ) throws -> TestSite {
        try TestSite { configuration in
            configuration.store = store(kept)
            configuration.storeDurability = .relaxed
            change(&configuration)
        }
    }

    /// Returns a simulator that opens the store after another has closed it.
    private func restarted(
        _ site: TestSite, _ kept: Kept, _ change: (inout Configuration) -> Void = { _ in }
    ) throws -> TestSite {
        site.backend.worlds.close()
        return try self.site(kept, change)
    }

    @Test("An app that is logged in stays logged in after a restart", arguments: Kept.allCases)
    func goesOn(_ kept: Kept) throws {
        let used = try UsedSite { $0.store = store(kept) }
        let decision = try #require(used.client.authorize(used.token).element("authzToken"))
        let media = used.client.mediaToken(decision).text
        func verdict(_ site: TestSite) -> JSONValue? {
            let content = JSONWriter.object { content in
                content.member("token", media)
                content.member("resource", "TEST_RESOURCE")
            }
            return site.control(.post, "tokens/verify", String(decoding: content, as: UTF8.self)).json["valid"]
        }
        #expect(verdict(used.site) == .bool(true))
        let code = try used.site.registrationCode()
        let state = used.site.control(.get, "state").text

        let other = try restarted(used.site, kept)
        #expect(other.control(.get, "state").text == state)
        let client = NativeClient(site: other)
        #expect(try client.canWatch(used.token))
        #expect(client.session([:]).element("authnToken") != nil)
        #expect(verdict(other) == .bool(false))
        var app = used.app
        app.site = other
        #expect(app.profile().profiles["Adobe"] != nil)
        try app.refreshToken()
        try other.signIn(#"{"code": "\#(code)", "mvpd": "Adobe", "user": "user"}"#)
        #expect(client.poll(code).element("authnToken") != nil)
        // Identifiers continue without one that is in use.
        #expect(try other.registrationCode() != code)

        for session in try other.state("sessions") {
            let id = try #require(session["id"]?.stringValue)
            #expect(other.control(.delete, "state/sessions/\(id)").status == .noContent)
        }
        let third = try restarted(other, kept)
        #expect(NativeClient(site: third).authorize(used.token).text.hasPrefix("<pendingLogout"))
    }

    /// Returns the rules of a namespace without the times at which they were added, which a store doesn't keep.
    private static func rules(_ site: TestSite) throws -> [JSONValue] {
        try #require(site.control(.get, "rules").json["rules"]?.arrayValue).map { rule in
            var members = rule.objectValue ?? [:]
            members["added"] = nil
            return .object(members)
        }
    }

    @Test("While the store isn't available, a change is answered with 503, and a request without records as usual")
    func unusable() throws {
        let site = try site()
        #expect(site.post("/reggie/v1/TEST_REQUESTOR/regcode", []).status == .badRequest)
        site.backend.worlds.close()
        #expect(site.post("/reggie/v1/TEST_REQUESTOR/regcode", []).status == .badRequest)
        #expect(site.control(.patch, "clock", #"{"advanceSeconds": 60}"#).status == .serviceUnavailable)
    }

    @Test("Clock, settings and rules with their counters survive a restart", arguments: Kept.allCases)
    func descriptions(_ kept: Kept) throws {
        var first = try site(kept) { $0.timeMillis = nil }
        first.prefix = "/_ns/mine"
        #expect(first.control(.put, "namespaces/mine", #"{"idleSeconds": 5000}"#).status == .ok)
        #expect(first.control(.patch, "clock", #"{"now": "2030-01-01T00:00:00Z", "frozen": true}"#).status == .ok)
        #expect(first.control(.patch, "state/subscribers/user", #"{"entitlement": "nothing"}"#).status == .ok)
        try first.addRule(
            #"{"id": "once", "match": {"operation": "SessionDevice"}, "action": {"status": 418}, "times": 1}"#)
        #expect(NativeClient(site: first).session([:]).status.code == 418)
        let rules = try Self.rules(first)
        #expect(rules.first?["hits"] == .integer(1))

        var second = try restarted(first, kept) { $0.timeMillis = nil }
        second.prefix = "/_ns/mine"
        #expect(second.control(.get, "clock").json["now"] == .string("2030-01-01T00:00:00.000Z"))
        #expect(second.control(.get, "clock").json["frozen"] == .bool(true))
        #expect(try Self.rules(second) == rules)
        #expect(NativeClient(site: second).session([:]).status.code != 418)
        #expect(second.control(.get, "state/subscribers/user").text.contains("nothing"))
        let description = second.control(.get, "namespaces/mine").json
        #expect(description["idleSeconds"] == .integer(5000))
        second.prefix = ""
        #expect(!second.control(.get, "state/subscribers/user").text.contains(#""entitlement":"nothing""#))

        #expect(second.control(.delete, "namespaces/mine").status == .noContent)
        let third = try restarted(second, kept)
        #expect(third.control(.get, "namespaces/mine").status == .notFound)
    }

    @Test("A namespace without its own settings follows the start-up configuration", arguments: Kept.allCases)
    func configuration(_ kept: Kept) throws {
        let used = try UsedSite { $0.store = store(kept) }
        _ = used.site.control(.patch, "clock", #"{"advanceSeconds": 60}"#)
        let rule = try Configuration.Rule(#"{match: {operation: "AuthorizeDevice"}, action: {status: 503}}"#)
        let other = try restarted(used.site, kept) { configuration in
            configuration.ttl.mediaSeconds = 77
            configuration.rules = [rule]
        }
        #expect(other.backend.worlds.namespaces.find(.default)?.world.policy.timesToLive.media == .seconds(77))
        #expect(NativeClient(site: other).authorize(used.token).status == .serviceUnavailable)
    }

    @Test(
        "Removed rules and users of the configuration stay removed, as long as the rules are the same",
        arguments: Kept.allCases)
    func removals(_ kept: Kept) throws {
        let rule = try Configuration.Rule(#"{match: {operation: "SessionDevice"}, action: {status: 418}}"#)
        func status(_ site: TestSite) -> Int { NativeClient(site: site).session([:]).status.code }
        let first = try site(kept) { $0.rules = [rule] }
        #expect(status(first) == 418)
        let id = try #require(first.control(.get, "rules").json["rules"]?.arrayValue?.first?["id"]?.stringValue)
        #expect(first.control(.delete, "rules/\(id)").status == .noContent)
        #expect(first.control(.delete, "state/subscribers/denied").status == .noContent)
        let second = try restarted(first, kept) { $0.rules = [rule] }
        #expect(status(second) != 418)
        #expect(second.control(.get, "state/subscribers/denied").status == .notFound)

        // Another configuration: its users and times come, what was removed doesn't come back.
        let third = try restarted(second, kept) { configuration in
            configuration.rules = [rule]
            configuration.ttl.mediaSeconds = 77
            configuration.subscribers["newcomer"] = Configuration.Subscriber()
        }
        #expect(status(third) != 418)
        #expect(third.control(.get, "state/subscribers/denied").status == .notFound)
        #expect(third.control(.get, "state/subscribers/newcomer").status == .ok)
        #expect(third.backend.worlds.namespaces.find(.default)?.world.policy.timesToLive.media == .seconds(77))

        let other = try Configuration.Rule(#"{match: {operation: "SessionDevice"}, action: {status: 419}}"#)
        #expect(status(try restarted(third, kept) { $0.rules = [rule, other] }) == 418)
    }

    @Test("A namespace keeps its own keys, so its tokens are valid after a restart", arguments: Kept.allCases)
    func ownKeys(_ kept: Kept) throws {
        var first = try site(kept)
        #expect(first.control(.put, "namespaces/mine", #"{"keys": "own"}"#).status == .created)
        first.prefix = "/_ns/mine"
        let token = try NativeClient(site: first).login()
        let keys = first.control(.get, "keys").text
        var second = try restarted(first, kept)
        #expect(second.control(.get, "keys").text != keys)
        second.prefix = "/_ns/mine"
        #expect(second.control(.get, "keys").text == keys)
        #expect(try NativeClient(site: second).canWatch(token))
        // The third description is made of what the second run has read.
        let third = try restarted(second, kept)
        #expect(third.control(.get, "namespaces/mine").json["keys"] == .string("own"))
        let kept = try #require(try third.backend.worlds.engine.keptNamespaces().first { $0.name.rawValue == "mine" })
        let text = String(decoding: try #require(kept.description).snapshot, as: UTF8.self)
        #expect(text.contains("sealedKeys") && !text.contains("PRIVATE KEY"))
    }

    @Test("A reset discards the records, also after a restart", arguments: Kept.allCases)
    func reset(_ kept: Kept) throws {
        let used = try UsedSite { $0.store = store(kept) }
        #expect(used.site.control(.post, "reset").status == .noContent)
        let other = try restarted(used.site, kept)
        #expect(try other.world?.stores.count == 0)
    }

    @Test("Settings that change the MVPDs' decisions discard those that are stored", arguments: Kept.allCases)
    func decisions(_ kept: Kept) throws {
        let used = try UsedSite { $0.store = store(kept) }
        #expect(try used.site.state("decisions").count == 1)
        #expect(used.site.control(.patch, "state/subscribers/user", #"{"entitlement": "nothing"}"#).status == .ok)
        #expect(try used.site.state("decisions").isEmpty)
        #expect(used.app.authorize("TEST_RESOURCE").decisions.first?["authorized"] == .bool(false))
    }

    @Test("A file that is in use is refused with a sentence")
    func inUse() throws {
        let first = try site()
        let error = #expect(throws: SimulatorError.self) { try site() }
        #expect(
            error?.message
                == "The store \(file) is in use by another simulator. Stop it, or give each simulator a file of its own."
        )
        first.backend.worlds.close()
        _ = try site()
    }

    @Test("A store that isn't available is reported with 503")
    func unavailable() throws {
        let site = try site()
        _ = try site.registrationCode()
        site.backend.worlds.engine.close()
        let answer = site.post("/reggie/v1/REF30/regcode", [("deviceId", "d")])
        #expect(answer.status == .serviceUnavailable && answer.text.contains("is closed"))
        #expect(site.control(.patch, "clock", #"{"advanceSeconds": 60}"#).status == .serviceUnavailable)
        let ready = site.get("/_sim/ready")
        #expect(ready.status == .serviceUnavailable && ready.text.contains("is closed"))
    }

    @Test("An embedded simulator continues from its file")
    func embedded() async throws {
        var configuration = Configuration()
        configuration.store = .sqlite(file: file)
        let request = SimulatorRequest(form: [("deviceId", "d"), ("format", "json")], to: "/reggie/v1/REF30/regcode")
        let first = try await Simulator.start(configuration)
        let code = try JSONValue.parse(first.respond(to: request).body)["code"]?.stringValue ?? ""
        await first.stop()
        let second = try await Simulator.start(configuration)
        #expect(second.respond(to: SimulatorRequest("GET", "/reggie/v1/REF30/regcode/\(code)")).status == 200)
        await second.stop()
    }
}
