import PassCore
import PassHTTP
import PassInstruments
import PassTestSupport
import Testing

@testable import PassSimulator

@Suite("The journal of answers that a rule delays or breaks", .eachStore)
struct DeliveryFlowTests {
    private let config = "/adobe-services/config/TEST_REQUESTOR"

    /// Returns the answer as a connection gets it, with its receipt.
    private func answer(_ site: TestSite, _ path: String) throws -> HTTPResponse {
        switch site.backend.pipeline.respond(to: site.request(.get, path)) {
        case .ready(let response): return response
        case .work(_, let work): return work(nil)
        case .later, .stream:
            Issue.record("the answer is neither ready nor work")
            return HTTPResponse()
        }
    }

    private func exchange(_ site: TestSite, _ response: HTTPResponse) throws -> JSONValue {
        let id = try #require(response.fields["X-Pass-Simulator-Exchange"])
        return site.get("/_sim/exchanges/\(id)").json
    }

    @Test(
        "An exchange is in flight until its answer is delivered, and shows what was sent and the whole answer",
        arguments: [#""delay": 600000"#, #""transport": {"fault": "truncated", "bytes": 3}"#])
    func delivery(_ action: String) throws {
        let site = try TestSite()
        let whole = site.get(config)
        let rule = try site.addRule(#"{"action": {\#(action)}}"#)
        let response = try answer(site, config)
        let receipt = try #require(response.receipt)
        let before = try exchange(site, response)
        #expect(before["state"] == .string("inFlight") && before["response"] == nil && before["delivery"] == nil)
        #expect(before["durationMs"] == nil)
        receipt.report(DeliveryReport(.closed, isHeadSent: true, contentBytes: 3, contentLength: whole.body.count))
        let after = try exchange(site, response)
        #expect(after["state"] == .string("complete") && after["rules"] == .array([.string(rule)]))
        #expect(
            after["delivery"]
                == .object([
                    "result": .string("closed"), "headSent": .bool(true), "contentBytes": .integer(3),
                    "contentLength": .integer(Int64(whole.body.count)),
                ]))
        #expect(after["response"]?["body"]?["text"]?.stringValue?.isEmpty == false)
        // The duration is measured, so it has nothing of a delay that nobody waited for.
        let duration: Double? =
            switch after["durationMs"] {
            case .number(let milliseconds)?: milliseconds
            case .integer(let milliseconds)?: Double(milliseconds)
            default: nil
            }
        #expect(try #require(duration, "\(after)") < 600_000)
    }

    @Test("A wait for a complete exchange ends when the answer is delivered, and a wait for an arrival before")
    func wait() throws {
        let site = try TestSite()
        try site.addRule(#"{"action": {"delay": 50}}"#)
        let response = try answer(site, config)
        let path = "/_sim/exchanges/await?operation=RetrieveConfiguration&timeoutSeconds="
        #expect(site.get(path + "0").status == .requestTimeout)
        #expect(site.get(path + "0&state=inFlight").json["state"] == .string("inFlight"))
        response.receipt?.report(.whole(contentLength: response.body.count))
        #expect(site.get(path + "10").json["delivery"]?["result"] == .string("whole"))
    }

    @Test("An answer that no connection accepts any more is reported as never sent")
    func dropped() throws {
        let site = try TestSite()
        try site.addRule(#"{"action": {"transport": "stall"}}"#)
        var response = try answer(site, config)
        response.receipt = nil
        let delivery = try exchange(site, response)["delivery"]
        #expect(delivery?["result"] == .string("connectionEnded") && delivery?["contentBytes"] == .integer(0))
    }

    @Test("Requests are counted when their answer is delivered, with the time that it took")
    func metrics() throws {
        let site = try TestSite()
        try site.addRule(#"{"action": {"delay": 600000}}"#)
        let response = try answer(site, config)
        let count = "pass_simulator_request_duration_seconds_count{operation=\"RetrieveConfiguration\"}"
        let sum = "pass_simulator_request_duration_seconds_sum{operation=\"RetrieveConfiguration\"}"
        #expect(try MetricsReading(site.get("/_sim/metrics").text)[count] == nil)
        response.receipt?.reportNothing()
        let reading = try MetricsReading(site.get("/_sim/metrics").text)
        #expect(reading[count] == 1)
        #expect(try #require(reading[sum]) < 600)
    }

    @Test("Ordinary answers, and those that a rule only changes, are complete when they are created")
    func ordinary() throws {
        let site = try TestSite()
        for rule in ["", #"{"action": {"status": 503}}"#] {
            if !rule.isEmpty { try site.addRule(rule) }
            let response = try answer(site, config)
            #expect(response.receipt == nil)
            let known = try exchange(site, response)
            #expect(known["state"] == .string("complete") && known["delivery"] == nil)
        }
    }

    @Test("A namespace that is deleted drops answers in flight, and a caller without a connection gets all at once")
    func deleted() throws {
        let site = try TestSite()
        var other = site
        other.prefix = "/_ns/other"
        try other.addRule(#"{"action": {"delay": 50}}"#)
        let response = try answer(site, "/_ns/other" + config)
        #expect(site.send(site.request(.delete, "/_sim/namespaces/other")).status == .noContent)
        response.receipt?.report(.whole(contentLength: 1))
        #expect(other.get("/_sim/exchanges").json["exchanges"] == .array([]))
        try site.addRule(#"{"action": {"delay": 600000, "transport": "stall"}}"#)
        let whole = site.get(config)
        #expect(whole.receipt == nil && whole.delivery.delayMilliseconds == 600_000)
        #expect(try exchange(site, whole)["delivery"]?["result"] == .string("whole"))
    }

    @Test("An exchange's address is the one that the client sent; its path is the service's own")
    func address() throws {
        let site = try TestSite()
        var other = site
        other.prefix = "/_ns/other"
        let id = try #require(other.get(config + "?a=b").fields["X-Pass-Simulator-Exchange"])
        let known = other.get("/_sim/exchanges/\(id)").json
        #expect(known["path"]?.stringValue == config)
        #expect(known["request"]?["url"]?.stringValue == "http://127.0.0.1:8080/_ns/other\(config)?a=b")
        let file = other.get("/_sim/exchanges.har").json["log"]?["entries"]?.arrayValue?.first
        #expect(file?["request"]?["url"] == known["request"]?["url"])
    }
}
