import PassCore
import PassSimulator

extension FuzzTarget {
    /// Requests that control the simulator: each gets an answer of its own, in JSON where it has content, and never a
    /// 500.
    ///
    /// The first byte of an input chooses the operation; the rest is its content, or its query.
    static let controlRequest = FuzzTarget(
        preparing: "control-request", maximumBytes: 4_096,
        words: [
            #""now""#, #""advanceSeconds""#, #""scale""#, #""frozen""#, "2026-01-01T00:00:00Z", #""match""#,
            #""operation""#, "AuthorizeDevice", #""action""#, #""failure""#, "denied", #""configuration""#,
            #""copyOf""#,
            #""device""#, #""requestor""#, "TEST_REQUESTOR", #""mvpd""#, "Adobe", #""user""#, #""kind""#, #""state""#,
            #""exactly""#, #""query""#, "operation=", "&status=", "&since=", "&limit=", #"{"log":{"entries":[]}}"#,
        ],
        seeds: {
            Seeds.texts(
                #"a{"advanceSeconds": 3600, "scale": 60}"#, #"b{"configuration": {"denialStatus": 400}}"#,
                #"c{"device": "d", "requestor": "TEST_REQUESTOR", "mvpd": "Adobe", "user": "user"}"#,
                #"d{"kind": "authN", "device": "d", "requestor": "TEST_REQUESTOR", "mvpd": "Adobe", "user": "user"}"#,
                #"e{"password": "x"}"#, "foperation=Session&status=4xx&limit=1",
                #"g{"exactly": 0, "query": {"operation": "Session"}}"#, "h{}",
                #"i{"method":"GET","url":"http://a/","status":200}"#)
        },
        prepare: {
            let simulator = try await ownSimulator()
            return { bytes in
                let (method, path, takesQuery) = controlCalls[Int(bytes.first ?? 0) % controlCalls.count]
                let rest = Array(bytes.dropFirst())
                // A request with any other character in its target never reaches the operation, and is answered in
                // plain text.
                let characters = rest.text.filter { $0.isASCII && $0 > " " && $0 < "\u{7F}" && $0 != "#" }
                let query = takesQuery ? "?" + characters : ""
                let answer = simulator.respond(
                    to: SimulatorRequest(method, path + query, fields: jsonFields, body: takesQuery ? [] : rest))
                try require(answer.status < 500, "\(method) \(path) is answered \(answer.status) \(answer.text)")
                let isJSON = answer.body.isEmpty || (try? JSONValue.parse(answer.body)) != nil
                try require(isJSON || path.contains("exchanges."), "\(method) \(path) is answered \(answer.text)")
                _ = simulator.respond(to: SimulatorRequest("DELETE", "/_sim/namespaces", fields: jsonFields, body: []))
            }
        })

    /// Rules: what is read is written in a form that is read as the same rule.
    static let rule = FuzzTarget(
        preparing: "rule", maximumBytes: 4_096,
        words: [
            #""match""#, #""action""#, #""times""#, #""after""#, #""until""#, #""priority""#, #""probability""#,
            #""seed""#, #""nth""#, #""headers""#, #""delay""#, #""uniformMs""#, #""longTailMs""#, #""bodyPatch""#,
            #""token""#, "malformed:cutInHalf", #""transport""#, "resetWithin", "dribble", "neverAccept", #""mvpd""#,
            "loginLoop",
            #""failure""#, "denied", #""status""#, "*",
        ],
        seeds: {
            Seeds.texts(
                #"{"match": {"operation": "AuthorizeDevice", "resource": "news*"}, "action": {"failure": "denied"}}"#,
                #"{"action": {"status": 503, "headers": {"Retry-After": "1", "Date": null}}, "times": 1, "after": 2}"#,
                #"{"action": {"delay": {"longTailMs": 180, "sigma": 0.9}, "transport": {"fault": "truncated", "bytes": 9}}}"#,
                #"{"match": {"probability": 0.5, "seed": 3, "nth": 2}, "action": {"token": "otherDevice"}, "priority": 9}"#,
                #"{"action": {"bodyPatch": [{"find": "a", "replace": "b"}], "mvpd": "down"}, "until": "2031-01-01T00:00:00Z"}"#
            )
        },
        prepare: {
            let simulator = try await ownSimulator()
            @Sendable func post(_ body: [UInt8]) -> SimulatorResponse {
                simulator.respond(to: SimulatorRequest("POST", "/_sim/rules", fields: jsonFields, body: body))
            }
            return { bytes in
                let first = post(bytes)
                try require(first.status < 500, "a rule is answered \(first.status) \(first.text)")
                guard first.status == 201, case .object(var members) = try JSONValue.parse(first.body) else { return }
                members["added"] = nil
                let known = members
                for fact in ["hits", "matches", "warnings"] { members[ExactText(fact)] = nil }
                let second = post(
                    JSONWriter.object { rule in
                        for (name, value) in members { rule.member(.text(name.string), value) }
                    })
                try require(second.status == 200, "the written rule is refused: \(second.text)")
                guard case .object(var again) = try JSONValue.parse(second.body) else { return }
                again["added"] = nil
                try require(known == again, "\(first.text) becomes \(second.text)")
                _ = simulator.respond(to: SimulatorRequest("DELETE", "/_sim/rules", fields: jsonFields, body: []))
            }
        })

    private static let jsonFields = [("Content-Type", "application/json")]

    private static let controlCalls: [(method: String, path: String, takesQuery: Bool)] = [
        ("PATCH", "/_sim/clock", false), ("PUT", "/_sim/namespaces/a", false), ("POST", "/_sim/login", false),
        ("POST", "/_sim/tokens/mint", false), ("PATCH", "/_sim/state/subscribers/user", false),
        ("GET", "/_sim/exchanges", true), ("POST", "/_sim/exchanges/verify", false), ("POST", "/_sim/reset", false),
        ("POST", "/_sim/exchanges/import", false), ("GET", "/_sim/state/sessions", true), ("GET", "/_sim/flows", true),
        ("GET", "/_sim/exchanges.har", true), ("PATCH", "/_sim/state/requestors/TEST_REQUESTOR", false),
        ("POST", "/_sim/tokens/verify", false),
    ]

    private static func ownSimulator() async throws -> Simulator {
        var configuration = Configuration()
        configuration.seed = 1
        configuration.journal.exchanges = 8
        return try await Simulator.start(configuration)
    }
}
