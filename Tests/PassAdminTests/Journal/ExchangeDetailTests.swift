import PassCore
import PassDomain
import PassHTTP
import PassTestSupport
import Testing

@Suite("One exchange")
struct ExchangeDetailTests {
    @Test("Everything about an exchange is shown, and decoded")
    func detail() throws {
        let site = try JournalSite()
        // The sample of RFC 7519, section 3.1.
        let token =
            "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        let id = site.record(
            .retrieveProfiles, "/api/v2/NET/profiles?a=1%202",
            fields: [
                .authorization: "Bearer \(token)", .cookie: "one=1; two=2", "X-Device-Info": "eyJtb2RlbCI6IkJveCJ9",
            ], body: "\u{0}", answer: "{}", answerFields: [.contentType: "application/json", .setCookie: "s=v; Path=/"])
        let detail = try site.get("/_sim/exchanges/\(id)")
        let request = try #require(detail["request"])
        #expect(request["url"] == .string("http://sp.example/api/v2/NET/profiles?a=1%202"))
        #expect(request["method"] == .string("GET") && request["httpVersion"] == .string("HTTP/1.1"))
        #expect(request["body"] == .object(["base64": "AA==", "bytes": .integer(1), "truncated": .bool(false)]))
        #expect(request["headers"]?.arrayValue?[1] == .object(["name": "Cookie", "value": "one=1; two=2"]))
        let response = try #require(detail["response"])
        #expect(response["status"] == .integer(200) && response["body"]?["text"] == .string("{}"))
        let decoded = try #require(detail["decoded"])
        #expect(decoded["query"] == .array([.object(["name": "a", "value": "1 2"])]))
        #expect(decoded["cookies"]?.arrayValue?.count == 2 && decoded["deviceInfo"]?["model"] == .string("Box"))
        #expect(decoded["setCookies"] == .array([.object(["name": "s", "value": "v"])]))
        let known = try #require(decoded["tokens"]?.arrayValue?.first)
        #expect(known["place"] == .string("request header Authorization"))
        #expect(known["kind"] == .string("jsonWebToken") && known["valid"] == .bool(false))
        #expect(known["claims"]?.arrayValue?.contains(.object(["name": "iss", "value": "joe"])) == true)
        #expect(known["expires"] == .string("2011-03-22T18:43:00.000Z"))
    }

    @Test("An exchange that the journal doesn't hold isn't found", arguments: ["000009-zz", "000008-1", "x"])
    func unknown(_ id: String) throws {
        let response = try JournalSite().answer(.get("/_sim/exchanges/\(id)"))
        #expect(response.status == .notFound)
        #expect(String(decoding: response.body, as: UTF8.self).contains("The journal holds no exchange with this ID."))
    }

    @Test("An unknown parameter is refused")
    func parameter() throws {
        let site = try JournalSite()
        let id = site.record(nil, "/")
        #expect(try site.answer(.get("/_sim/exchanges/\(id)?operation=Logo")).status == .badRequest)
        #expect(try site.answer(.get("/_sim/flows?outcome=denied")).status == .badRequest)
        #expect(try site.answer(.get("/_sim/flows/x?limit=1")).status == .badRequest)
    }
}

extension JSONValue: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) {
        self = .string(text)
    }
}
