import PassAdmin
import PassCore
import PassDomain
import PassHTTP
import PassInstruments
import PassTestSupport
import Testing

@Suite("Files of exchanges")
struct ExchangeFileTests {
    private func site() throws -> JournalSite {
        let site = try JournalSite()
        site.record(
            .authorizeDevice, "/adobe-services/authorizeDevice?x=1", method: .post,
            fields: [.cookie: "JSESSIONID=s3ss10n", .contentType: "application/x-www-form-urlencoded"],
            body: "resource_id=news&device_id=c0ffee-device", status: .found, answer: "<error/>",
            answerFields: [.location: "http://app.example/", .setCookie: "a=b; Path=/", .contentType: "text/xml"],
            faulted: true, rules: ["r1"], outcome: JournalOutcome("denied", reason: "noAuthZ"),
            delivery: DeliveryReport(.reset, isHeadSent: true, contentBytes: 3, contentLength: 8),
            receivedTarget: "/_ns/x/adobe-services/authorizeDevice?x=1")
        site.record(.logo, "/_sim/mvpd/Adobe/logo.svg", answer: "\u{0}\u{1}")
        _ = site.journal.begin(HTTPRequest(target: "/flying"), nil, at: Timestamp(seconds: 1_767_225_600))
        return site
    }

    private func file(_ site: JournalSite, _ path: String) throws -> [UInt8] {
        let response = try site.answer(.get("/_sim/\(path)"))
        #expect(response.status == .ok)
        return response.body
    }

    @Test("A HAR file has each exchange with an answer (HAR 1.2, section entries)")
    func har() throws {
        let log = try #require(try JSONValue.parse(file(site(), "exchanges.har"))["log"])
        #expect(log["version"] == "1.2" && log["creator"]?["name"] == "pass-simulator")
        let entries = try #require(log["entries"]?.arrayValue)
        #expect(entries.count == 2)
        let first = entries[0]
        #expect(first["startedDateTime"] == "2026-01-01T00:00:00.000Z" && first["time"] == .number(1.234))
        #expect(first["cache"] == .object([:]))
        #expect(first["timings"] == .object(["send": .integer(0), "wait": .number(1.234), "receive": .integer(0)]))
        let request = try #require(first["request"])
        #expect(request["queryString"] == .array([.object(["name": "x", "value": "1"])]))
        #expect(request["cookies"] == .array([.object(["name": "JSESSIONID", "value": "s3ss10n"])]))
        #expect(request["postData"]?["text"] == "resource_id=news&device_id=c0ffee-device")
        #expect(request["bodySize"] == .integer(40) && request["headersSize"] == .integer(-1))
        let response = try #require(first["response"])
        #expect(response["status"] == .integer(302) && response["statusText"] == "Found")
        #expect(response["redirectURL"] == "http://app.example/")
        #expect(response["content"] == .object(["size": .integer(8), "mimeType": "text/xml", "text": "<error/>"]))
        #expect(entries[1]["response"]?["content"]?["encoding"] == "base64")
        #expect(entries[1]["response"]?["content"]?["text"] == "AAE=")
        #expect(first["_passSimulator"]?["operation"] == "AuthorizeDevice")
        #expect(request["url"] == "http://sp.example/_ns/x/adobe-services/authorizeDevice?x=1")
        #expect(response["bodySize"] == .integer(3))
        #expect(
            response["comment"] == "The connection was reset after the head and 3 of 8 bytes of the content.")
        #expect(first["_passSimulator"]?["delivery"]?["result"] == "reset" && entries[1]["response"]?["comment"] == nil)
    }

    @Test("A file of lines has each exchange, including those in flight, and can be filtered")
    func lines() throws {
        let lines = try file(site(), "exchanges.jsonl").split(separator: 0x0A)
        #expect(lines.count == 3)
        let values = try lines.map { try JSONValue.parse(Array($0)) }
        #expect(values.allSatisfy { $0["version"] == .integer(1) })
        #expect(values[0]["request"]?["url"] == "http://sp.example/_ns/x/adobe-services/authorizeDevice?x=1")
        #expect(values[2]["state"] == "inFlight" && values[2]["response"] == nil)
        #expect(try file(site(), "exchanges.jsonl?faulted=true").split(separator: 0x0A).count == 1)
    }

    @Test("An exported file can be imported again without changes", arguments: ["exchanges.har", "exchanges.jsonl"])
    func again(_ path: String) throws {
        let source = try site()
        let target = try JournalSite()
        let response = try target.answer(
            .json("/_sim/exchanges/import", String(decoding: file(source, path), as: UTF8.self)))
        #expect(response.status == .ok)
        let count: Int64 = path.hasSuffix("har") ? 2 : 3
        #expect(try JSONValue.parse(response.body) == .object(["imported": .integer(count)]))
        for (own, other) in zip(target.journal.entries, source.journal.entries) {
            #expect(own.time == other.time && own.operation == other.operation)
            #expect(own.request.target == other.request.target && own.request.body == other.request.body)
            #expect(own.request.fields.pairs.map(\.name) == other.request.fields.pairs.map(\.name))
            #expect(own.request.authority == other.request.authority && own.request.method == other.request.method)
            #expect(own.answer?.response.body == other.answer?.response.body)
            #expect(own.answer?.response.status == other.answer?.response.status)
            let (circumstances, others) = (own.answer?.circumstances, other.answer?.circumstances)
            #expect(circumstances?.rules == others?.rules && circumstances?.isFaulted == others?.isFaulted)
            #expect(
                circumstances?.outcome?.words == others?.outcome?.words && circumstances?.delivery == others?.delivery)
            #expect(own.importedID == other.id.description && own.receivedTarget == other.receivedTarget)
        }
        #expect(try target.found("imported=true").count == Int(count))
        #expect(
            try JSONValue.parse(target.post("/_sim/exchanges/verify", #"{"match": {"q": "news"}}"#).body)["count"]
                == .integer(0))
        let asked = try target.post("/_sim/exchanges/verify", #"{"match": {"q": "news", "imported": true}}"#)
        #expect(try JSONValue.parse(asked.body)["count"] == .integer(1))
    }

    @Test("A browser's file is read although it has more members, and its request without an answer is in flight")
    func browser() throws {
        let site = try JournalSite()
        let file = #"""
            {"log": {"version": "1.2", "creator": {"name": "WebInspector", "version": "537.36"}, "pages": [], "entries": [
              {"_initiator": {"type": "other"}, "startedDateTime": "2026-01-02T03:04:05.678Z", "time": 12.5,
               "request": {"method": "GET", "url": "https://app.example/a?b#c", "httpVersion": "http/2.0", "headers": [],
                 "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 0},
               "response": {"status": 0, "statusText": "", "httpVersion": "", "headers": [], "cookies": [],
                 "content": {"size": 0, "mimeType": "x-unknown"}, "redirectURL": "", "headersSize": -1, "bodySize": -1},
               "cache": {}, "timings": {"send": 0, "wait": 1, "receive": 0}}]}}
            """#
        #expect(try site.post("/_sim/exchanges/import", file).status == .ok)
        let entry = try #require(site.journal.entries.first)
        #expect(entry.isInFlight && entry.request.target == "/a?b" && entry.request.connection.scheme == .https)
        #expect(entry.importedID == "")
    }

    /// Returns a line about a request without an answer, with more members.
    private static func line(_ time: String, _ members: String) -> String {
        #"{"version": 1, "time": "\#(time)", "request": {"method": "GET", "url": "http://x/", "headers": []}\#(members)}"#
    }

    @Test(
        "A file that can't be read is refused with the place, and nothing is imported",
        arguments: [
            ("", "The content has no exchange."), ("{}", "Line 1: version isn't a whole number."),
            ("\n[]", "Line 2 isn't a JSON object."), ("{\"a\"", "Line 1 isn't JSON:"),
            (#"{"version": 2}"#, "Line 1: version isn't 1, the only supported version."),
            (#"{"version": 1, "requst": {}}"#, "Line 1: requst is unknown; the nearest one is request."),
            (#"{"version": 1}"#, "Line 1: request is missing."),
            (#"{"version": 1, "request": {"method": "GET"}}"#, "Line 1: request: url is missing."),
            (
                #"{"version": 1, "request": {"method": "GET", "url": "ftp://x", "headers": []}}"#,
                "Line 1: request: url isn't an address that begins with http:// or https://."
            ),
            (
                #"{"version": 1, "request": {"method": "G T", "url": "http://x/", "headers": []}}"#,
                "Line 1: request: method isn't a method."
            ),
            (line("2026-01-01T00:00:00Z", #", "faulted": 5"#), "Line 1: faulted isn't true or false."),
            (line("2026-01-01T00:00:00Z", #", "reason": 5"#), "Line 1: reason isn't text."),
            (line("2026-01-01T00:00:00Z", #", "path": "x""#), "Line 1: path isn't a path that begins with /."),
            (
                line("2026-01-01T00:00:00Z", #", "delivery": {"result": "lost"}"#),
                "Line 1: delivery: result isn't one of whole, reset, closed, stalled, wrongLength, garbage, connectionEnded."
            ),
            (
                line("2026-01-01T00:00:00Z", #", "delivery": {"result": "reset", "sent": 1}"#),
                "Line 1: delivery: sent is unknown"
            ),
            (
                line("2026-01-01T00:00:00Z", #", "delivery": {"result": "reset"}"#),
                "Line 1: delivery: headSent is missing."
            ),
            (
                line(
                    "2026-01-01T00:00:00Z", #", "delivery": {"result": "reset", "headSent": true, "contentBytes": -1}"#),
                "Line 1: delivery: contentBytes isn't a number from 0 to 4294967295."
            ),
            (line("0000-01-01T00:00:00+01:00", ""), "Line 1: time isn't a time from 1970 to 9799"),
            (
                #"{"log": {"version": "1.2", "entries": [{"request": {"method": "GET", "url": "http://x/", "headers": [], "postData": {"_encoding": "x"}}, "response": {}}]}}"#,
                "log.entries[0]: request: postData: _encoding isn't base64."
            ),
            (#"{"log": {"version": "2.0", "entries": []}}"#, "log: version isn't 1.1 or 1.2."),
            (#"{"log": {"version": "1.2"}}"#, "log: entries isn't an array."),
            (#"{"log": {"version": "1.2", "entries": [1]}}"#, "log.entries[0] isn't a JSON object."),
            (
                #"{"log": {"version": "1.2", "entries": [{"request": {}, "response": {}}]}}"#,
                "log.entries[0]: request: method is missing."
            ),
        ])
    func refused(_ file: String, _ sentence: String) throws {
        let site = try JournalSite()
        let response = try site.post("/_sim/exchanges/import", file)
        #expect(response.status == .badRequest)
        let detail = try #require(try JSONValue.parse(response.body)["detail"]?.stringValue)
        #expect(detail.hasPrefix(sentence), "\(detail)")
        #expect(site.journal.entries.isEmpty)
    }

    @Test("A masked file has one pseudonym for each secret, in every spelling, and no secret")
    func masked() throws {
        let site = try JournalSite()
        let token =
            "<signatureInfo>c2lnbmF0dXJl<signatureInfo><simpleAuthenticationToken>x/+é</simpleAuthenticationToken>"
        site.record(
            .sessionDevice, "/s?reg_code=Q7XK2MB", fields: [.authorization: "Bearer aaaaaa.bbbbbb.cccccc"],
            answer:
                "<result><authnToken>\(token.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;"))</authnToken></result>"
        )
        site.record(
            .authorizeDevice, "/adobe-services/authorizeDevice", method: .post,
            body: FormFields.encode([("authentication_token", token), ("password", "pw1"), ("resource_id", "news")]))
        site.record(
            .retrieveProfileForCode, "/api/v2/NET/profiles/code/Q7XK2MB",
            fields: [.cookie: "JSESSIONID=0123456789", "ap_21": "dev"],
            answer: #"{"access_token":"aaaaaa.bbbbbb.cccccc"}"#)
        for path in ["exchanges.har", "exchanges.jsonl"] {
            let shown = String(decoding: try file(site, path), as: UTF8.self)
            let masked = String(decoding: try file(site, path + "?secrets=masked"), as: UTF8.self)
            for secret in ["Q7XK2MB", "aaaaaa.bbbbbb", "0123456789", "pw1", "c2lnbmF0dXJl", "\"dev\""] {
                #expect(shown.contains(secret), "\(path) \(secret)")
                #expect(!masked.contains(secret), "\(path) \(secret)")
            }
            #expect(masked.contains("news") && masked.contains("AuthorizeDevice"))
            let codes = masked.split(separator: "reg_code=").dropFirst().map { $0.prefix(23) }
            let code = try #require(codes.first)
            #expect(code.hasPrefix("secret-") && masked.contains("/profiles/code/\(code)"))
        }
        let masked = String(decoding: try file(site, "exchanges?secrets=masked"), as: UTF8.self)
        #expect(!masked.contains("Q7XK2MB"))
    }

    @Test("The setting decides about masking if the request doesn't")
    func setting() throws {
        let site = try JournalSite(secrets: .masked)
        site.record(.session, "/s?reg_code=Q7XK2MB")
        #expect(!String(decoding: try file(site, "exchanges.jsonl"), as: UTF8.self).contains("Q7XK2MB"))
        #expect(String(decoding: try file(site, "exchanges.jsonl?secrets=shown"), as: UTF8.self).contains("Q7XK2MB"))
    }

    @Test(
        "A masked file shows no secret of a URL that is a parameter of a URL, up to four deep",
        arguments: ["AbC123def456", "x/+é==", "<signatureInfo>c2ln</signatureInfo>", "pw1"], [0, 1, 2, 3])
    func nested(_ secret: String, _ depth: Int) throws {
        let site = try JournalSite()
        var url = "https://app.example/done?resource=news&access_token=\(PercentEncoding.encode(secret))#end"
        for _ in 0..<depth { url = "https://sp.example/next?redirect_url=\(PercentEncoding.encode(url))&go=1" }
        site.record(.authenticate, "/adobe-services/authenticate?redirect_url=\(PercentEncoding.encode(url))")
        site.record(
            .logout, "/adobe-services/logout", method: .post, fields: ["Referer": url],
            body: FormFields.encode([("redirect_url", url)]), status: .found, answer: #"{"next": "\#(url)"}"#,
            answerFields: [.location: url])
        var spellings = [secret]
        for _ in 0..<5 { spellings.append(PercentEncoding.encode(spellings[spellings.count - 1])) }
        for path in ["exchanges.har", "exchanges.jsonl", "exchanges"] {
            let masked = String(decoding: try file(site, path + "?secrets=masked"), as: UTF8.self)
            for spelling in spellings { #expect(!masked.contains(spelling), "\(path) \(spelling)") }
        }
        let masked = String(decoding: try file(site, "exchanges.jsonl?secrets=masked"), as: UTF8.self)
        #expect(masked.contains("app.example") && masked.contains("news") && masked.contains("secret-"))
    }

    @Test("A file has only the last exchanges if the request says so")
    func last() throws {
        let site = try JournalSite()
        for number in 1...3 { site.record(.session, "/s\(number)") }
        let lines = String(decoding: try file(site, "exchanges.jsonl?last=2"), as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 2 && lines[0].contains("/s2") && lines[1].contains("/s3"))
        for value in ["0", "x", "1.5", "1000001", ""] {
            #expect(try site.answer(.get("/_sim/exchanges.har?last=\(value)")).status == .badRequest, "\(value)")
        }
    }
}
