import PassAdmin
import PassCore
import PassCrypto
import PassDomain
import PassHTTP
import PassInstruments
import PassTestSupport
import Testing

@Suite("Control of rules")
struct RulesControlTests {
    private static let authority = Result {
        try CertificateAuthority.create(name: "Test authority", now: Timestamp(seconds: 1_767_225_600))
    }

    private func world(_ namespaces: TestNamespaces = TestNamespaces()) throws -> TestWorld {
        try TestWorld(
            AdminFamily(
                isReady: { true }, authority: Self.authority.get(), keys: [], tokenKeys: [], hosts: [],
                rules: RuleReader(enhancedErrors: ["network_received_error"]), namespaces: namespaces))
    }

    private func post(_ content: String) -> HTTPRequest {
        HTTPRequest(
            method: .post, target: "/_sim/rules", fields: [.host: "localhost", .contentType: "application/json"],
            body: Array(content.utf8))
    }

    @Test("A rule is added, listed, described and removed")
    func cycle() throws {
        let test = try world()
        let content =
            #"{"match": {"operation": "AuthorizeDevice", "resource": "news*"}, "action": {"failure": "denied"}, "times": 1}"#
        let added = try test.answer(post(content))
        #expect(added.status == .created && added.fields[.contentType] == "application/json")
        #expect(
            String(decoding: added.body, as: UTF8.self)
                == #"{"id":"rule-1","match":{"operation":"AuthorizeDevice","resource":"news*"},"action":{"failure":"denied"},"#
                + #""times":1,"after":0,"priority":0,"hits":0,"matches":0,"added":"2026-01-01T00:00:00.000Z"}"#)
        let list = try JSONValue.parse(test.answer(.get("/_sim/rules")).body)["rules"]
        #expect(list?.arrayValue?.count == 1)
        #expect(try JSONValue.parse(test.answer(.get("/_sim/rules/rule-1")).body) == list?.arrayValue?[0])
        #expect(try test.answer(.delete("/_sim/rules/rule-1")).status == .noContent)
        for request in [HTTPRequest.get("/_sim/rules/rule-1"), .delete("/_sim/rules/rule-1")] {
            let answer = try test.answer(request)
            #expect(answer.status == .notFound && answer.fields[.contentType] == "application/problem+json")
        }
        _ = try test.answer(post(content))
        #expect(try test.answer(.delete("/_sim/rules")).status == .noContent)
        #expect(try JSONValue.parse(test.answer(.get("/_sim/rules")).body)["rules"]?.arrayValue == [])
    }

    @Test("A rule with an existing name replaces the old one")
    func replaced() throws {
        let test = try world()
        #expect(try test.answer(post(#"{"id": "a", "action": {"status": 503}}"#)).status == .created)
        #expect(try test.answer(post(#"{"id": "a", "action": {"status": 502}}"#)).status == .ok)
        #expect(try JSONValue.parse(test.answer(.get("/_sim/rules")).body)["rules"]?.arrayValue?.count == 1)
    }

    @Test("A namespace with the maximum number of rules accepts no more")
    func full() throws {
        let namespaces = TestNamespaces()
        let rules = namespaces.instruments(of: .default).rules
        for _ in 0..<Rules.most { _ = rules.add(Rule(action: RuleAction(.status(500)))) }
        let answer = try world(namespaces).answer(post(#"{"action": {"status": 503}}"#))
        #expect(answer.status == .serviceUnavailable)
        #expect(try JSONValue.parse(answer.body)["title"] == .string("Too many rules"))
    }

    @Test(
        "Every form of a rule is stored as it was sent",
        arguments: [
            #"{"match":{"family":"v2","headers":{"A-B":"x*","C":"y"},"nth":2,"device":"d","mvpd":"m","requestor":"r","subscriber":"s"},"action":{"status":503}}"#,
            #"{"match":{"probability":0.5,"seed":7},"action":{"failure":"denied","message":"Not in your package."}}"#,
            #"{"id":"a.B_1-","action":{"failure":"network_received_error"},"after":3,"until":"2030-01-01T00:00:00.000Z","priority":-7}"#,
            #"{"action":{"headers":{"P3P":null,"X":"y"},"body":"b","contentType":"text/plain"}}"#,
            #"{"action":{"bodyBase64":"/w=="}}"#, #"{"action":{"bodyPatch":[{"find":"a","replace":""}]}}"#,
            #"{"action":{"delay":{"fixedMs":5}}}"#, #"{"action":{"delay":{"uniformMs":[1,2]}}}"#,
            #"{"action":{"delay":{"longTailMs":200,"sigma":0.5}}}"#,
            #"{"action":{"token":"malformed:cutInHalf","transport":"resetBefore"}}"#,
            #"{"action":{"mvpd":"loginLoop","transport":{"fault":"dribble","bytes":1,"everyMs":20}}}"#,
            #"{"action":{"transport":{"fault":"wrongLength","by":-3}}}"#,
            #"{"action":{"transport":{"fault":"truncated","bytes":9}}}"#,
            #"{"action":{"transport":"stallAfterHead"}}"#, #"{"action":{"transport":"empty"}}"#,
            #"{"action":{"transport":{"fault":"neverAccept","seconds":600}}}"#,
        ])
    func forms(_ content: String) throws {
        let value = try JSONValue.parse(Array(content.utf8))
        let rule = try RuleReader(enhancedErrors: ["network_received_error"]).rule(value, at: "")
        #expect(RuleDocument.value(of: rule) == value)
    }

    @Test(
        "A rule that isn't valid is refused with the position and the reason",
        arguments: [
            ("", "The content is missing; a JSON object is expected."), ("[]", "The content isn't a JSON object."),
            ("{}", "action is missing."), (#"{"action": {}}"#, "One of failure, message, status"),
            (#"{"action": {"status": 503}, "time": 1}"#, "time is unknown; the nearest one is times."),
            (#"{"action": {"colour": 503}}"#, "action.colour is unknown; the known ones are "),
            (#"{"action": {"status": 503, "status": 502}}"#, "The content has an object with the same name twice."),
            (#"{"action": {"status": 199}}"#, "action.status isn't a number from 200 to 599."),
            (#"{"action": {"status": 503, "failure": "denied"}}"#, "action.status can't be combined with failure."),
            (
                #"{"action": {"failure": "denid"}}"#,
                "action.failure is \"denid\", which names no failure that a rule can force; the nearest one is denied."
            ),
            (
                #"{"action": {"failure": "deny"}}"#,
                "action.failure is \"deny\", which names no failure that a rule can force; the page Rules"
            ),
            (
                #"{"action": {"status": 503, "message": "x"}}"#,
                "action.message has no effect without the failure denied."
            ),
            (#"{"action": {"failure": "degraded", "message": "x"}}"#, "action.message has no effect"),
            (#"{"action": {"failure": "denied", "message": "See the Details."}}"#, "action.message isn't one line"),
            (#"{"action": {"headers": {}}}"#, "action.headers isn't an object of 1 to 32 fields."),
            (#"{"action": {"headers": {"a b": "c"}}}"#, "action.headers.a b isn't a name of a header field."),
            (
                #"{"action": {"headers": {"a": "b\nc"}}}"#,
                "action.headers.a is neither a valid header field value nor null"
            ),
            (
                #"{"action": {"headers": {"content-length": "1"}}}"#,
                "action.headers.content-length controls the connection"
            ),
            (#"{"action": {"body": 1}}"#, "action.body isn't text."),
            (#"{"action": {"body": "a", "bodyBase64": "YQ=="}}"#, "action.bodyBase64 can't be combined with body."),
            (#"{"action": {"bodyBase64": "?"}}"#, "action.bodyBase64 isn't base64."),
            (#"{"action": {"contentType": "a/b"}}"#, "action.contentType has no effect without body."),
            (#"{"action": {"status": 204, "body": "a"}}"#, "action.body can't be sent with the status 204."),
            (#"{"action": {"bodyPatch": [{"find": ""}]}}"#, "action.bodyPatch[0].find is empty."),
            (#"{"action": {"bodyPatch": [{"find": "a"}]}}"#, "action.bodyPatch[0].replace isn't text."),
            (#"{"action": {"delay": -1}}"#, "action.delay is neither 0 to 600000 milliseconds nor an object."),
            (#"{"action": {"delay": {}}}"#, "action.delay doesn't have exactly one of"),
            (#"{"action": {"delay": {"uniformMs": [2, 1]}}}"#, "action.delay.uniformMs isn't a list of two times"),
            (
                #"{"action": {"delay": {"fixedMs": 1, "sigma": 1}}}"#,
                "action.delay.sigma has no effect without longTailMs."
            ),
            (#"{"action": {"token": "expire"}}"#, "action.token isn't one of expired, wrongSignature,"),
            (#"{"action": {"token": "expired", "status": 500}}"#, "action.token has no effect together with status."),
            (#"{"action": {"transport": "reset"}}"#, "action.transport isn't one of resetBefore,"),
            (
                #"{"action": {"transport": {"fault": "neverAccept", "seconds": 601}}}"#,
                "action.transport.seconds isn't a number from 1 to 600."
            ),
            (
                #"{"action": {"transport": {"fault": "stall", "seconds": 1}}}"#,
                "action.transport.seconds has no effect on stall."
            ),
            (
                #"{"action": {"transport": {"fault": "garbage", "by": 1}}}"#,
                "action.transport.by has no effect on garbage."
            ),
            (#"{"action": {"mvpd": "up"}}"#, "action.mvpd isn't one of down, slow,"),
            (#"{"action": {"status": 503}, "times": 0}"#, "times isn't a number from 1 to 1000000000."),
            (#"{"action": {"status": 503}, "after": 1.5}"#, "after isn't a whole number."),
            (#"{"action": {"status": 503}, "until": "soon"}"#, "until isn't a time from 1970 to 9799 like"),
            (#"{"action": {"status": 503}, "until": "0000-01-01T00:00:00+01:00"}"#, "until isn't a time from 1970"),
            (#"{"action": {"status": 503}, "times": null}"#, "times is null; leave it out if it has no value."),
            (#"{"action": {"status": null}}"#, "action.status is null; leave it out if it has no value."),
            (#"{"action": {"status": 503}, "priority": 1001}"#, "priority isn't a number from -1000 to 1000."),
            (#"{"action": {"status": 503}, "id": "a b"}"#, "id doesn't consist of 1 to 64 characters"),
            (
                #"{"action": {"status": 503}, "match": {"operation": "AuthoriseDevice"}}"#,
                "match.operation is \"AuthoriseDevice\", which names no operation; the nearest one is AuthorizeDevice."
            ),
            (
                #"{"action": {"status": 503}, "match": {"operation": "AddRule"}}"#,
                "match.operation is \"AddRule\", which is an operation of the simulator itself"
            ),
            (
                #"{"action": {"status": 503}, "match": {"operation": "X*"}}"#,
                "match.operation is \"X*\", which matches no operation that rules can affect."
            ),
            (
                #"{"action": {"status": 503}, "match": {"family": "simulator"}}"#,
                "match.family isn't one of legacy, v1, v2, dcr, sso, mvpd."
            ),
            (
                #"{"action": {"status": 503}, "match": {"requester": "x"}}"#,
                "match.requester is unknown; the nearest one is requestor."
            ),
            (#"{"action": {"status": 503}, "match": {"headers": {"a": 1}}}"#, "match.headers.a isn't text."),
            (
                #"{"action": {"status": 503}, "match": {"probability": 2}}"#,
                "match.probability isn't a number from 0 to 1."
            ),
            (#"{"action": {"status": 503}, "match": {"seed": 1}}"#, "match.seed has no effect without probability."),
        ])
    func refused(_ content: String, _ sentence: String) throws {
        let namespaces = TestNamespaces()
        let response = try world(namespaces).answer(post(content))
        #expect(response.status == .badRequest && response.fields[.contentType] == "application/problem+json")
        let detail = try #require(try JSONValue.parse(response.body)["detail"]?.stringValue)
        #expect(detail.hasPrefix(sentence), "\(detail)")
        #expect(namespaces.instruments(of: .default).rules.count == 0)
    }

    @Test(
        "A rule that can never take effect is stored with a warning",
        arguments: [
            (
                #"{"match": {"operation": "Authorize", "family": "v2"}, "action": {"status": 503}}"#,
                "No operation that match.operation names belongs to the family v2."
            ),
            (
                #"{"until": "1970-01-01T00:00:00Z", "action": {"status": 503}}"#,
                "The rule's time limit (until) has passed."
            ),
            (
                #"{"match": {"nth": 2}, "after": 2, "action": {"status": 503}}"#,
                "The rule lets 2 requests pass first, so it never affects request number 2."
            ),
            (
                #"{"match": {"probability": 0}, "action": {"status": 503}}"#,
                "With the probability 0 the rule never takes effect."
            ),
            (
                #"{"match": {"operation": "Session", "requestor": "A"}, "action": {"status": 503}}"#,
                "The rule first matches every request that this rule matches, has no limit and comes first, so this "
                    + "rule never takes effect."
            ),
        ])
    func warnings(_ content: String, _ warning: String) throws {
        let test = try world()
        let first = #"{"id": "first", "match": {"operation": "Session*", "requestor": "*"}, "action": {"status": 500}}"#
        #expect(try JSONValue.parse(test.answer(post(first)).body)["warnings"] == nil)
        let response = try test.answer(post(content))
        #expect(response.status == .created)
        #expect(try JSONValue.parse(response.body)["warnings"] == .array([.string(warning)]))
    }

    @Test("A rule to which others leave some requests has no warning")
    func unhidden() throws {
        let test = try world()
        for content in [
            #"{"match": {"operation": "Session"}, "times": 3, "action": {"status": 500}}"#,
            #"{"match": {"operation": "Session", "requestor": "B"}, "action": {"status": 500}}"#,
            #"{"match": {"operation": "Session"}, "priority": 1, "action": {"status": 500}}"#,
            #"{"match": {"operation": "Session"}, "priority": 2, "action": {"status": 500}}"#,
        ] {
            #expect(try JSONValue.parse(test.answer(post(content)).body)["warnings"] == nil, "\(content)")
        }
    }
}
