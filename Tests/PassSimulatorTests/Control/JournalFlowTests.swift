import PassCore
import PassHTTP
import PassInstruments
import PassXML
import Testing

@testable import PassSimulator

@Suite("The journal of whole flows")
struct JournalFlowTests {
    private func get(_ site: TestSite, _ path: String) throws -> JSONValue {
        let response = site.get("/_sim/" + path)
        try #require(response.status == .ok, "\(response.text)")
        return try JSONValue.parse(response.body)
    }

    private func operations(_ flow: JSONValue) -> [String] {
        flow["exchanges"]?.arrayValue?.compactMap { $0["operation"]?.stringValue } ?? []
    }

    @Test("Every answer names its exchange; the simulator's own paths and other namespaces don't show up")
    func names() throws {
        let site = try TestSite()
        let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        for path in ["/adobe-services/config/TEST_REQUESTOR", "/nothing", "/_sim/mvpd/Adobe/logo.svg"] {
            let answer = site.get(path, [], ["traceparent": trace])
            let id = try #require(answer.fields["X-Pass-Simulator-Exchange"])
            let known = try get(site, "exchanges/\(id)")
            #expect(known["path"]?.stringValue == path && known["traceparent"]?.stringValue == trace)
            #expect(known["status"] == .integer(Int64(answer.status.code)))
        }
        #expect(site.get("/_sim/clock").fields["X-Pass-Simulator-Exchange"] == nil)
        var other = site
        other.prefix = "/_ns/other"
        #expect(other.get("/nothing").fields["X-Pass-Simulator-Exchange"] == nil)
        _ = other.get("/adobe-services/config/TEST_REQUESTOR")
        #expect(try get(site, "exchanges")["exchanges"]?.arrayValue?.count == 3)
        let others = try JSONValue.parse(other.get("/_sim/exchanges").body)["exchanges"]?.arrayValue
        #expect(others?.map { $0["namespace"]?.stringValue } == ["other"])
    }

    @Test(
        "A request for which the queue is full is recorded with its refusal, and has the fields of the service's answers",
        arguments: [
            "/adobe-services/config/TEST_REQUESTOR?access_token=a.b.c", "/tvs/v1/sign",
            "/adobe-services/config/TEST_REQUESTOR",
        ])
    func refusedWork(_ path: String) throws {
        let site = try TestSite()
        // The third request is work because of a rule.
        if !path.contains("?") { try site.addRule(#"{"action": {"delay": 5}}"#) }
        guard case .work(_, let work) = site.backend.pipeline.respond(to: site.request(.get, path)) else {
            Issue.record("\(path) isn't work")
            return
        }
        let answer = work(HTTPResponse(.serviceUnavailable, text: "busy"))
        #expect(answer.status == .serviceUnavailable && answer.text == "busy")
        #expect(answer.fields.contains("Access-Control-Allow-Methods"))
        let id = try #require(answer.fields["X-Pass-Simulator-Exchange"])
        let known = try get(site, "exchanges/\(id)")
        #expect(known["state"]?.stringValue == "complete" && known["status"] == .integer(503))
        #expect(try get(site, "exchanges?state=inFlight")["exchanges"]?.arrayValue?.isEmpty == true)
    }

    @Test("With the journal off no answer names an exchange")
    func off() throws {
        let site = try TestSite { $0.journal.exchanges = 0 }
        #expect(site.get("/nothing").fields["X-Pass-Simulator-Exchange"] == nil)
        #expect(site.get("/_sim/exchanges").status == .conflict)
    }

    @Test("A flow has failed if its last authorization was refused")
    func failedFlows() throws {
        let site = try TestSite()
        let client = NativeClient(site: site, mvpd: "Adobe")
        let token = try client.login()
        _ = client.authorize(token)
        var another = client
        another.deviceID = "another-device"
        _ = another.authorize(token)
        #expect(try get(site, "flows")["flows"]?.arrayValue?.first?["outcome"]?.stringValue == "failed")
    }

    @Test(
        "A login through the MVPD and back is one flow, with the authorizations that follow",
        arguments: ["Adobe", "AcmeCable"])
    func oneDevice(_ mvpd: String) throws {
        let site = try TestSite()
        _ = site.get("/adobe-services/config/TEST_REQUESTOR")
        let client = NativeClient(site: site, mvpd: mvpd)
        let token = try client.login()
        let decision = try #require(client.authorize(token).element("authzToken"))
        _ = client.mediaToken(decision)
        var another = NativeClient(site: site, mvpd: mvpd)
        another.deviceID = "another-device"
        _ = try another.login()
        let flows = try #require(try get(site, "flows")["flows"]?.arrayValue)
        try #require(flows.count == 2)
        #expect(flows[0]["outcome"]?.stringValue == "permitted" && flows[1]["outcome"]?.stringValue == "loggedIn")
        let id = try #require(flows[0]["id"]?.stringValue)
        let flow = try get(site, "flows/\(id)")
        let operations = operations(flow)
        #expect(operations.first == "Authenticate")
        #expect(operations.suffix(3) == ["SessionDevice", "AuthorizeDevice", "DeviceShortAuthorize"])
        #expect(operations.contains("SignIn") && operations.contains("ConsumeAssertion"))
        let exchanges = flow["exchanges"]?.arrayValue ?? []
        let sides = exchanges.map { "\($0["from"]?.stringValue ?? "") \($0["to"]?.stringValue ?? "")" }
        #expect(sides.first == "browser service" && sides.last == "app service" && sides.contains("browser MVPD"))
        #expect(
            try get(site, "exchanges?flow=\(id)&subscriber=user")["exchanges"]?.arrayValue?.count == exchanges.count)
        #expect(flow["subscribers"] == .array([.string("user")]))
        #expect(site.get("/_sim/flows/000000-0").status == .notFound)
    }

    @Test("A whole login is drawn from the SDK to the MVPD and back, as well-formed XML") func drawn() throws {
        let site = try TestSite()
        let client = NativeClient(site: site, mvpd: "Adobe")
        let token = try client.login()
        _ = client.authorize(token)
        let id = try #require(try get(site, "flows")["flows"]?.arrayValue?.first?["id"]?.stringValue)
        let image = site.get("/_sim/flows/\(id)/diagram.svg")
        #expect(image.fields[.contentType] == "image/svg+xml")
        let root = try XMLReader.parse(image.body)
        #expect(root.name == "svg" && root.elements.count > 20)
        let text = site.get("/_sim/flows/\(id)/diagram.txt").text
        #expect(text.contains("Browser -> MVPD     POST login · user name and password"))
        #expect(text.contains("SDK     <- Service  200 · authN token") && text.contains("200 · authZ token"))
        #expect(text.contains("SAML request") && text.contains("SAML response"))
    }

    @Test("The recorded clock changes are those by tests and control operations") func turns() throws {
        let site = try TestSite()
        _ = site.get("/adobe-services/config/TEST_REQUESTOR")
        #expect(site.control(.patch, "clock", #"{"advanceSeconds": 60}"#).status == .ok)
        let journal = site.backend.worlds.instruments(of: .default).journal
        #expect(journal?.clockTurns.map { $0.movedMilliseconds / 1_000 } == [60])
        journal?.removeAll()
        #expect(journal?.clockTurns == [])
    }

    @Test("A login on a second screen belongs to the device that shows the code")
    func twoDevices() throws {
        let site = try TestSite()
        let answer = site.post("/reggie/v1/TEST_REQUESTOR/regcode", [("deviceId", "tv-1"), ("format", "json")])
        let code = try #require(JSONValue.parse(answer.body)["code"]?.stringValue)
        #expect(site.get("/reggie/v1/TEST_REQUESTOR/regcode/\(code)").status == .ok)
        var browser = TestBrowser(site)
        let form = try browser.openLogin([
            ("requestor_id", "TEST_REQUESTOR"), ("mso_id", "Adobe"), ("reg_code", code),
            ("redirect_url", "http://127.0.0.1:8080/_sim/done"), ("domain_name", "adobe.com"), ("noflash", "true"),
            ("no_iframe", "true"),
        ])
        _ = try browser.signIn(form, user: "user")
        let token = try #require(
            site.post(
                "/adobe-services/sessionDevice",
                [("requestor_id", "TEST_REQUESTOR"), ("device_id", "tv-1"), ("reg_code", code)]
            ).element("authnToken"))
        let client = NativeClient(site: site, deviceID: "tv-1")
        _ = client.authorize(token)
        let flows = try #require(try get(site, "flows")["flows"]?.arrayValue)
        try #require(flows.count == 1, "\(flows)")
        let operations = operations(try get(site, "flows/\(flows[0]["id"]?.stringValue ?? "")"))
        #expect(operations.first == "RequestRegistrationCode" && operations.last == "AuthorizeDevice")
        #expect(operations.contains("Authenticate") && operations.contains("SessionDevice"))
        #expect(flows[0]["devices"]?.arrayValue?.contains(.string("tv-1")) == true)
    }

    @Test("A denial is recorded with its reason, and a forced answer is marked")
    func outcomes() throws {
        let site = try TestSite()
        let client = NativeClient(site: site)
        _ = client.authorize(try client.login(), "deny:news")
        let denied = try get(site, "exchanges?outcome=denied")["exchanges"]?.arrayValue ?? []
        #expect(denied.map { $0["operation"]?.stringValue } == ["AuthorizeDevice"])
        #expect(denied.first?["reason"]?.stringValue == "noAuthZ")
        #expect(try get(site, "flows")["flows"]?.arrayValue?.first?["outcome"]?.stringValue == "denied")
    }

    @Test("The tokens and SAML messages of a login are decoded")
    func decoded() throws {
        let site = try TestSite()
        let client = NativeClient(site: site)
        _ = client.authorize(try client.login())
        let list = try get(site, "exchanges")["exchanges"]?.arrayValue ?? []
        func decoded(_ operation: String) throws -> JSONValue {
            let known = try #require(list.first { $0["operation"]?.stringValue == operation })
            return try #require(try get(site, "exchanges/\(known["id"]?.stringValue ?? "")")["decoded"])
        }
        let tokens = try #require(try decoded("AuthorizeDevice")["tokens"]?.arrayValue)
        #expect(tokens.map { $0["kind"]?.stringValue } == ["authentication", "authorization"])
        #expect(tokens.allSatisfy { $0["valid"] == .bool(true) && $0["signature"]?.stringValue == "valid" })
        let question = try #require(try decoded("Authenticate")["saml"]?.arrayValue?.first)
        #expect(question["place"]?.stringValue == "response form")
        #expect(question["xml"]?.stringValue?.contains("AuthnRequest") == true)
        let answer = try #require(try decoded("ConsumeAssertion")["saml"]?.arrayValue?.first)
        #expect(answer["parameter"]?.stringValue == "SAMLResponse")
        #expect(answer["xml"]?.stringValue?.contains("Assertion") == true)
    }

    @Test("A masked file contains no secret of a login", arguments: ["exchanges.har", "exchanges.jsonl"])
    func masked(_ file: String) throws {
        let site = try TestSite()
        var client = NativeClient(site: site)
        client.deviceID = "device-0123456789"
        let token = try client.login()
        let decision = try #require(client.authorize(token).element("authzToken"))
        let media = client.mediaToken(decision).text
        let codeAnswer = site.post("/reggie/v1/TEST_REQUESTOR/regcode", [("deviceId", "tv-42"), ("format", "json")])
        let code = try #require(JSONValue.parse(codeAnswer.body)["code"]?.stringValue)
        _ = site.get("/reggie/v1/TEST_REQUESTOR/regcode/\(code)")
        let signatures = [token, decision, media].compactMap { token in
            token.split(separator: "<signatureInfo>").first.map(String.init)
        }
        let shown = site.get("/_sim/\(file)").text
        let masked = site.get("/_sim/\(file)?secrets=masked").text
        let cookie = try #require(shown.firstRange(of: "JSESSIONID="))
        let session = String(shown[cookie.upperBound...].prefix { $0 != ";" && $0 != "\"" })
        for secret in signatures + [code, "device-0123456789", session] {
            #expect(shown.contains(secret.prefix(30)) || secret.contains("/"))
            #expect(!masked.contains(secret), "\(secret)")
            #expect(!masked.contains(secret.replacing("/", with: "%2F")), "\(secret)")
        }
        #expect(masked.contains("secret-") && masked.contains("TEST_RESOURCE"))
    }
}
