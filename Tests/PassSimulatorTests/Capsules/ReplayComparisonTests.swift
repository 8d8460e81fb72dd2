import PassCore
import PassHTTP
import PassInstruments
import Testing

@testable import PassSimulator

private let secret = "secret-0123456789abcdef"
private let other = "secret-fedcba9876543210"

@Suite("How a replay compares answers")
struct ReplayComparisonTests {
    /// Returns the places of the differences between two bodies.
    private func places(_ recorded: String, _ fresh: String) -> [String] {
        var comparison = ReplayComparison(ReplayValues(), nanoseconds: nil)
        comparison.compare(
            JournalAnswer(HTTPResponse(.ok, body: Array(recorded.utf8))), HTTPResponse(.ok, body: Array(fresh.utf8)))
        return comparison.differences.map(\.place)
    }

    @Test(
        "Texts of one kind are the same",
        arguments: [
            ("plain", "plain"),
            (#"{"id":"f38e3c74-ca0e-40e3-9747-7013328851c5"}"#, #"{"id":"00000000-ca0e-40e3-9747-7013328851c5"}"#),
            (#"{"at":1795642988669}"#, #"{"at":1795642989000}"#), (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#),
            (
                "<a at=\"2026-11-25T21:00:00Z\">_0123456789abcdef</a>",
                "<a at=\"2026-11-25T21:00:01Z\">_fedcba9876543210</a>"
            ),
            ("http://a/b?code=\(secret)&x=1", "http://a/b?code=ZAZDIYB&x=1"),
            (secret, "<signatureInfo>x<signatureInfo><simpleAuthenticationToken/>"),
            (#"{"a":"\#(secret)","b":"\#(secret)"}"#, #"{"a":"one/1","b":"one%2F1"}"#),
            ("2026/12/25 21:42:54 GMT +0000", "2026/12/25 21:42:55 GMT +0000"),
            (
                "Xf8pQ2vR7sT1uW4yZ9aB3cD6 and AAbbCC112233ddEEff44",
                "Yf8pQ2vR7sT1uW4yZ9aB3cD6 and BBbbCC112233ddEEff44"
            ),
            // Random letters need not have a digit among them.
            ("http://a/b?code=qXtKx6DupHxhMRUiIwlgDh", "http://a/b?code=GjpVFlwYToPOAFAxFkSFba"),
        ])
    func same(_ recorded: String, _ fresh: String) {
        #expect(places(recorded, fresh) == [])
    }

    @Test(
        "A difference has a place",
        arguments: [
            ("one", "two", ["body"]), (#"{"a":[{"b":true}]}"#, #"{"a":[{"b":false}]}"#, ["body.a[0].b"]),
            (#"{"ttl":60}"#, #"{"ttl":61}"#, ["body.ttl"]), (#"{"a":1}"#, "{}", ["body.a"]),
            ("{}", #"{"b":1}"#, ["body.b"]), (#"{"a":[1]}"#, #"{"a":[1,2]}"#, ["body.a"]),
            (#"{"at":1795642988669}"#, #"{"at":1795642998669}"#, ["body.at"]),
            ("<a><b>x</b></a>", "<a><b>y</b></a>", ["body text"]), ("<a x=\"1\"/>", "<a x=\"2\"/>", ["body <a> x"]),
            (#"{"a":"\#(secret)","b":"\#(secret)"}"#, #"{"a":"one","b":"two"}"#, ["body.b"]),
            (#"{"a":"\#(secret)"}"#, #"{"a":""}"#, ["body.a"]),
            ("http://a/b?c=1", "http://a/b?d=1", ["body"]), ("http://a/b?c=1", "http://a/b?c=2", ["body c"]),
            ("RetrieveAuthorizationDecisions", "RetrievePreauthorizationDecisions", ["body"]),
            ("Your package has it.", "Your package lacks it.", ["body"]),
        ])
    func different(_ recorded: String, _ fresh: String, _ expected: [String]) {
        #expect(places(recorded, fresh) == expected)
    }

    @Test("Status, fields and cookies are compared, but not the values unique to each exchange")
    func heads() {
        let recorded = HTTPResponse(
            .ok,
            fields: [
                "Date": "a", "X-Pass-Simulator-Exchange": "a", "Content-Type": "text/plain", "X-Old": "1",
                "Set-Cookie": "a=\(secret); Expires=Wed, 25 Nov 2026 22:43:08 GMT; Path=/",
            ])
        var comparison = ReplayComparison(ReplayValues(), nanoseconds: nil)
        comparison.compare(
            JournalAnswer(recorded),
            HTTPResponse(
                .notFound,
                fields: [
                    "Date": "b", "Content-Type": "text/html",
                    "Set-Cookie": "a=fresh; Expires=Thu, 26 Nov 2026 22:43:08 GMT; Path=/",
                ]))
        #expect(comparison.differences.map(\.place) == ["status", "header content-type", "header x-old"])
        #expect(comparison.values[secret] == "fresh")
    }

    @Test("A later request carries the replay's values")
    func requests() {
        var values = ReplayValues()
        values.learn(secret, "fresh/1", at: "body.code")
        values.learn("f38e3c74-ca0e-40e3-9747-7013328851c5", "new-id", at: "body.client_id")
        values.learn(other, "hidden", at: "body.client_secret")
        let unknown = "secret-aaaaaaaaaaaaaaaa"
        let entry = JournalEntry(
            time: Timestamp(seconds: 0), operation: nil,
            request: HTTPRequest(
                method: .post, target: "/v2/\(secret)/x?u=http%3A%2F%2Fa%3Fcode%3D\(secret)&y=a+b",
                fields: [
                    "Cookie": "s=\(secret); t=1", "Authorization": "Basic \(unknown)",
                    "AP-Device-Identifier": "fingerprint secret-bbbbbbbbbbbbbbbb", "Content-Length": "9",
                ], body: Array(#"{"client":"f38e3c74-ca0e-40e3-9747-7013328851c5","n":1}"#.utf8)))
        var maker = ReplayedRequest(entry, values)
        let request = maker.request()
        #expect(request.target == "/v2/fresh%2F1/x?u=http%3A%2F%2Fa%3Fcode%3Dfresh%252F1&y=a+b")
        #expect(request.fields["Cookie"] == "s=fresh/1; t=1")
        #expect(request.fields["Authorization"] == "Basic " + Base64.encode(Array("new-id:hidden".utf8)))
        #expect(
            request.fields["AP-Device-Identifier"]
                == "fingerprint " + Base64.encode(Array("secret-bbbbbbbbbbbbbbbb".utf8)))
        #expect(String(decoding: request.body, as: UTF8.self) == #"{"client":"new-id","n":1}"#)
        #expect(request.fields.values(.contentLength) == [String(request.body.count)])
    }
}
