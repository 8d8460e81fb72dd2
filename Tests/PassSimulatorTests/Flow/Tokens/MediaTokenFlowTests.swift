import PassCore
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Media tokens, from their issue to their single presentation", .eachStore)
struct MediaTokenFlowTests {
    private func verify(_ site: TestSite, _ form: [(name: String, value: String)]) throws -> String {
        let answer = site.post("/_sim/tokens/verify", form)
        try #require(answer.status == .ok)
        return try status(answer)
    }

    private func verify(_ site: TestSite, json: String) throws -> String {
        let answer = site.send(
            site.request(
                .post, site.prefix + "/_sim/tokens/verify", [.contentType: "application/json"], body: Array(json.utf8)))
        try #require(answer.status == .ok)
        return try status(answer)
    }

    /// The verdict, which the member `valid` must agree with.
    private func status(_ answer: HTTPResponse) throws -> String {
        let body = try JSONValue.parse(answer.body)
        let status = try #require(body["status"]?.stringValue)
        #expect(body["valid"] == .bool(status == "VALID_TOKEN"))
        return status
    }

    private func sign(_ site: TestSite, _ token: String, resource: String = "TEST_RESOURCE") -> HTTPResponse {
        site.post(
            "/tvs/v1/sign",
            [
                ("cdn", "akamai"), ("mediaToken", Base64Text.encode(token)),
                ("resource", Base64Text.encode(resource)), ("url", "https://cdn.example/live.m3u8?a=b"),
                ("format", "json"),
            ])
    }

    @Test("A token says what was authorized, lasts five minutes and was issued at the World's time")
    func content() throws {
        let client = WebClient(site: try TestSite())
        let decision = try #require(client.authorize(try client.login().token).element("authzToken"))
        let answer = client.mediaToken(decision, guid: "9F2C41D0-7B6E-4A5D-8C13-E0A7B45D9026")
        #expect(answer.status == .ok && answer.fields[.contentType] == "text/plain;charset=UTF-8")
        let parts = answer.text.split(separator: "<signatureInfo>")
        try #require(parts.count == 2)
        // echo -n 9F2C41D0-7B6E-4A5D-8C13-E0A7B45D9026 | md5sum
        #expect(
            parts[1] == """
                <shortAuthorizationToken><sessionGUID>2387d91c43f5fa40aa1c56ec65127318</sessionGUID>\
                <requestorID>TEST_REQUESTOR</requestorID><resourceID>TEST_RESOURCE</resourceID><ttl>300000</ttl>\
                <issueTime>2031-05-14 08:00:00 +0000</issueTime><mvpdId>Adobe</mvpdId></shortAuthorizationToken>
                """)
    }

    @Test("The integration sets the TTL, or else the setting for all")
    func ownTimeToLive() throws {
        let site = try TestSite {
            $0.ttl.mediaSeconds = 60
            $0.requestors["TEST_REQUESTOR"]?.mvpds = [
                "Adobe": Configuration.Integration(mediaSeconds: 420), "AcmeCable": Configuration.Integration(),
            ]
        }
        #expect(try WebClient(site: site).mediaToken().element("ttl") == "420000")
        #expect(try WebClient(site: site, mvpd: "AcmeCable").mediaToken().element("ttl") == "60000")
        #expect(try WebClient(site: site, requestor: "REF30").mediaToken().element("ttl") == "60000")
    }

    @Test("The first presentation succeeds and every later one is refused, wherever each is made")
    func singleUse() throws {
        let client = WebClient(site: try TestSite())
        let first = try client.mediaToken()
        let signed = sign(client.site, first)
        #expect(signed.status == .ok && signed.text.hasPrefix("https://cdn.example/live.m3u8?a=b&"))
        #expect(sign(client.site, first).status == .forbidden)
        #expect(try verify(client.site, [("token", first)]) == "TOKEN_ALREADY_USED")

        client.site.clock?.advance(by: .seconds(1))
        let second = try client.mediaToken()
        #expect(try verify(client.site, [("token", second)]) == "VALID_TOKEN")
        #expect(try verify(client.site, [("token", second)]) == "TOKEN_ALREADY_USED")
        let late = sign(client.site, second)
        #expect(late.status == .forbidden && late.text == "TOKEN_ALREADY_USED")
    }

    @Test("A token is accepted unchanged and in base64, in a form and in JSON, and is one token in all of them")
    func spellings() throws {
        let client = WebClient(site: try TestSite())
        let token = try client.mediaToken()
        #expect(try verify(client.site, json: #"{"token":"\#(Base64Text.encode(token))"}"#) == "VALID_TOKEN")
        #expect(try verify(client.site, json: #"{"token":"\#(token)"}"#) == "TOKEN_ALREADY_USED")
        #expect(try verify(client.site, [("token", Base64Text.encode(token))]) == "TOKEN_ALREADY_USED")
        client.site.clock?.advance(by: .seconds(1))
        let second = try client.mediaToken()
        #expect(try verify(client.site, json: #"{"token":"\#(second)","resource":"TEST_RESOURCE"}"#) == "VALID_TOKEN")
    }

    @Test("A slash in its second tag doesn't make it a second token")
    func slashedTwin() throws {
        let client = WebClient(site: try TestSite())
        let token = try client.mediaToken()
        let parts = token.split(separator: "<signatureInfo>")
        let alias = "<signatureInfo>\(parts[0])</signatureInfo>\(parts[1])"
        let spaced = "<signatureInfo>\(parts[0].replacing("+", with: " "))<signatureInfo>\(parts[1])"
        #expect(try verify(client.site, [("token", token)]) == "VALID_TOKEN")
        #expect(try verify(client.site, [("token", alias)]) == "TOKEN_ALREADY_USED")
        #expect(try verify(client.site, [("token", spaced)]) == "TOKEN_ALREADY_USED")
        #expect(sign(client.site, alias).status == .forbidden)
    }

    @Test("Exactly one of 32 presentations at once succeeds")
    func concurrent() async throws {
        let client = WebClient(site: try TestSite())
        let token = try client.mediaToken()
        let site = client.site
        let passed = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<32 {
                group.addTask {
                    number.isMultiple(of: 2)
                        ? sign(site, token).status == .ok
                        : site.post("/_sim/tokens/verify", [("token", token)]).text.contains("VALID_TOKEN\"")
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(passed == 1)
    }

    @Test("A token expires after its five minutes of the World's clock")
    func expires() throws {
        let client = WebClient(site: try TestSite())
        let early = try client.mediaToken()
        client.site.clock?.advance(by: .seconds(1))
        let late = try client.mediaToken()
        client.site.clock?.advance(by: .seconds(299))
        #expect(try verify(client.site, [("token", early)]) == "TOKEN_EXPIRED")
        #expect(sign(client.site, early).status == .forbidden)
        #expect(try verify(client.site, [("token", late)]) == "VALID_TOKEN")
    }

    @Test("A token is valid for its own resource and requestor, and a check for another doesn't use it up")
    func foreignQuestions() throws {
        let client = WebClient(site: try TestSite())
        let token = try client.mediaToken()
        #expect(try verify(client.site, [("token", token), ("resource", "OTHER")]) == "INVALID_RESOURCE_ID")
        #expect(sign(client.site, token, resource: "OTHER").text == "INVALID_RESOURCE_ID")
        #expect(try verify(client.site, [("token", token), ("requestor", "REF30")]) == "INVALID_REQUESTOR_ID")
        #expect(
            try verify(
                client.site, [("token", token), ("resource", "TEST_RESOURCE"), ("requestor", "TEST_REQUESTOR")])
                == "VALID_TOKEN")
    }

    @Test("A text that isn't a media token of this installation is refused with the reason")
    func notATool() throws {
        let client = WebClient(site: try TestSite())
        let login = try client.login()
        let foreign = try WebClient(site: TestSite(tokenKey: "Keys/statement.pem")).mediaToken()
        #expect(try verify(client.site, [("token", foreign)]) == "INVALID_SIGNATURE")
        for text in ["x", "<signatureInfo>", login.token] {
            #expect(try verify(client.site, [("token", text)]) == "INVALID_TOKEN_FORMAT", "\(text)")
        }
        let token = try client.mediaToken()
        #expect(
            try verify(client.site, [("token", token.replacing("TEST_RESOURCE", with: "ELSE"))]) == "INVALID_SIGNATURE")
    }

    @Test("A stream's URL must be one that a player could load", arguments: ["x", "/a", "ftp://a/b", "javascript:1"])
    func streamURL(_ url: String) throws {
        let site = try TestSite()
        let answer = site.post("/tvs/v1/sign", [("mediaToken", "YQ=="), ("resource", "YQ=="), ("url", url)])
        #expect(answer.status == .badRequest && answer.text.contains("url"))
    }
}
