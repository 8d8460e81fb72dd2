import Dispatch
import PassCore
import PassDomain
import PassHTTP
import PassTestSupport
import Testing

@testable import PassSimulator

/// Two nodes that share a store; the tests ask them in turn, as a balancer without stickiness does.
@Suite("Nodes that share a store")
struct NodeFlowTests {
    private let engine = SharedMemoryEngine()
    private let first: TestSite
    private let second: TestSite

    init() throws {
        let engine = self.engine
        func node(_ name: String) throws -> TestSite {
            try TestSite(engine: engine) { configuration in
                configuration.node.name = name
                configuration.throttle.burst = 0
            }
        }
        first = try node("one")
        second = try node("two")
    }

    private func suite(_ name: String) throws -> (TestSite, TestSite) {
        var (one, two) = (first, second)
        (one.prefix, two.prefix) = ("/_ns/\(name)", "/_ns/\(name)")
        return (one, two)
    }

    @Test("When the shared store has no room for another address, a client gets its API's own error")
    func fullOfAddresses() throws {
        let engine = SharedMemoryEngine()
        let site = try TestSite(engine: engine) { configuration in
            configuration.node.name = "one"
            configuration.limits.records = 1
            configuration.throttle.requestsPerSecond = 1
        }
        func ask(_ path: String, for viewer: String) -> HTTPResponse { site.get(path, [], ["X-Forwarded-For": viewer]) }
        let config = "/adobe-services/config/TEST_REQUESTOR"
        #expect(ask(config, for: "192.0.2.1").status == .ok)
        let refused = ask(config, for: "192.0.2.2")
        #expect(refused.status == .serviceUnavailable)
        #expect(refused.text.contains("The simulator can't store more records.") && !refused.text.contains("storeFull"))
        let modern = ask("/api/v2/TEST_REQUESTOR/configuration", for: "192.0.2.2")
        #expect(modern.json["code"]?.stringValue == "internal_server_error")
    }

    @Test("An app that logged in at one node watches at another, and a media token is valid once")
    func records() throws {
        let token = try #require(
            first.signIn(#"{"device": "c0ffee", "requestor": "TEST_REQUESTOR", "mvpd": "Adobe", "user": "user"}"#)[
                "authnToken"]?.stringValue)
        let (one, two) = (NativeClient(site: first), NativeClient(site: second))
        let decision = try #require(two.authorize(token).element("authzToken"))
        let media = one.mediaToken(decision).text
        func isValid(_ site: TestSite) -> Bool {
            let content = JSONWriter.object { content in
                content.member("token", media)
                content.member("resource", "TEST_RESOURCE")
            }
            return site.control(.post, "tokens/verify", String(decoding: content, as: UTF8.self)).json["valid"]
                == .bool(true)
        }
        #expect(isValid(second))
        #expect(!isValid(first))
        let code = try first.registrationCode()
        try second.signIn(#"{"code": "\#(code)", "mvpd": "Adobe", "user": "user"}"#)
        #expect(one.poll(code).element("authnToken") != nil)
        #expect(first.get("/_sim/ready").fields["X-Pass-Simulator-Node"] == "one")
        #expect(second.get("/_sim/clock").fields["X-Pass-Simulator-Node"] == "two")
    }

    @Test("A clock that is changed at one node shows the same time at the other")
    func clocks() throws {
        let (one, two) = try suite("clocks")
        #expect(one.control(.patch, "clock", #"{"now": "2031-06-01T00:00:00Z", "frozen": true}"#).status == .ok)
        #expect(two.control(.get, "clock").json["now"] == .string("2031-06-01T00:00:00.000Z"))
        #expect(two.control(.patch, "clock", #"{"advanceSeconds": 60}"#).status == .ok)
        #expect(one.control(.get, "clock").json["now"] == .string("2031-06-01T00:01:00.000Z"))
        #expect(one.control(.get, "clock").json["frozen"] == .bool(true))
        #expect(two.control(.patch, "clock", #"{"scale": 4, "frozen": false}"#).status == .ok)
        #expect(one.control(.get, "clock").json["scale"] == .integer(4))
    }

    @Test("Namespaces are made, configured, reset and removed for all nodes")
    func namespaces() throws {
        let (one, two) = try suite("suite")
        #expect(first.control(.put, "namespaces/suite", #"{"idleSeconds": 5000}"#).status == .created)
        #expect(second.control(.get, "namespaces/suite").json["idleSeconds"] == .integer(5000))
        #expect(second.control(.get, "namespaces").text.contains(#""suite""#))
        #expect(two.control(.patch, "state/subscribers/user", #"{"entitlement": "nothing"}"#).status == .ok)
        #expect(one.control(.get, "state/subscribers/user").text.contains("nothing"))
        // A login with metadata changes the user's settings.
        let login = #"{"device": "d", "requestor": "REF30", "mvpd": "Adobe", "user": "user", "metadata": {"zip": "1"}}"#
        try one.signIn(login)
        #expect(two.control(.get, "state/subscribers/user").text.contains(#""zip":"1""#))
        let code = try two.registrationCode()
        let poll = [(name: "reg_code", value: code)]
        #expect(one.get("/reggie/v1/TEST_REQUESTOR/regcode/\(code)", poll).status == .ok)
        #expect(one.control(.post, "reset").status == .noContent)
        #expect(two.get("/reggie/v1/TEST_REQUESTOR/regcode/\(code)", poll).status == .notFound)
        #expect(!two.control(.get, "state/subscribers/user").text.contains(#""entitlement":"nothing""#))
        #expect(two.control(.get, "exchanges").json["exchanges"]?.arrayValue?.count == 1)
        #expect(first.control(.delete, "namespaces/suite").status == .noContent)
        #expect(second.control(.get, "namespaces/suite").status == .notFound)
        // A request makes it again, for both.
        let other = try one.registrationCode()
        #expect(two.get("/reggie/v1/TEST_REQUESTOR/regcode/\(other)").status == .ok)
    }

    @Test("A namespace's own keys are the same at all nodes")
    func ownKeys() throws {
        #expect(first.control(.put, "namespaces/keys", #"{"keys": "own"}"#).status == .created)
        let (one, two) = try suite("keys")
        #expect(two.get("/_sim/keys/token.pem").text == one.get("/_sim/keys/token.pem").text)
        #expect(two.get("/_sim/keys/token.pem").text != first.get("/_sim/keys/token.pem").text)
        let token = try #require(
            one.signIn(#"{"device": "c0ffee", "requestor": "TEST_REQUESTOR", "mvpd": "Adobe", "user": "user"}"#)[
                "authnToken"]?.stringValue)
        #expect(NativeClient(site: two).authorize(token).element("authzToken") != nil)
        #expect(one.control(.post, "reset").status == .noContent)
        #expect(two.get("/_sim/keys/token.pem").text == one.get("/_sim/keys/token.pem").text)
    }

    @Test("A rule takes effect at all nodes, as often in total as it says")
    func rules() async throws {
        let (one, two) = try suite("rules")
        try one.addRule(
            #"{"id": "twice", "match": {"operation": "SessionDevice"}, "action": {"status": 418}, "times": 2}"#)
        let sites = [one, two]
        let refused = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<40 {
                group.addTask { NativeClient(site: sites[index % 2]).session([:]).status.code == 418 }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(refused == 2)
        for site in sites {
            let rule = site.get("/_sim/rules/twice").json
            #expect(rule["hits"] == .integer(2) && rule["matches"] == .integer(40))
        }
        // The rule that replaces it counts anew.
        try two.addRule(
            #"{"id": "third", "match": {"operation": "SessionDevice"}, "action": {"status": 418}, "after": 1}"#)
        #expect(NativeClient(site: one).session([:]).status.code != 418)
        #expect(NativeClient(site: two).session([:]).status.code == 418)
        #expect(one.control(.delete, "rules/third").status == .noContent)
        #expect(NativeClient(site: two).session([:]).status.code != 418)
    }

    @Test("An address has one allowance for all nodes together")
    func throttle() throws {
        #expect(
            first.control(
                .put, "namespaces/slow", #"{"configuration": {"throttle": {"requestsPerSecond": 2, "burst": 1}}}"#
            )
            .status == .created)
        let (one, two) = try suite("slow")
        #expect(one.control(.patch, "clock", #"{"frozen": true}"#).status == .ok)
        let answers = [one, two, one, two, one].map { $0.get("/adobe-services/config/TEST_REQUESTOR").status.code }
        #expect(answers == [200, 200, 200, 429, 429])
    }

    @Test("Changes are answered with 503 while the store is away, and other nodes' changes are adopted afterwards")
    func away() throws {
        let (one, two) = try suite("away")
        #expect(one.control(.get, "clock").status == .ok)
        engine.fail(with: StoreError(.unavailable, "The store is away."))
        // What needs no record is answered from what the node knows.
        #expect(one.get("/adobe-services/config/TEST_REQUESTOR").status == .ok)
        #expect(
            one.control(.patch, "clock", #"{"now": "2031-06-01T00:00:00Z", "frozen": true}"#).status
                == .serviceUnavailable)
        #expect(one.get("/_sim/ready").status == .ok)
        engine.fail(with: nil)
        #expect(two.control(.patch, "clock", #"{"now": "2032-06-01T00:00:00Z", "frozen": true}"#).status == .ok)
        #expect(one.control(.get, "clock").json["now"] == .string("2032-06-01T00:00:00.000Z"))
        #expect(one.get("/adobe-services/config/TEST_REQUESTOR").status == .ok)
    }

    @Test("A request that needs the store is answered with 503 while it is away, and never with a guess")
    func noGuesses() throws {
        let (one, _) = try suite("guesses")
        let code = try one.registrationCode()
        try one.addRule(#"{"id": "rule", "match": {"requestor": "OTHER"}, "action": {"status": 418}}"#)
        engine.fail(with: StoreError(.unavailable, "The store is away."))
        let paths = ["/_sim/namespaces", "/_sim/rules", "/_sim/rules/rule", "/_sim/snapshot"]
        for path in paths + ["/reggie/v1/TEST_REQUESTOR/regcode/\(code)"] {
            let answer = one.get(path)
            #expect(answer.status == .serviceUnavailable && answer.text.contains("The store is away."), "\(path)")
        }
        engine.fail(with: nil)
        for path in paths { #expect(one.get(path).status == .ok, "\(path)") }
    }

    @Test("A capsule that is opened at one node is open at the other")
    func openedCapsule() throws {
        let (one, two) = try suite("capsule")
        try one.addRule(#"{"id": "kept", "match": {"requestor": "OTHER"}, "action": {"status": 418}}"#)
        let capsule = one.control(.get, "capsule").text
        #expect(one.control(.delete, "rules").status == .noContent)
        #expect(two.get("/_sim/rules/kept").status == .notFound)
        let opened = two.control(.put, "capsule", capsule)
        #expect(opened.status == .ok, "\(opened.text)")
        for node in [one, two] {
            #expect(node.control(.get, "clock").json["frozen"] == .bool(true))
            #expect(node.get("/_sim/rules/kept").status == .ok)
        }
    }

    @Test("Requests that find the same change adopt it once, and none of them misses it")
    func takenOverOnce() async throws {
        let (one, two) = try suite("once")
        #expect(two.control(.get, "clock").status == .ok)
        #expect(one.control(.patch, "clock", #"{"now": "2031-06-01T00:00:00Z", "frozen": true}"#).status == .ok)
        let before = engine.looks
        let times = await withTaskGroup(of: JSONValue?.self) { group in
            for _ in 0..<20 { group.addTask { two.control(.get, "clock").json["now"] } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(times == Array(repeating: .string("2031-06-01T00:00:00.000Z"), count: 20))
        #expect(engine.looks == before + 1)
    }

    @Test("A change that waits for another node's turn keeps no other request waiting")
    func waits() throws {
        let (one, two) = try suite("waits")
        for site in [one, two] { #expect(site.control(.get, "clock").status == .ok) }
        let changed = Guarded<HTTPResponse?>(nil)
        let changing = DispatchGroup()
        engine.whileOtherHasTurn {
            DispatchQueue.global().async(group: changing) {
                let answer = one.control(.patch, "clock", #"{"frozen": true}"#)
                changed.withLock { $0 = answer }
            }
            for site in [one, two, one] { #expect(site.control(.get, "clock").json["frozen"] == .bool(false)) }
            #expect(changed.withLock { $0 == nil })
        }
        changing.wait()
        #expect(changed.withLock { $0?.status } == .ok)
        for site in [one, two] { #expect(site.control(.get, "clock").json["frozen"] == .bool(true)) }
    }

    @Test("Changes at two nodes at the same time are all kept")
    func races() async throws {
        let (one, two) = try suite("races")
        let sites = [one, two]
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<20 {
                group.addTask {
                    _ = sites[index % 2].control(
                        .post, "rules", #"{"id": "rule-\#(index)", "match": {}, "action": {"status": 503}}"#)
                }
            }
        }
        for site in sites { #expect(site.control(.get, "rules").json["rules"]?.arrayValue?.count == 20) }
    }

    @Test("A namespace that is used at one node isn't idle at another")
    func idle() throws {
        #expect(first.control(.put, "namespaces/short", #"{"idleSeconds": 10}"#).status == .created)
        let (one, two) = try suite("short")
        let now = SystemWallClock().now()
        let (sharedOne, sharedTwo) = (try #require(first.backend.shared), try #require(second.backend.shared))
        #expect(two.control(.get, "clock").status == .ok)
        #expect(sharedOne.sweep(now: now + .seconds(9)) == 0)
        #expect(one.control(.get, "clock").status == .ok)
        #expect(sharedOne.sweep(now: now + .seconds(12)) == 0)
        #expect(sharedTwo.sweep(now: now + .seconds(15)) == 0)
        #expect(second.control(.get, "namespaces/short").status == .ok)
        #expect(sharedTwo.sweep(now: now + .seconds(40)) == 1)
        #expect(first.control(.get, "namespaces/short").status == .notFound)
    }
}
