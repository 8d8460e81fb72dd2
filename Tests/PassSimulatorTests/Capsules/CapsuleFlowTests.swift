import PassCore
import PassDomain
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Capsules of namespaces", .eachStore)
struct CapsuleFlowTests {
    private func saved(_ site: TestSite, _ query: String = "") throws -> String {
        let answer = site.control(.get, "capsule\(query)")
        try #require(answer.status == .ok, "\(answer.text)")
        return answer.text
    }

    /// Replays a capsule in another simulator, whose settings and seed are others. It has no store, as in a replay by the
    /// command.
    private func replayed(_ capsule: String) throws -> CapsuleReplay {
        let other = try EachStore.$kind.withValue(.memory) {
            try TestSite {
                $0.seed = 99
                $0.timeMillis = 0
                $0.mvpds["Adobe"] = nil
            }
        }
        return try other.backend.replay(Capsule(Array(capsule.utf8)))
    }

    @Test("A replay in another simulator gives each request the same answer", arguments: [7, nil])
    func same(_ seed: UInt64?) throws {
        let used = try UsedSite { $0.seed = seed }
        used.site.clock?.advance(by: TimeToLive(seconds: 90))
        #expect(used.app.authorize("deny:news").decisions.first?["authorized"] == .bool(false))
        let replay = try replayed(saved(used.site))
        #expect(replay.isComplete && replay.failedSteps.isEmpty)
        #expect(replay.different.map { "\($0.path): \($0.outcome)" } == [])
        #expect(replay.same == replay.exchanges.count && replay.same > 6)
    }

    @Test("A question about the whole server is replayed like any request")
    func wholeServer() throws {
        let site = try TestSite()
        #expect(site.send(site.request(.options, "*")).status == .ok)
        let replay = try replayed(saved(site))
        #expect(replay.exchanges.map(\.outcome) == [.same])
    }

    @Test("A short device identifier has one pseudonym, beside its name and in base64", arguments: ["my-tv", "tv01"])
    func shortDevice(_ device: String) throws {
        let site = try TestSite()
        var app = try RESTv2App(site)
        app.device = device
        let login = #"{"device": "\#(device)", "requestor": "TEST_REQUESTOR", "mvpd": "Adobe", "user": "user"}"#
        #expect(site.control(.post, "login", login).status == .ok)
        #expect(app.get("profiles").profiles.keys.sorted() == ["Adobe"])
        let capsule = try saved(site)
        #expect(!capsule.contains(Base64.encode(Array(device.utf8))))
        let replay = try replayed(capsule)
        #expect(replay.isComplete && replay.failedSteps.isEmpty)
        #expect(replay.different.map { "\($0.path): \($0.outcome)" } == [])
    }

    @Test("A capsule that begins with a restored snapshot can be opened and replayed")
    func restoredSnapshot() throws {
        let used = try UsedSite()
        let snapshot = used.site.control(.get, "snapshot").text
        #expect(used.site.control(.put, "snapshot", snapshot).status == .ok)
        #expect(try used.client.canWatch(used.token))
        let capsule = try saved(used.site)
        let other = try TestSite()
        let opened = other.control(.put, "capsule", capsule)
        #expect(opened.status == .ok, "\(opened.text)")
        let replay = try replayed(capsule)
        #expect(replay.failedSteps.isEmpty)
        // The fingerprints of the keys stay as they are.
        let state = try JSONValue.parse(Array(capsule.utf8))["state"]
        #expect(try state?["keys"] == JSONValue.parse(Array(snapshot.utf8))["keys"])
    }

    @Test("A change by a program is a step of the replay")
    func programs() async throws {
        let simulator = try await Simulator.start()
        try simulator.world.configure("{ttl: {registrationCodeSeconds: 60}}")
        let ask = { () -> SimulatorResponse in
            simulator.respond(
                to: SimulatorRequest(
                    form: [("deviceId", "my-device-1"), ("format", "json")],
                    to: simulator.url + "/reggie/v1/TEST_REQUESTOR/regcode"))
        }
        #expect(ask().status == 201)
        try simulator.world.fail(.requestRegistrationCode, with: .status(503), times: 1)
        #expect(ask().status == 503)
        simulator.world.healAll()
        simulator.world.advance(by: .seconds(30))
        #expect(ask().status == 201)
        let capsule = simulator.respond(to: SimulatorRequest("GET", "/_sim/capsule")).text
        await simulator.stop()
        #expect(!capsule.contains("my-device-1"))
        let replay = try replayed(capsule)
        #expect(replay.exchanges.map(\.outcome) == [.same, .same, .same] && replay.failedSteps == [])
    }

    @Test("An opened capsule shows exchanges, explanations, state and a clock that stands still")
    func open() throws {
        let used = try UsedSite()
        let capsule = try saved(used.site, "?title=Why")
        used.site.clock?.thaw()
        let other = try TestSite { $0.timeMillis = 0 }
        let answer = other.control(.put, "capsule", capsule)
        #expect(answer.status == .ok && answer.json["capsule"]?["title"] == .string("Why"), "\(answer.text)")
        let exchanges = try #require(other.control(.get, "exchanges").json["exchanges"]?.arrayValue)
        #expect(exchanges.count == (try JSONValue.parse(Array(capsule.utf8)))["exchanges"]?.arrayValue?.count)
        #expect(exchanges.allSatisfy { $0["imported"] == .bool(true) })
        let id = try #require(exchanges.first?["id"]?.stringValue)
        let explanation = other.control(.get, "exchanges/\(id)/explanation")
        #expect(explanation.json["exchange"] == .string(id) && explanation.json["sentence"] != nil)
        #expect(other.control(.get, "exchanges/\(id)").json["decoded"]?["tokens"] != nil)
        #expect(other.control(.get, "clock").json["frozen"] == .bool(true))
        #expect(try other.state("sessions").count == used.site.state("sessions").count)
        // It has the exchanges of another namespace, so it can't be replayed from its own beginning.
        #expect(try JSONValue.parse(Array(saved(other).utf8))["complete"] == .bool(false))
    }

    @Test("Secrets are masked unless they are requested")
    func secrets() throws {
        let used = try UsedSite()
        let token = try #require(
            used.token.split(separator: "<").first { $0.hasPrefix("signatureInfo>") }?.dropFirst(14))
        #expect(try !saved(used.site).contains(token) && !saved(used.site, "?secrets=masked").contains("c0ffee"))
        let shown = try saved(used.site, "?secrets=shown")
        #expect(shown.contains(token.replacing("/", with: "\\/")) || shown.contains(token))
        let different = try replayed(shown).different.map { "\($0.path): \($0.outcome)" }
        // Where nodes share a store, identifiers are random, and a media token in an answer has some.
        #expect(different.isEmpty || EachStore.kind == .redis)
    }

    @Test("Tokens that name a user keep pseudonyms for the user and the device, by which a replay shares profiles")
    func tokensOfUsers() throws {
        let site = try TestSite()
        var (first, second) = (try RESTv2App(site), try RESTv2App(site))
        second.requestor = "REF30"
        func field(issued: Int) -> HTTPFields {
            let claims =
                #"{"iss":"platform.example","sub":"household-of-ann","did":"sofa-tv-of-ann","dev":{"name":"Anns-sofa"},"#
                + #""exp":9999999999,"iat":\#(issued)}"#
            let parts = [#"{"alg":"RS256"}"#, claims, "signature"].map { Base64.encode(Array($0.utf8), .url) }
            return ["Adobe-Subject-Token": parts.joined(separator: ".")]
        }
        (first.fields, second.fields) = (field(issued: 1), field(issued: 2))
        try first.login()
        #expect(second.profile().profiles["Adobe"]?["type"] == .string("platformSSO"))
        let capsule = try saved(site)
        for secret in ["household-of-ann", "sofa-tv-of-ann", "Anns-sofa"] { #expect(!capsule.contains(secret)) }
        let exchanges = try JSONValue.parse(Array(capsule.utf8))["exchanges"]?.arrayValue ?? []
        let tokens = exchanges.flatMap { $0["decoded"]?["tokens"]?.arrayValue ?? [] }
        let claims = tokens.filter { $0["place"] == .string("request header Adobe-Subject-Token") }
            .flatMap { $0["claims"]?.arrayValue ?? [] }
        func values(_ name: String) -> Set<JSONValue> {
            Set(claims.filter { $0["name"] == .string(name) }.compactMap { $0["value"] })
        }
        #expect(values("iss") == [.string("platform.example")] && values("exp") == [.integer(9_999_999_999)])
        #expect(values("sub").count == 1 && values("did").count == 1 && values("dev").count == 1)
        #expect(values("iat").count == 2)
        #expect(try replayed(capsule).different.map { "\($0.path): \($0.outcome)" } == [])
    }

    @Test("A capsule of an emptied journal says that it isn't complete")
    func incomplete() throws {
        let used = try UsedSite()
        #expect(used.site.control(.delete, "exchanges").status.code == 204)
        let capsule = try saved(used.site)
        #expect(try JSONValue.parse(Array(capsule.utf8))["complete"] == .bool(false))
        #expect(try !replayed(capsule).isComplete)
        #expect(used.site.control(.post, "reset").status.code < 300)
        #expect(try JSONValue.parse(Array(saved(used.site).utf8))["complete"] == .bool(true))
    }

    @Test("A title that is too long is refused")
    func title() throws {
        let answer = try TestSite().control(.get, "capsule?title=\(String(repeating: "a", count: 501))")
        #expect(answer.status == .badRequest && answer.text.contains("longer than 500 characters"))
    }

    @Test(
        "A file with an error is refused with its position, and nothing changes",
        arguments: [
            ("\"format\":\"pass-simulator capsule\"", "\"format\":\"other\"", "format isn't"),
            ("\"version\":1,\"savedAt\"", "\"version\":2,\"savedAt\"", "version isn't 1"),
            ("\"secrets\":\"masked\"", "\"secrets\":\"all\"", "secrets isn't one of shown, masked"),
            ("\"complete\":", "\"compleat\":", "compleat is unknown"),
            ("\"turns\":[]", "\"turns\":[1]", "turns[0] isn't a JSON object"),
            ("\"steps\":[\n", "\"steps\":[{},\n", "steps[0].time is missing"),
            ("\"exchanges\":[\n", "\"exchanges\":[{\"id\":\"x\"},\n", "exchanges[0]: id isn't the ID"),
            ("\"state\":{\"format\":\"pass-simulator snapshot\"", "\"state\":{\"format\":\"x\"", "state: format isn't"),
            ("\"start\":{\"format\"", "\"start\":{\"formats\"", "start: format isn't"),
        ])
    func faults(_ old: String, _ new: String, _ reason: String) throws {
        let used = try UsedSite()
        let capsule = try saved(used.site)
        try #require(capsule.contains(old), "\(capsule.prefix(2_000))")
        let count = try used.site.state("sessions").count
        let answer = used.site.control(.put, "capsule", capsule.replacing(old, with: new))
        #expect(answer.status == .badRequest && answer.text.contains(reason), "\(answer.text)")
        #expect(try used.site.state("sessions").count == count)
        #expect(throws: SimulatorError.self) { try Capsule(Array(capsule.replacing(old, with: new).utf8)) }
    }
}
