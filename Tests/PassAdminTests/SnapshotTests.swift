import PassAdmin
import PassCore
import PassCrypto
import PassDomain
import PassHTTP
import PassInstruments
import PassTestSupport
import Testing

@Suite("The file of a snapshot")
struct SnapshotTests {
    private static let authority = Result {
        try CertificateAuthority.create(name: "Test authority", now: Timestamp(seconds: 1_767_225_600))
    }

    private func world(_ namespaces: TestNamespaces) throws -> TestWorld {
        try TestWorld(
            AdminFamily(
                isReady: { true }, authority: Self.authority.get(), keys: [], tokenKeys: [], hosts: [],
                namespaces: namespaces))
    }

    private func put(_ content: String, query: String = "") -> HTTPRequest {
        // The type that curl sends by itself.
        HTTPRequest(
            method: .put, target: "/_sim/snapshot\(query)",
            fields: [.host: "localhost", .contentType: "application/x-www-form-urlencoded"], body: Array(content.utf8))
    }

    private func detail(_ response: HTTPResponse) throws -> String {
        #expect(response.fields[.contentType] == "application/problem+json")
        return try #require(try JSONValue.parse(response.body)["detail"]?.stringValue)
    }

    /// A file with another value for one member; an empty value leaves the member out.
    private func file(_ name: String = "", _ value: String = "") -> String {
        let members = [
            ("format", #""pass-simulator snapshot""#), ("version", "1"), ("takenAt", #""2031-05-14T08:00:00.000Z""#),
            ("namespace", #""mine""#), ("clock", #"{"now": "2031-05-14T08:00:00.000Z", "frozen": true, "scale": 60}"#),
            ("keys", #"{"token": "aa"}"#), ("configuration", #"{ "b": 1, "a": "}\"," }"#), ("records", "{}"),
        ]
        let changed =
            members.map { ($0.0, $0.0 == name ? value : $0.1) }
            + (members.contains { $0.0 == name } ? [] : [(name, value)])
        return "{" + changed.filter { !$0.1.isEmpty }.map { #""\#($0.0)": \#($0.1)"# }.joined(separator: ", ") + "}"
    }

    @Test("A file says what it is, and has clock, keys, settings in their order, rules and records")
    func take() throws {
        let namespaces = TestNamespaces(existing: ["default"])
        let test = try world(namespaces)
        _ = namespaces.instruments(of: .default).rules.add(
            Rule(id: "a", match: RuleMatch(operation: .authorizeDevice), action: RuleAction(.status(503)), times: 2))
        try test.world.stores.revocations.put(
            Revocation(session: "s", expires: Timestamp(seconds: 1_900_000_000)), now: test.clock.now())
        let answer = try test.answer(.get("/_sim/snapshot"))
        #expect(answer.status == .ok && answer.fields[.cacheControl] == "no-store")
        let text = String(decoding: answer.body, as: UTF8.self)
        #expect(
            text.hasPrefix(#"{"format":"pass-simulator snapshot","version":1,"takenAt":"2026-01-01T00:00:00.000Z","#))
        #expect(text.contains(#""configuration":{"mvpds":{"b":{},"a":{}}}"#))
        let file = try JSONValue.parse(answer.body)
        #expect(file["namespace"] == .string("default") && file["keys"] == .object(["token": .string("aa")]))
        #expect(
            file["clock"]
                == .object([
                    "now": .string("2026-01-01T00:00:00.000Z"), "frozen": .bool(true), "scale": .integer(1),
                    "followsRealTime": .bool(false),
                ]))
        #expect(file["identifiers"]?["position"] == .string("0000000000000001"))
        let rule = file["rules"]?.arrayValue?.first
        #expect(rule?["id"] == .string("a") && rule?["hits"] == .integer(0) && rule?["times"] == .integer(2))
        #expect(rule?["configured"] == .bool(false) && rule?["random"] == .string("0000000000000001"))
        #expect(
            file["records"]
                == .object([
                    "revocations": .array([
                        .object(["session": .string("s"), "expiresMillis": .integer(1_900_000_000_000)])
                    ])
                ]))
        #expect(file["throttle"] == nil && file["latestMediaTokenMillis"] == nil)
    }

    @Test("A file is read completely, whatever its content type says")
    func restore() throws {
        let namespaces = TestNamespaces(existing: ["default"])
        let test = try world(namespaces)
        #expect(try test.answer(put(file())).status == .ok)
        let rules =
            #"[{"id": "a", "action": {"status": 503}, "matches": 5, "hits": 3, "configured": true, "random": "00000000000000ff"}]"#
        let answer = try test.answer(put(file("rules", rules)))
        #expect(try JSONValue.parse(answer.body)["otherKeys"] == .array([]))
        #expect(try JSONValue.parse(answer.body)["name"] == .string("default"))
        let snapshot = try #require(namespaces.restored.last)
        #expect(snapshot.clock.now == Timestamp(seconds: 1_936_512_000))
        #expect(snapshot.clock.isFrozen && snapshot.clock.scale == 60 && !snapshot.clock.followsRealTime)
        #expect(snapshot.settings.trimmingSpaces == #"{ "b": 1, "a": "}\"," }"#)
        #expect(snapshot.identifiers == nil && snapshot.latestMediaToken == nil && snapshot.throttle.isEmpty)
        let rule = try #require(snapshot.rules.first)
        #expect(rule.state.hits == 3 && rule.state.matches == 5 && rule.isConfigured && rule.random == 255)
        #expect(namespaces.calls == ["restore default", "restore default"])
    }

    @Test("Throttle, identifiers and the latest media token are read if the file has them")
    func optionalParts() throws {
        let namespaces = TestNamespaces(existing: ["default"])
        let test = try world(namespaces)
        for (name, value) in [
            ("identifiers", #"{"position": "00000000000000FF"}"#), ("latestMediaTokenMillis", "5"),
            ("throttle", #"{"::1": {"beganMillis": 1, "latestMillis": 2, "second": 0, "free": 1, "burst": 2}}"#),
        ] { #expect(try test.answer(put(file(name, value))).status == .ok, "\(name)") }
        let read = namespaces.restored
        #expect(read.count == 3 && read[0].identifiers == 255 && read[1].latestMediaToken == Timestamp(milliseconds: 5))
        #expect(read[2].throttle.keys.map(\.string) == ["::1"])
    }

    @Test(
        "A file with an error is refused with its position, and nothing is restored",
        arguments: [
            ("format", #""another""#, #"format isn't "pass-simulator snapshot"."#),
            ("format", "", #"format isn't "pass-simulator snapshot"."#),
            ("version", "2", "version isn't 1, the only supported version."),
            ("recrods", "{}", "recrods is unknown; the nearest one is records."),
            ("takenAt", "1", "takenAt isn't text."),
            ("namespace", #""Bad_Name""#, "namespace isn't the name of a namespace."),
            ("clock", "", "clock is missing."), ("clock", "{}", "clock.now is missing."),
            ("clock", #"{"now": "soon"}"#, "clock.now isn't a time from 1970 to 9799 like 2026-01-01T00:00:00Z."),
            (
                "clock", #"{"now": "2031-05-14T08:00:00Z", "scale": 0}"#,
                "clock.scale isn't a number from 0.001 to 86400."
            ),
            (
                "clock", #"{"speed": 2}"#,
                "clock.speed is unknown; the known ones are now, frozen, scale, followsRealTime."
            ),
            ("keys", "", "keys is missing."), ("keys", "[]", "keys isn't a JSON object."),
            ("keys", #"{"token": 1}"#, "keys.token isn't text."),
            ("configuration", "", "configuration is missing."),
            ("configuration", "[]", "configuration isn't a JSON object."),
            ("identifiers", #"{"position": "1"}"#, "identifiers.position isn't a string of 16 hexadecimal digits."),
            ("identifiers", "{}", "identifiers.position is missing."),
            (
                "latestMediaTokenMillis", #""1""#,
                "latestMediaTokenMillis isn't a whole number of milliseconds up to the year 9999."
            ),
            ("rules", "{}", "rules isn't a list of at most 1000 rules."),
            ("rules", "[1]", "rules[0] isn't a JSON object."),
            ("rules", #"[{"action": {"status": 503}}]"#, "rules[0].id is missing."),
            (
                "rules", #"[{"id": "a", "action": {"status": 503}}, {"id": "a", "action": {"status": 503}}]"#,
                "rules[1].id is the name of an earlier rule."
            ),
            (
                "rules", #"[{"id": "a", "action": {"status": 5}}]"#,
                "rules[0].action.status isn't a number from 200 to 599."
            ),
            (
                "rules", #"[{"id": "a", "action": {"status": 503}, "hit": 1}]"#,
                "rules[0].hit is unknown; the nearest one is hits."
            ),
            (
                "rules", #"[{"id": "a", "action": {"status": 503}, "hits": 2, "matches": 1}]"#,
                "rules[0].matches isn't a number from 2 to 1000000000."
            ),
            (
                "rules", #"[{"id": "a", "action": {"status": 503}, "random": "x"}]"#,
                "rules[0].random isn't a string of 16 hexadecimal digits."
            ),
            ("throttle", "[]", "throttle isn't a JSON object."),
            ("throttle", #"{"::1": {}}"#, "throttle.::1.beganMillis is missing."),
            ("records", "", "records is missing."), ("records", "[]", "records isn't a JSON object."),
            ("records", #"{"session": []}"#, "records.session is unknown; the nearest one is sessions."),
            (
                "records", #"{"revocations": [{"session": "a"}]}"#, "records.revocations[0].expiresMillis is missing."
            ),
        ])
    func faults(_ name: String, _ value: String, _ sentence: String) throws {
        let namespaces = TestNamespaces(existing: ["default"])
        let response = try world(namespaces).answer(put(file(name, value)))
        #expect(response.status == .badRequest)
        #expect(try detail(response) == sentence)
        #expect(namespaces.calls.isEmpty)
    }

    @Test(
        "Content that isn't a snapshot file is refused",
        arguments: [
            ("", "The content is missing; a JSON object is expected."), ("[]", "The content isn't a JSON object."),
            (
                #"{"format": "pass-simulator snapshot", "version": 1, "version": 1}"#,
                "The content has an object with the same name twice."
            ),
            (String(repeating: "[", count: 8_000_001), "The content has more than 8000000 values and names."),
        ])
    func noFile(_ content: String, _ sentence: String) throws {
        let response = try world(TestNamespaces()).answer(put(content))
        #expect(response.status == .badRequest)
        #expect(try detail(response).hasPrefix(sentence))
    }

    @Test("A file of other keys is refused, unless the query allows any")
    func keys() throws {
        let namespaces = TestNamespaces(existing: ["default"])
        let test = try world(namespaces)
        for keys in [#"{"token": "bb"}"#, "{}"] {
            let refusal = try test.answer(put(file("keys", keys)))
            #expect(refusal.status == .conflict)
            #expect(
                try detail(refusal).hasPrefix(
                    "The snapshot was taken with other keys (token), so its tokens aren't valid"))
            #expect(namespaces.calls.isEmpty)
        }
        let answer = try test.answer(put(file("keys", #"{"token": "bb"}"#), query: "?keys=any"))
        #expect(try JSONValue.parse(answer.body)["otherKeys"] == .array([.string("token")]))
        #expect(namespaces.calls == ["restore default"])
        for (query, sentence) in [
            ("?keys=all", "keys has a value other than \"any\"."),
            (
                "?key=any",
                "key is unknown; the nearest one is keys."
            ),
            ("?keys=any&keys=none", "keys is given twice."), ("?%00=1", "A parameter is unknown."),
        ] {
            let refusal = try test.answer(put(file(), query: query))
            #expect(refusal.status == .badRequest)
            #expect(try detail(refusal) == sentence)
        }
    }

    @Test("Records beyond the capacity are refused with the position of the first")
    func overflow() throws {
        let namespaces = TestNamespaces(existing: ["default"])
        let record = { (session: String) in #"{"session": "\#(session)", "expiresMillis": 1900000000000}"# }
        let records = #"{"revocations": [\#(record("a")), \#(record("b"))]}"#
        let response = try world(namespaces).answer(put(file("records", records)))
        #expect(response.status == .serviceUnavailable)
        #expect(
            try detail(response)
                == "There is no room for records.revocations[1]: limits.records and limits.storedBytes allow no more.")
        #expect(namespaces.calls.isEmpty)
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        String(drop(while: { $0 == " " }).reversed().drop(while: { $0 == " " }).reversed())
    }
}
