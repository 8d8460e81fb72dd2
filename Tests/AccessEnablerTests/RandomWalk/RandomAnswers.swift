import PassCore

@testable import AccessEnabler

/// What a service says to a request: what it should, or something that no service should.
struct RandomAnswers {
    static let providers = ["M1", "M2", "M4", "M5", "M6", "M7", "T1"]

    private static let flags = [
        "M4": "<useSVC>true</useSVC>",
        "M5": platform("SUPPORTED", "at-M5"),
        "M6": platform("PICKER", "at-M6"),
        "M7": "<authPerAggregator>true</authPerAggregator><useSVC>true</useSVC>",
        "T1": "<tempPass>true</tempPass><authPerAggregator>true</authPerAggregator>",
    ]

    private static func platform(_ status: String, _ id: String) -> String {
        "<enablePlatformServices>true</enablePlatformServices><boardingStatus>\(status)</boardingStatus>"
            + "<displayInPlatformPicker>true</displayInPlatformPicker><platformMappingId>\(id)</platformMappingId>"
    }

    private static let configuration =
        "<config><requestor><id>REF</id><mvpds>"
        + providers.map {
            "<mvpd><id>\($0)</id><displayName>\($0)</displayName><logoUrl>https://l/</logoUrl>\(flags[$0] ?? "")</mvpd>"
        }.joined() + "</mvpds></requestor></config>"

    /// The answer of a service in good order.
    static func good(_ request: TransportRequest) -> TransportResponse {
        let path = request.url.prefix { $0 != "?" }
        let form = String(decoding: request.body, as: UTF8.self)
        func field(_ name: String) -> String? {
            MachineBench.query(name, of: form) ?? MachineBench.query(name, of: request.url)
        }
        let requestor = field("requestor_id") ?? field("requestor") ?? "REF"
        let provider = field("mso_id") ?? field("mvpd") ?? "M1"
        let body: String
        switch path.split(separator: "/").last {
        case _ where path.contains("/config/"): body = configuration
        case "register": body = #"{"client_id":"id","client_secret":"secret"}"#
        case "token": body = #"{"access_token":"access","expires_in":86400}"#
        case "regcode": body = MachineBench.codeAnswer
        case "sessionDevice": body = MachineBench.session(provider: provider, requestor: requestor)
        case "authorizeDevice":
            body = AuthorizationTests.answer(field("resource_id") ?? "r", metadata: #"{"updated":2,"data":{"a":1}}"#)
        case "deviceShortAuthorize": body = AuthorizationTests.media
        case "preauthorize": body = PreauthorizationTests.answer
        case "usermetadata": body = #"{"updated":1,"encrypted":["zip"],"data":{"zip":"x"}}"#
        case "verificationCode": body = #"{"verificationCode":"v1","SAMLRequest":"cmVx"}"#
        default: body = "<a>1</a>"
        }
        return TransportResponse(
            status: path.contains("/authenticate/") ? 302 : 200, fields: [TransportField("Set-Cookie", "s=1; Path=/")],
            body: Array(body.utf8))
    }

    /// Mostly good, else anything at all.
    static func any(_ request: TransportRequest, _ dice: inout Dice) -> Answer {
        var response = good(request)
        switch dice.roll(20) {
        case 0: return .failed(.timedOut)
        case 1: return .failed(dice.pick([.unreachable("no"), .untrusted("no"), .cancelled]))
        case 2:
            response.status = dice.pick([-1, 0, 100, 199, 204, 301, 400, 401, 403, 404, 429, 500, 503, 999, Int.max])
        case 3: response = dice.pick(refusals)
        case 4: response.body = dice.pick(garbage)
        case 5, 6: damage(&response.body, &dice)
        case 7: response.fields = dice.pick(fields)
        default: break
        }
        return .response(response)
    }

    private static let refusals: [TransportResponse] = [
        (401, "Data not found"), (401, #"{"error":"access_denied"}"#), (401, #"{"error":"invalid_client"}"#),
        (403, #"{"error":"invalid_client"}"#), (400, #"{"error":"invalid_client"}"#),
        (200, "<pendingLogout reason=\"34764\">true</pendingLogout>"),
        (200, "<error><notAuthorized/><details>No.</details></error>"), (403, "<error/>"),
    ].map { TransportResponse(status: $0.0, body: Array($0.1.utf8)) }

    private static let garbage: [[UInt8]] = [
        [], [0], [0xff, 0xfe, 0xc0], Array(repeating: 0x20, count: 4096), Array(#"{"a":"#.utf8),
        Array(String(repeating: "<a>", count: 2000).utf8), Array(String(repeating: "[", count: 2000).utf8),
        Array("<html><body>Log in to the hotel's network.</body></html>".utf8), Array("null".utf8), Array("[]".utf8),
        Array(#"{"access_token":1,"expires_in":"x","code":[],"expires":null,"client_id":{},"SAMLRequest":true}"#.utf8),
        Array(#"{"access_token":"a","expires_in":9223372036854775807,"code":"A","expires":9223372036854775807}"#.utf8),
        Array(#"{"access_token":"a","expires_in":-9223372036854775807,"code":"A","expires":-1e300}"#.utf8),
        Array("<config><time>-9223372036854775808</time><requestor/></config>".utf8),
        Array("<config><pendingLogout>true</pendingLogout><requestor/></config>".utf8),
        Array("<result><authnToken/><authzToken/><userMeta/></result>".utf8),
        Array("<result><authnToken>&lt;simpleTokenExpires&gt;9/9/9&lt;</authnToken></result>".utf8),
    ]

    private static let fields: [[TransportField]] = [
        [TransportField("Date", "Sun, 06 Nov 999999999999 08:49:37 GMT")], [TransportField("Set-Cookie", "\r\nA: b")],
        [TransportField("Authzf-Error-Code", "\0"), TransportField("Authzf-Error-Details", "%%%")],
    ]

    /// Cuts, doubles or overwrites a part of the text, or makes its numbers larger than any.
    private static func damage(_ body: inout [UInt8], _ dice: inout Dice) {
        guard !body.isEmpty else { return }
        let start = dice.roll(body.count)
        let end = min(body.count, start + 1 + dice.roll(80))
        switch dice.roll(5) {
        case 0: body.removeSubrange(start...)
        case 1: body.removeSubrange(start..<end)
        case 2: body.insert(contentsOf: body[start..<end], at: dice.roll(body.count))
        case 3: body[start] = UInt8(dice.roll(256))
        default:
            let digits = body[start...].prefix { (0x30...0x39).contains($0) }
            body.replaceSubrange(digits.startIndex..<digits.endIndex, with: "9223372036854775807".utf8)
        }
    }
}
