import PassCore
import PassDomain
import PassHTTP
import PassTestSupport
import Testing

@Suite("Operations that take tokens")
struct ProofOperationTests {
    private func authorizeForm(_ token: String) -> Form {
        Form(
            ("resource_id", "A"), ("requestor_id", "REF30"), ("authentication_token", token), ("mso_id", "AcmeCable"),
            ("device_id", "c0ffee"))
    }

    private func shortForm(_ token: String) -> Form {
        Form(
            ("authz_token", token), ("requestor_id", "REF30"), ("session_guid", "G"), ("mso_id", "AcmeCable"),
            ("device_id", "c0ffee"))
    }

    private func authorize(_ test: TestWorld) throws -> String {
        let response = try test.post("/adobe-services/authorizeDevice", authorizeForm(test.login().token).fields)
        return try #require(response.element("authzToken"))
    }

    private func mediaToken(_ test: TestWorld) throws -> String {
        try test.post("/adobe-services/deviceShortAuthorize", shortForm(authorize(test)).fields).text
    }

    @Test("authorize and authorizeDevice give an authZ token", arguments: ["authorize", "1.0/authorizeDevice"])
    func authorize(_ path: String) throws {
        let test = try TestWorld.adobeServices()
        let login = try test.login()
        let response = try test.post("/adobe-services/\(path)", authorizeForm(login.token).fields)
        #expect(response.status == .ok && response.element("userMeta") == nil)
        let decision = try test.world.ports.tokens.openDecision(#require(response.element("authzToken")))
        #expect(decision.resource == Resource("A") && decision.device == login.profile.device)
        let withMetadata = try test.post(
            "/adobe-services/\(path)", authorizeForm(login.token).with("userMeta", "1"))
        #expect(withMetadata.element("userMeta")?.hasPrefix(#"{"updated":"#) == true)
    }

    @Test("A denial has the MVPD's reason in the document and in the fields, with the policy's status")
    func denied() throws {
        for status in [200, 400] {
            let mvpd = ScriptedMVPD(verdict: EntitlementVerdict(denial: Denial(.fraud, subCode: 7, "No <more>.")))
            let test = try TestWorld.adobeServices(
                policy: { $0.denialStatus = status }, ports: { $0.connector = mvpd })
            let response = try test.post("/adobe-services/authorizeDevice", authorizeForm(test.login().token).fields)
            #expect(response.status.code == status)
            #expect(response.text == "<error><notAuthorized/><details>No &lt;more&gt;.</details></error>")
            #expect(response.fields["Authzf-Error-Code"] == "fraud")
            #expect(response.fields["Authzf-Sub-Error-Code"] == "7")
            #expect(response.fields["Authzf-Error-Details"] == "No <more>.")
        }
    }

    @Test(
        "A missing parameter denies the authorization",
        arguments: ["resource_id", "requestor_id", "authentication_token", "mso_id"])
    func incomplete(_ name: String) throws {
        let test = try TestWorld.adobeServices()
        let response = try test.post(
            "/adobe-services/authorizeDevice", authorizeForm(test.login().token).without(name))
        #expect(response.fields["Authzf-Error-Code"] == "invalid")
        #expect(response.element("details") == "The parameter \(name) is missing.")
    }

    @Test("An authN token that has become invalid, or belongs to another device, ends the client's login")
    func badToken() throws {
        let test = try TestWorld.adobeServices()
        let login = try test.login()
        let form = authorizeForm(login.token)
        let path = "/adobe-services/authorizeDevice"
        #expect(try test.post(path, form.with("authentication_token", "x")).pendingLogoutReason == "0")
        #expect(try test.post(path, form.with("mso_id", "OtherTV")).pendingLogoutReason == "0")
        let other = try test.post(path, form.with("device_id", "decaf"))
        #expect(other.pendingLogoutReason == "34764" && other.fields["Authzf-Error-Code"] == "mismatch")
        let without = try test.post(path, form.without("device_id"))
        #expect(without.status == .badRequest && without.text == "<reason>34763</reason>")
        test.clock.set(to: login.profile.expires)
        #expect(try test.post(path, form.fields).pendingLogoutReason == "0")
    }

    @Test(
        "shortAuthorize and deviceShortAuthorize give a media token",
        arguments: ["shortAuthorize", "1.0/deviceShortAuthorize"])
    func shortAuthorize(_ path: String) throws {
        let test = try TestWorld.adobeServices()
        let form = shortForm(try authorize(test))
        let response = try test.post("/adobe-services/\(path)", form.fields)
        #expect(response.status == .ok)
        let token = try test.world.ports.tokens.openMediaToken(response.text)
        #expect(token.resource == Resource("A") && token.requestor == "REF30")
    }

    @Test("shortAuthorize refuses an invalid authZ token, a wrong device and missing parameters")
    func shortRefused() throws {
        let test = try TestWorld.adobeServices()
        let form = shortForm(try authorize(test))
        let path = "/adobe-services/deviceShortAuthorize"
        #expect(try test.post(path, form.with("authz_token", "x")).pendingLogoutReason == "0")
        #expect(try test.post(path, form.with("requestor_id", "OTHER")).pendingLogoutReason == "0")
        #expect(try test.post(path, form.with("device_id", "decaf")).pendingLogoutReason == "58772")
        #expect(try test.post(path, form.without("device_id")).text == "<reason>34763</reason>")
        for name in ["authz_token", "requestor_id", "session_guid"] {
            #expect(try test.post(path, form.without(name)).element("details") == "The parameter \(name) is missing.")
        }
    }

    @Test("preauthorize answers for each resource in the order of the request, in XML or JSON")
    func preauthorize() throws {
        let test = try TestWorld.adobeServices(
            catalog: Catalog(requestors: ["REF30": Requestor(id: "REF30", resources: ["A"])]),
            policy: { $0.unknownResources = .refuse })
        let form = Form(("authentication_token", try test.login().token), ("requestor_id", "REF30")).fields
        let resources = [("resource_id", "B"), ("resource_id", "A"), ("resource_id", "B")]
        let xml = try test.post("/adobe-services/preauthorize", form + resources)
        #expect(
            xml.text == "<resources><resource><id>B</id><authorized>false</authorized></resource>"
                + "<resource><id>A</id><authorized>true</authorized></resource>"
                + "<resource><id>B</id><authorized>false</authorized></resource></resources>")
        let json = try test.post("/adobe-services/preauthorize", form + resources, [.accept: "application/json"])
        #expect(
            json.text == #"{"resources":[{"id":"B","authorized":false},{"id":"A","authorized":true},"#
                + #"{"id":"B","authorized":false}]}"#)
    }

    @Test("preauthorize refuses an invalid token, no resource, and more resources than the MVPD accepts")
    func preauthorizeRefused() throws {
        let test = try TestWorld.adobeServices()
        let form = Form(
            ("authentication_token", try test.login().token), ("requestor_id", "REF30"), ("resource_id", "A"))
        let path = "/adobe-services/preauthorize"
        #expect(try test.post(path, form.with("authentication_token", "x")).pendingLogoutReason == "0")
        #expect(try test.post(path, form.with("device_id", "decaf")).pendingLogoutReason == "34764")
        for name in ["authentication_token", "requestor_id", "resource_id"] {
            let response = try test.post(path, form.without(name))
            #expect(response.status == .badRequest && response.text == "The parameter \(name) is missing.")
        }
        let many = try test.post(path, form.fields + ["B", "C", "D", "E", "F"].map { ("resource_id", $0) })
        #expect(many.status == .forbidden && many.text == "<resources></resources>")
    }

    @Test("sign takes a media token once and signs the stream's URL")
    func sign() throws {
        let test = try TestWorld.adobeServices()
        let form = Form(
            ("mediaToken", Base64.encode(Array(try mediaToken(test).utf8))),
            ("resource", Base64.encode(Array("A".utf8))),
            ("url", "https://cdn.example/s.m3u8?a=b#part"))
        let response = try test.post("/tvs/v1/sign", form.fields)
        let end = (test.clock.now() + .minutes(5)).seconds
        #expect(response.status == .ok)
        #expect(response.text.hasPrefix("https://cdn.example/s.m3u8?a=b&hdnea=exp=\(end)~acl=/*~hmac="))
        #expect(!response.text.contains("#"))
        let again = try test.get("/tvs/v1/sign", form.fields)
        #expect(again.status == .forbidden && again.text == "TOKEN_ALREADY_USED")
    }

    @Test("sign refuses another resource, invalid base64, and a URL that isn't a web address")
    func signRefused() throws {
        let test = try TestWorld.adobeServices()
        let form = Form(
            ("mediaToken", Base64.encode(Array(try mediaToken(test).utf8))),
            ("resource", Base64.encode(Array("A".utf8))),
            ("url", "https://cdn.example/"))
        let wrong = try test.post("/tvs/v1/sign", form.with("resource", Base64.encode(Array("B".utf8))))
        #expect(wrong.status == .forbidden && wrong.text == "INVALID_RESOURCE_ID")
        for (name, value, reason) in [
            ("mediaToken", "!", "isn't base64"), ("resource", "!", "isn't base64"),
            ("url", "ftp://cdn.example/", "isn't an http or https URL"), ("url", "/path", "isn't an http or https URL"),
        ] {
            let response = try test.post("/tvs/v1/sign", form.with(name, value))
            #expect(response.status == .badRequest && response.text == "The parameter \(name) \(reason).")
            #expect(try test.post("/tvs/v1/sign", form.without(name)).text == "The parameter \(name) is missing.")
        }
        #expect(try test.post("/tvs/v1/sign", form.fields).status == .ok)
    }

    @Test("Where requestors must be proven, every native call without proof is refused")
    func unproven() throws {
        let test = try TestWorld.adobeServices(policy: { $0.requestorProof = .strict })
        let login = try test.login()
        for (path, form) in [
            ("authorizeDevice", authorizeForm(login.token)), ("authorize", authorizeForm(login.token)),
            ("deviceShortAuthorize", shortForm("x")), ("shortAuthorize", shortForm("x")),
            ("preauthorize", authorizeForm(login.token)),
        ] {
            let response = try test.post("/adobe-services/\(path)", form.fields)
            #expect(response.status == .forbidden && response.text.contains("proves the requestor"), "\(path)")
        }
        let web = try test.post("/adobe-services/preauthorize", authorizeForm(login.token).without("device_id"))
        #expect(web.status == .ok && web.text.contains("<authorized>true</authorized>"))
    }
}
