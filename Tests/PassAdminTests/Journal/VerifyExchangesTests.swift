import PassCore
import PassDomain
import PassHTTP
import PassInstruments
import PassTestSupport
import Testing

@Suite("Expectations of exchanges")
struct VerifyExchangesTests {
    private func site() throws -> JournalSite {
        let site = try JournalSite()
        site.record(.retrieveConfiguration, "/adobe-services/config/NET")
        site.record(.authorizeDevice, "/adobe-services/authorizeDevice", body: "resource_id=news")
        site.record(.authorizeDevice, "/adobe-services/authorizeDevice", body: "resource_id=sport")
        return site
    }

    @Test(
        "Recorded exchanges meet an expectation, or don't",
        arguments: [
            (#"{"match": {"operation": "AuthorizeDevice"}}"#, true, 2),
            (#"{"match": {"operation": "AuthorizeDevice"}, "exactly": 2}"#, true, 2),
            (#"{"match": {"operation": "AuthorizeDevice"}, "exactly": 1}"#, false, 2),
            (#"{"match": {"resource": "news"}, "atLeast": 2}"#, false, 1),
            (#"{"match": {"resource": "news"}, "atMost": 0}"#, false, 1),
            (#"{"match": {"status": 200}, "atLeast": 1, "atMost": 3}"#, true, 3),
            (#"{"match": {"operation": "Logo"}}"#, false, 0),
            (#"{"never": {"operation": "Logo"}}"#, true, 0), (#"{"never": {"resource": "sport"}}"#, false, 1),
            (#"{"inOrder": [{"operation": "RetrieveConfiguration"}, {"resource": "sport"}]}"#, true, 2),
            (#"{"inOrder": [{"resource": "sport"}, {"resource": "news"}]}"#, false, 1),
            (#"{"match": {"faulted": false}, "exactly": 3}"#, true, 3),
        ])
    func verify(_ content: String, _ isVerified: Bool, _ count: Int64) throws {
        let response = try site().post("/_sim/exchanges/verify", content)
        #expect(response.status == .ok)
        let answer = try JSONValue.parse(response.body)
        #expect(answer["verified"] == .bool(isVerified) && answer["count"] == .integer(count))
        #expect(answer["message"]?.stringValue?.isEmpty == false)
    }

    @Test("The nearest exchanges are reported, with the conditions that they miss")
    func nearest() throws {
        let response = try site().post(
            "/_sim/exchanges/verify", #"{"match": {"operation": "AuthorizeDevice", "resource": "kids"}}"#)
        let nearest = try #require(try JSONValue.parse(response.body)["nearest"]?.arrayValue)
        #expect(nearest.map { $0["misses"] } == [.array(["resource"]), .array(["resource"])])
        #expect(nearest[0]["exchange"]?["resources"] == .array(["sport"]))
    }

    @Test(
        "An expectation that can't be checked is refused with the reason",
        arguments: [
            ("", "The content is missing; a JSON object is expected."),
            ("{}", "One of match, inOrder and never is missing."),
            (#"{"match": {}}"#, "match has no filter, so every exchange would match."),
            (#"{"mach": {}}"#, "mach is unknown; the nearest one is match."),
            (#"{"match": {"pth": "x"}}"#, "match.pth is unknown; the nearest one is path."),
            (#"{"match": {"status": "x"}}"#, "match.status isn't a status like 200 or 4xx."),
            (#"{"match": {"path": ["x"]}}"#, "match.path isn't text."),
            (#"{"match": {"q": "x"}, "never": {"q": "x"}}"#, "never can't be combined with match."),
            (#"{"never": {"q": "x"}, "exactly": 1}"#, "exactly can't be combined with never."),
            (#"{"match": {"q": "x"}, "exactly": 1, "atLeast": 1}"#, "atLeast can't be combined with exactly."),
            (#"{"match": {"q": "x"}, "atLeast": 2, "atMost": 1}"#, "atMost is smaller than atLeast."),
            (#"{"match": {"q": "x"}, "exactly": -1}"#, "exactly isn't a number from 0 to 1000000."),
            (#"{"match": {"q": null}}"#, "match.q is null; leave it out if it has no value."),
            (#"{"match": {"status": 200.5}}"#, "match.status isn't text."),
            (#"{"inOrder": []}"#, "inOrder isn't an array of 1 to 100 matches."),
            (#"{"inOrder": [{"q": "x"}, 1]}"#, "inOrder[1] isn't a JSON object."),
        ])
    func refused(_ content: String, _ sentence: String) throws {
        let response = try site().post("/_sim/exchanges/verify", content)
        #expect(response.status == .badRequest)
        let detail = try #require(try JSONValue.parse(response.body)["detail"]?.stringValue)
        #expect(detail.hasPrefix(sentence), "\(detail)")
    }

    @Test("A wait ends with the first match, which may be there already")
    func waiting() throws {
        let found = try site().get("/_sim/exchanges/await?resource=*o*&timeoutSeconds=0")
        #expect(found["resources"] == .array(["sport"]) && found["state"] == .string("complete"))
    }

    @Test("A wait that times out reports the nearest misses")
    func timeout() throws {
        let site = try site()
        _ = site.journal.begin(HTTPRequest(target: "/flying"), nil, at: Timestamp(seconds: 1_767_225_600))
        let response = try site.answer(
            .get("/_sim/exchanges/await?operation=AuthorizeDevice&resource=kids&timeoutSeconds=0.01"))
        #expect(response.status == .requestTimeout && response.fields[.contentType] == "application/problem+json")
        let problem = try JSONValue.parse(response.body)
        #expect(problem["status"] == .integer(408) && problem["title"] == .string("No matching exchange"))
        #expect(problem["nearest"]?.arrayValue?.count == 2)
        #expect(try site.answer(.get("/_sim/exchanges/await?path=/flying&timeoutSeconds=0")).status == .requestTimeout)
        #expect(try site.get("/_sim/exchanges/await?state=inFlight&timeoutSeconds=0")["path"] == .string("/flying"))
    }

    @Test("A wait whose namespace is removed says so")
    func removed() async throws {
        let site = try site()
        let waiting = Task.detached { try site.answer(.get("/_sim/exchanges/await?path=/never&timeoutSeconds=60")) }
        while site.journal.feed.count == 0 { await Task.yield() }
        site.journal.feed.end()
        let response = try await waiting.value
        #expect(response.status == .gone && response.fields[.contentType] == "application/problem+json")
        #expect(
            try JSONValue.parse(response.body)["detail"]?.stringValue
                == "The namespace default was removed while the request waited for an exchange.")
    }

    @Test(
        "A wait that isn't possible is refused",
        arguments: [
            ("timeoutSeconds=61", "timeoutSeconds isn't a number from 0 to 60."), ("flow=x", "flow is unknown"),
            ("limit=1", "limit is unknown"), ("timeoutSeconds=nan", "timeoutSeconds isn't a number from 0 to 60."),
        ])
    func badWait(_ query: String, _ sentence: String) throws {
        let response = try site().answer(.get("/_sim/exchanges/await?\(query)"))
        #expect(response.status == .badRequest)
        #expect(try JSONValue.parse(response.body)["detail"]?.stringValue?.hasPrefix(sentence) == true)
    }
}
