import PassAdmin
import PassCore
import PassCrypto
import PassDomain
import PassHTTP
import PassTestSupport
import Testing

@Suite("Control of clock and namespaces")
struct ControlTests {
    private static let authority = Result {
        try CertificateAuthority.create(name: "Test authority", now: Timestamp(seconds: 1_767_225_600))
    }

    private func world(_ namespaces: TestNamespaces) throws -> TestWorld {
        try TestWorld(
            AdminFamily(
                isReady: { true }, authority: Self.authority.get(), keys: [], tokenKeys: [], hosts: [],
                namespaces: namespaces))
    }

    private func detail(_ response: HTTPResponse) throws -> String {
        #expect(response.fields[.contentType] == "application/problem+json")
        return try #require(try JSONValue.parse(response.body)["detail"]?.stringValue)
    }

    private func patch(_ content: String) -> HTTPRequest {
        HTTPRequest(
            method: .patch, target: "/_sim/clock", fields: [.host: "localhost", .contentType: "application/json"],
            body: Array(content.utf8))
    }

    @Test(
        "The clock is set, moved, stopped and scaled",
        arguments: [
            (#"{"now": "2030-01-02T03:04:05.678Z"}"#, "2030-01-02T03:04:05.678Z"),
            (#"{"now": "2030-01-02T03:04:05+01:00"}"#, "2030-01-02T02:04:05.000Z"),
            (#"{"advanceSeconds": 3600}"#, "2026-01-01T01:00:00.000Z"),
            (#"{"advanceSeconds": -0.25}"#, "2025-12-31T23:59:59.750Z"),
            (#"{"advanceSeconds": 1e9, "frozen": true}"#, "2057-09-09T01:46:40.000Z"),
            (#"{"now": "1970-01-01T00:00:00Z", "scale": 60}"#, "1970-01-01T00:00:00.000Z"),
            (#"{"advanceSeconds": -3155760000}"#, "1970-01-01T00:00:00.000Z"),
        ])
    func turn(_ content: String, _ expected: String) throws {
        let namespaces = TestNamespaces()
        let response = try world(namespaces).answer(patch(content))
        #expect(response.status == .ok && response.fields[.contentType] == "application/json")
        let clock = try JSONValue.parse(response.body)
        #expect(clock["now"] == .string(expected))
        #expect(clock["frozen"] == .bool(true) && clock["followsRealTime"] == .bool(false))
        #expect(namespaces.calls == ["turn default"])
        #expect(CivilTime.isoDateWithMilliseconds(namespaces.clock.now()) == expected)
    }

    @Test("The clock runs again, at the requested speed")
    func thaw() throws {
        let namespaces = TestNamespaces()
        let clock = try JSONValue.parse(world(namespaces).answer(patch(#"{"frozen": false, "scale": 0.5}"#)).body)
        #expect(clock["frozen"] == .bool(false) && clock["scale"] == .number(0.5))
        #expect(!namespaces.clock.isFrozen && namespaces.clock.scale == 0.5)
    }

    @Test(
        "A change of the clock that isn't possible changes nothing and says why",
        arguments: [
            ("", "The content is missing; a JSON object is expected."), ("[]", "The content isn't a JSON object"),
            ("{}", "One of now, advanceSeconds, frozen and scale is missing."),
            (#"{"advanceSecond": 1}"#, "advanceSecond is unknown; the nearest one is advanceSeconds."),
            (#"{"now": "tomorrow"}"#, "now isn't a time from 1970 to 9799 like 2026-01-01T00:00:00Z."),
            (#"{"now": "9800-01-01T00:00:00Z"}"#, "now isn't a time from 1970 to 9799 like 2026-01-01T00:00:00Z."),
            (#"{"now": 5}"#, "now isn't text."), (#"{"now": ""}"#, "now is empty."),
            (#"{"now": "2026-01-01T00:00:00Z", "advanceSeconds": 1}"#, "advanceSeconds can't be combined with now."),
            (#"{"advanceSeconds": 3155760001}"#, "advanceSeconds isn't a number from -3155760000 to 3155760000."),
            (#"{"advanceSeconds": "1"}"#, "advanceSeconds isn't a number."),
            (#"{"frozen": 1}"#, "frozen isn't true or false."),
            (
                #"{"scale": 0}"#,
                "scale isn't a number from 0.001 to 86400."
            ),
            (#"{"now": null}"#, "now is null; leave it out if it has no value."),
            (#"{"scale": 1, "scale": 2}"#, "The content has an object with the same name twice."),
        ])
    func badTurn(_ content: String, _ sentence: String) throws {
        let namespaces = TestNamespaces()
        let response = try world(namespaces).answer(patch(content))
        #expect(response.status == .badRequest)
        #expect(try detail(response).hasPrefix(sentence))
        #expect(namespaces.calls.isEmpty)
    }

    @Test(
        "A refusal names the wrong member, if it is about one, in a field of its own",
        arguments: [
            (#"{"advanceSecond": 1}"#, "advanceSecond"), (#"{"scale": 0}"#, "scale"), ("[]", nil), ("{}", nil),
        ])
    func field(_ content: String, _ name: String?) throws {
        let problem = try JSONValue.parse(world(TestNamespaces()).answer(patch(content)).body)
        #expect(problem["field"]?.stringValue == name)
        #expect(problem["title"]?.stringValue?.hasSuffix("input") == true)
    }

    @Test("The clock is described")
    func readClock() throws {
        let clock = try JSONValue.parse(world(TestNamespaces()).answer(.get("/_sim/clock")).body)
        #expect(clock["scale"] == .integer(1) && clock["frozen"] == .bool(true))
        #expect(clock["nowMillis"]?.integerValue != nil && clock["followsRealTime"] == .bool(false))
    }

    @Test("Namespaces are listed and described")
    func describe() throws {
        let test = try world(TestNamespaces(existing: ["two", "one"]))
        let list = try JSONValue.parse(test.answer(.get("/_sim/namespaces")).body)["namespaces"]?.arrayValue
        #expect(list?.map { $0["name"] } == [.string("one"), .string("two")])
        let one = try JSONValue.parse(test.answer(.get("/_sim/namespaces/one")).body)
        #expect(one == list?[0])
        #expect(one["records"] == .integer(3) && one["rules"] == .integer(2) && one["exchanges"] == .integer(1))
        #expect(
            one["now"] == .string("2026-01-01T00:00:00.000Z") && one["idleSeconds"] == nil
                && one["keys"] == .string("shared"))
        for name in ["other", "Bad_Name"] {
            #expect(try test.answer(.get("/_sim/namespaces/\(name)")).status == .notFound)
        }
    }

    @Test(
        "A namespace is created from what the content says",
        arguments: [
            ("", "startUp -"), ("{}", "startUp -"), (#"{"idleSeconds": 60}"#, "startUp 60"),
            (#"{"copyOf": "other"}"#, "copy(of: other) -"),
            (#"{"keys": "own", "idleSeconds": 60}"#, "startUp 60 own keys"),
            (#"{"keys": "shared", "copyOf": "other"}"#, "copy(of: other) - shared keys"),
            (#"{"configuration": {"ttl": {"mediaSeconds": 5}}}"#, #"settings("{\"ttl\":{\"mediaSeconds\":5}}") -"#),
        ])
    func create(_ content: String, _ origin: String) throws {
        let namespaces = TestNamespaces(existing: ["one"])
        let response = try world(namespaces).answer(put("one", content))
        #expect(response.status == .created)
        #expect(namespaces.calls == ["create one \(origin)"])
        #expect(try JSONValue.parse(response.body)["name"] == .string("one"))
    }

    @Test(
        "A namespace that can't be created is refused with the reason",
        arguments: [
            ("one", #"{"copyof": "x"}"#, 400, "copyof is unknown; the nearest one is copyOf."),
            ("one", #"{"copyOf": "Bad_Name"}"#, 400, "copyOf names no namespace."),
            ("one", #"{"copyOf": "x", "configuration": {}}"#, 400, "copyOf can't be combined with configuration."),
            ("one", #"{"configuration": "x"}"#, 400, "configuration isn't a JSON object."),
            ("one", #"{"keys": "mine"}"#, 400, "keys isn't one of shared, own."),
            ("one", #"{"keys": true}"#, 400, "keys isn't text."),
            ("one", #"{"idleSeconds": 0}"#, 400, "idleSeconds isn't a number from 1 to 31536000."),
            (
                "Bad_Name", "", 400,
                "The name doesn't consist of 1 to 63 characters of a-z, 0-9 and -, or begins with -."
            ),
            ("full", "", 503, "The simulator can't store more records."),
        ])
    func badCreate(_ name: String, _ content: String, _ status: Int, _ sentence: String) throws {
        let response = try world(TestNamespaces(existing: ["one"])).answer(put(name, content))
        #expect(response.status.code == status)
        #expect(try detail(response) == sentence)
    }

    private func put(_ name: String, _ content: String) -> HTTPRequest {
        HTTPRequest(
            method: .put, target: "/_sim/namespaces/\(name)",
            fields: [.host: "localhost", .contentType: "application/json"], body: Array(content.utf8))
    }

    @Test("A namespace is removed by name; an unknown or impossible one isn't found")
    func remove() throws {
        let namespaces = TestNamespaces(existing: ["mine"])
        let test = try world(namespaces)
        #expect(try test.answer(.delete("/_sim/namespaces/mine")).status == .noContent)
        for name in ["other", "Bad_Name"] {
            let response = try test.answer(.delete("/_sim/namespaces/\(name)"))
            #expect(response.status == .notFound)
            #expect(try detail(response) == "There is no namespace with this name.")
        }
        #expect(try test.answer(.delete("/_sim/namespaces/a%00b")).status == .badRequest)
        #expect(try test.answer(.delete("/_sim/namespaces")).status == .noContent)
        #expect(namespaces.calls == ["remove mine", "remove other", "remove all"])
    }

    @Test("The namespace of the request is reset")
    func reset() throws {
        let namespaces = TestNamespaces()
        let request = HTTPRequest(method: .post, target: "/_sim/reset", fields: [.host: "localhost"])
        #expect(try world(namespaces).answer(request).status == .noContent)
        #expect(namespaces.calls == ["reset default"])
    }
}
