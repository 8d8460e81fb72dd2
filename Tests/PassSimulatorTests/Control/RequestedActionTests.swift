import PassCore
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Actions that a request asks for", .eachStore)
struct RequestedActionTests {
    private let config = "/adobe-services/config/TEST_REQUESTOR"

    private func ask(_ site: TestSite, _ value: String) -> HTTPResponse {
        site.get(config, [], ["X-Pass-Fault": value])
    }

    @Test("The field accepts an action as JSON and in short forms, for its request only")
    func forms() throws {
        let site = try TestSite()
        #expect(ask(site, #"{"status": 503, "body": "x"}"#).text == "x")
        #expect(ask(site, "status=503").status == .serviceUnavailable)
        let both = ask(site, "status=503; delay=200")
        #expect(both.status == .serviceUnavailable && both.delivery.delayMilliseconds == 200)
        #expect(ask(site, "clientTooOld").status == .gone)
        #expect(ask(site, "transport=resetBefore").delivery.fault == .reset(after: .nothing))
        #expect(ask(site, "transport=neverAccept").delivery.fault == .neverAccept(milliseconds: 0))
        #expect(site.get(config).status == .ok && site.get(config).delivery.isImmediate)
    }

    @Test("The request's action precedes the namespace's rules, which don't count the request")
    func precedence() throws {
        let site = try TestSite()
        let rule = try site.addRule(#"{"action": {"status": 500}, "times": 1}"#)
        #expect(ask(site, "status=503").status == .serviceUnavailable && site.hits(rule) == 0)
        #expect(site.get(config).status == .internalServerError && site.hits(rule) == 1)
    }

    @Test("An MVPD is down for a request that says so, and the simulator's own paths ignore the field")
    func paths() throws {
        let site = try TestSite()
        let field: HTTPFields = ["X-Pass-Fault": "mvpd=down"]
        #expect(site.get("/_sim/mvpd/Adobe/logo.svg", [], field).status == .serviceUnavailable)
        #expect(site.get("/_sim/ready", [], ["X-Pass-Fault": "status=500"]).status == .ok)
    }

    @Test(
        "An action that can't be read is refused with the reason",
        arguments: [
            ("", "X-Pass-Fault"), ("{", "X-Pass-Fault isn't JSON"),
            ("denid", "X-Pass-Fault.failure is \"denid\", which names no failure that a rule can force; the nearest"),
            ("status=99", "X-Pass-Fault.status isn't a number from 200 to 599."),
            ("status=5; status=6", "X-Pass-Fault has status twice."),
            ("body=x", "X-Pass-Fault is neither an action as JSON nor a short form"), ("{}", "One of failure"),
            (#"{"status": 503, "status": 502}"#, "X-Pass-Fault has an object with the same name twice."),
        ])
    func refused(_ value: String, _ sentence: String) throws {
        let answer = ask(try TestSite(), value)
        #expect(answer.status == .badRequest && answer.fields[.contentType] == "application/problem+json")
        #expect(answer.json["detail"]?.stringValue?.hasPrefix(sentence) == true, "\(answer.text)")
    }
}
