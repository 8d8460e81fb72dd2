import PassCore
import PassDomain
import PassHTTP
import PassInstruments
import PassTestSupport
import Testing

@Suite("Questions about exchanges")
struct ExchangeQueryTests {
    private func site() throws -> JournalSite {
        let site = try JournalSite()
        site.record(
            .authorizeDevice, "/adobe-services/authorizeDevice", time: 1_767_225_600_000, method: .post,
            body: "requestor_id=NET&mso_id=Adobe&device_id=c0ffee&resource_id=news%20one", status: .ok,
            answer: "<error/>", faulted: true, rules: ["rule-7"],
            outcome: JournalOutcome("denied", reason: "noAuthZ"))
        site.record(
            .retrieveAuthorizationDecisions, "/api/v2/OTHER/decisions/authorize/Cable", time: 1_767_225_601_000,
            method: .post,
            fields: ["AP-Device-Identifier": "fingerprint ZGVtbw==", .contentType: "application/json"],
            body: #"{"resources":["sport","kids"]}"#, outcome: JournalOutcome("permitted"))
        site.record(nil, "/nothing?x=1", time: 1_767_225_602_000, status: .notFound)
        site.record(
            .signIn, "/_sim/mvpd/Adobe/login", time: 1_767_225_603_000, method: .post, body: "username=user&password=pw"
        )
        _ = site.journal.begin(HTTPRequest(target: "/flying"), .retrieveProfiles, at: Timestamp(seconds: 1_767_225_604))
        return site
    }

    private static let first = "/adobe-services/authorizeDevice"
    private static let second = "/api/v2/OTHER/decisions/authorize/Cable"

    @Test(
        "Each filter finds the exchanges that match it",
        arguments: [
            ("operation=AuthorizeDevice", [first]), ("operation=*Authorization*", [second]),
            ("operation=*uthori*", [first, second]), ("family=v2", [second, "/flying"]),
            ("family=legacy", [first]), ("requestor=NET", [first]), ("requestor=OTHER", [second]),
            ("mvpd=Cable", [second]), ("mvpd=Adobe", [first, "/_sim/mvpd/Adobe/login"]), ("device=c0*", [first]),
            ("device=demo", [second]), ("resource=news*", [first]), ("resource=kids", [second]),
            ("subscriber=user", ["/_sim/mvpd/Adobe/login"]), ("method=get", ["/nothing", "/flying"]),
            ("path=/api/*", [second]), ("status=404", ["/nothing"]),
            ("status=2xx", [first, second, "/_sim/mvpd/Adobe/login"]), ("outcome=denied", [first]),
            ("outcome=none", ["/nothing", "/_sim/mvpd/Adobe/login"]), ("faulted=true", [first]),
            ("faulted=rule-*", [first]), ("faulted=rule-8", []), ("state=inFlight", ["/flying"]),
            ("since=2026-01-01T00:00:03Z", ["/_sim/mvpd/Adobe/login", "/flying"]),
            ("until=1767225600000", [first]), ("q=x%3D1", ["/nothing"]), ("q=%3Cerror", [first]), ("q=nowhere", []),
            ("imported=true", []), ("requestor=NET&status=404", []), ("limit=1", [first]),
        ])
    func filters(_ query: String, _ expected: [String]) throws {
        #expect(try site().found(query) == expected)
    }

    @Test(
        "A query that isn't valid is refused with the name and the nearest one",
        arguments: [
            ("operatoin=x", "operatoin is unknown; the nearest one is operation."), ("resource=", "resource is empty."),
            ("status=600", "status isn't a status like 200 or 4xx."),
            ("status=9xx", "status isn't a status like 200 or 4xx."),
            ("operation=AuthorizeDevise", "operation names no operation; the nearest one is AuthorizeDevice."),
            ("family=v3", "family names no family"), ("outcome=denid", "outcome names no outcome"),
            ("state=done", "state isn't one of inFlight, complete."), ("imported=1", "imported isn't true or false."),
            ("since=yesterday", "since isn't a time like 2026-01-01T00:00:00Z, or milliseconds since 1970."),
            ("until=-1", "until isn't a time"), ("limit=0", "limit isn't a number from 1 to 1000."),
            ("limit=1001", "limit isn't a number from 1 to 1000."), ("limit=1.5", "limit isn't a whole number."),
            ("mvpd=a&mvpd=a", "mvpd is given twice."), ("limit=1&limit=2", "limit is given twice."),
            ("after=x", "after names no exchange recorded since the simulator started."),
            ("after=000008-1", "after names no exchange recorded since the simulator started."),
            ("secrets=hidden", "secrets isn't one of shown, masked."), ("q=%FF", "q has a broken percent escape"),
        ])
    func refused(_ query: String, _ sentence: String) throws {
        let response = try site().answer(.get("/_sim/exchanges?\(query)"))
        #expect(response.status == .badRequest && response.fields[.contentType] == "application/problem+json")
        let detail = try #require(try JSONValue.parse(response.body)["detail"]?.stringValue)
        #expect(detail.hasPrefix(sentence), "\(detail)")
    }

    @Test("A summary has what is known, and an exchange in flight has no answer")
    func summary() throws {
        let all = try #require(try site().get("/_sim/exchanges")["exchanges"]?.arrayValue)
        let first = all[0]
        #expect(first["id"] == .string("000009-1") && first["state"] == .string("complete"))
        #expect(first["time"] == .string("2026-01-01T00:00:00.000Z") && first["durationMs"] == .number(1.234))
        #expect(first["namespace"] == .string("default") && first["method"] == .string("POST"))
        #expect(first["operation"] == .string("AuthorizeDevice") && first["family"] == .string("legacy"))
        #expect(first["status"] == .integer(200) && first["outcome"] == .string("denied"))
        #expect(first["reason"] == .string("noAuthZ") && first["requestor"] == .string("NET"))
        #expect(first["mvpd"] == .string("Adobe") && first["device"] == .string("c0ffee"))
        #expect(first["resources"] == .array([.string("news one")]) && first["faulted"] == .bool(true))
        #expect(first["rules"] == .array([.string("rule-7")]))
        #expect(all[4]["state"] == .string("inFlight") && all[4]["status"] == nil && all[4]["durationMs"] == nil)
    }

    @Test("A list is read page by page")
    func pages() throws {
        let site = try site()
        var after = ""
        var paths: [String] = []
        for _ in 1...5 {
            let page = try site.get("/_sim/exchanges?limit=2\(after)")
            paths += page["exchanges"]?.arrayValue?.compactMap { $0["path"]?.stringValue } ?? []
            guard let next = page["next"]?.stringValue else { break }
            after = "&after=\(next)"
        }
        #expect(paths == [Self.first, Self.second, "/nothing", "/_sim/mvpd/Adobe/login", "/flying"])
    }

    @Test("Emptying the journal reports how many exchanges it removed")
    func remove() throws {
        let site = try JournalSite(capacity: 2)
        for number in 1...5 { site.record(nil, "/\(number)") }
        let list = try site.get("/_sim/exchanges")
        #expect(list["evicted"] == .integer(3) && list["exchanges"]?.arrayValue?.count == 2)
        #expect(try site.answer(.delete("/_sim/exchanges")).status == .noContent)
        #expect(try site.get("/_sim/exchanges") == .object(["exchanges": .array([]), "evicted": .integer(0)]))
    }

    @Test(
        "Without a journal each operation says that it is off",
        arguments: [
            "exchanges", "exchanges/000009-1", "exchanges/await", "exchanges.har", "exchanges.jsonl", "flows",
            "flows/000009-1", "events",
        ])
    func off(_ path: String) throws {
        let response = try JournalSite.world(nil).answer(.get("/_sim/\(path)"))
        #expect(response.status == .conflict)
        #expect(String(decoding: response.body, as: UTF8.self).contains("journal.exchanges is 0"))
    }

    @Test("Without a journal nothing is removed, verified or imported")
    func offToo() throws {
        let world = try JournalSite.world(nil)
        #expect(try world.answer(.delete("/_sim/exchanges")).status == .conflict)
        #expect(try world.answer(.json("/_sim/exchanges/verify", #"{"never": {"q": "x"}}"#)).status == .conflict)
        #expect(try world.answer(.json("/_sim/exchanges/import", "{}")).status == .conflict)
    }
}
