import PassAdobeServices
import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassTestSupport
import Testing

@Suite("The backend of the AccessEnabler SDKs")
struct AdobeServicesFamilyTests {
    @Test("Every operation has a name of its own, and a path outside the simulator's own")
    func operations() throws {
        let routes = try AdobeServicesFamily(samlKey: TestKey.saml, realClock: SystemWallClock()).endpoints.map(\.route)
        #expect(Set(routes.map(\.operation)).count == routes.count)
        #expect(routes.allSatisfy { $0.audience == .clients && !$0.patterns.isEmpty })
    }

    @Test("An invalid access token is refused before any operation that checks its caller runs")
    func badBearer() throws {
        let test = try TestWorld.adobeServices()
        for path in [
            "session", "authorize", "shortAuthorize", "preauthorize", "getMetadata", "usermetadata", "logout", "errors",
            "tokens", "tokens/verificationCode",
        ] {
            let response = try test.post("/adobe-services/\(path)", [], [.authorization: "Bearer x"])
            #expect(response.status == .unauthorized && response.text == #"{"error":"access_denied"}"#, "\(path)")
        }
        let url = [("redirect_url", "app://done?a=b#c"), ("requestor_id", "REF30"), ("mso_id", "AcmeCable")]
        let page = try test.get("/adobe-services/authenticate", url, [.authorization: "Bearer x"])
        #expect(page.status == .found && page.fields[.location] == "app://done?a=b&error=access_denied#c")
    }

    @Test("A refusal that depends on an unavailable store is 503, and redirects to no address of the request")
    func refusalWithoutStore() throws {
        let fault = StoreFault(StoreFault.away)
        let test = try TestWorld.adobeServices(stores: {
            $0.registrationCodes = FailingStore($0.registrationCodes, fault)
        })
        let url = [("redirect_url", "app://done"), ("reg_code", "ABCDEFG")]
        let page = try test.get("/adobe-services/authenticate", url, [.authorization: "Bearer x"])
        #expect(page.status == .serviceUnavailable && page.text.contains("The store is away."))
        fault.set(nil)
        let refused = try test.get("/adobe-services/authenticate", url, [.authorization: "Bearer x"])
        #expect(refused.status == .unauthorized)
    }

    @Test("Where the World requires TLS, no token or device identifier is accepted over plain HTTP")
    func insecure() throws {
        let test = try TestWorld.adobeServices(policy: { $0.requiresTLS = true })
        let routes = try AdobeServicesFamily(samlKey: TestKey.saml, realClock: SystemWallClock()).endpoints.map(\.route)
        let secret = routes.filter(\.carriesSecrets)
        #expect(secret.count >= 20)
        for route in secret {
            let path = route.patterns[0].replacing("[/1.0]", with: "").replacing("[/saml]", with: "")
            let response = try test.answer(HTTPRequest(method: #require(route.methods.first), target: path))
            #expect(response.status == .forbidden, "\(route.operation)")
        }
    }

    // MARK: Configuration and devices

    @Test("config names the requestor, its MVPDs and the time", arguments: ["config/REF30", "1.0/config/REF30.json"])
    func configuration(_ path: String) throws {
        let requestor = Requestor(id: "REF30", displayName: "A & B", integrations: ["AcmeCable": .init()])
        let test = try TestWorld.adobeServices(
            catalog: Catalog(requestors: ["REF30": requestor], mvpds: [MVPD(id: "AcmeCable"), MVPD(id: "OtherTV")]))
        let response = try test.get("/adobe-services/\(path)")
        #expect(response.status == .ok && response.element("time") == String(test.clock.now().milliseconds))
        #expect(response.text.contains(#"<id visible="true">REF30</id><name visible="true">A &amp; B</name>"#))
        #expect(response.text.contains("<id>AcmeCable</id>") && !response.text.contains("OtherTV"))
        #expect(response.element("pendingLogout") == nil && !response.text.contains("\n"))
        #expect(try test.get("/adobe-services/config", [("requestor_id", "REF30")]).text == response.text)
    }

    @Test("config tells a browser that its login has ended")
    func loggedOut() throws {
        let test = try TestWorld.adobeServices()
        let cookie = try test.signIn().cookie
        let fields: HTTPFields = [.cookie: "JSESSIONID=\(cookie)"]
        let ended = #"<pendingLogout reason="0">true</pendingLogout>"#
        #expect(try !test.get("/adobe-services/config/REF30", [], fields).text.contains(ended))
        try test.logout(cookie)
        #expect(try test.get("/adobe-services/config/REF30", [], fields).text.contains(ended))
    }

    @Test("config refuses an unknown requestor, a missing one, and a client that is too old")
    func configurationRefused() throws {
        let test = try TestWorld.adobeServices(policy: {
            $0.unknownRequestors = .refuse
            $0.oldestClient = [1, 8]
        })
        let unknown = try test.get("/adobe-services/config/REF30")
        #expect(unknown.status == .badRequest && unknown.text.contains("Requestor not found for given ID"))
        #expect(try test.get("/adobe-services/config").status == .badRequest)
        for (version, status) in [("1.7.9", HTTPStatus.gone), ("1.8", .badRequest), ("1.8.1", .badRequest)] {
            let fields: HTTPFields = [.userAgent: "AdobePassNativeClient/\(version) (Linux)"]
            let response = try test.get("/adobe-services/config/REF30", [], fields)
            #expect(response.status == status && response.text.contains("410 Gone") == (status == .gone))
        }
    }

    @Test("indiv gives one device identifier for one fingerprint, and the text that a browser sends back")
    func individualize() throws {
        let test = try TestWorld.adobeServices()
        func answer(_ body: String) throws -> HTTPResponse { try test.answer(.json("/indiv/devices", body)) }
        let responses = try ["a", "a", "b"].map { try answer(#"{"fingerprint":"\#($0)"}"#) }
        let ids = try responses.map { try #require(JSONValue.parse($0.body)["deviceId"]?.stringValue) }
        #expect(ids[0] == ids[1] && ids[0] != ids[2])
        #expect(ids.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{32}/) != nil })
        #expect(responses[0].fields["pass_sfp"]?.contains("--\(ids[0])--") == true)
        #expect(responses[0].fields[.setCookie]?.hasPrefix("pass_sfp=") == true)
    }

    @Test("A fingerprint has 1 to 1,024 characters")
    func badFingerprint() throws {
        let test = try TestWorld.adobeServices()
        for (body, status) in [
            ("", HTTPStatus.badRequest), ("{}", .badRequest), (#"{"fingerprint":1}"#, .badRequest),
            (#"{"fingerprint":""}"#, .badRequest),
            (#"{"fingerprint":"\#(String(repeating: "x", count: 1025))"}"#, .badRequest),
            (#"{"fingerprint":"\#(String(repeating: "x", count: 1024))"}"#, .ok),
        ] {
            let response = try test.answer(.json("/indiv/devices", body))
            #expect(response.status == status)
            if status == .badRequest { #expect(response.text == #"{"error":"invalid_request"}"#) }
        }
    }

    // MARK: Pages

    @Test("Error reports are accepted, whatever their content")
    func errors() throws {
        let response = try TestWorld.adobeServices().answer(.json("/adobe-services/errors", "{ no JSON %"))
        #expect(response.status == .ok && response.body.isEmpty)
    }

    @Test(
        "Pages for the end of a login or a logout post their message",
        arguments: [
            ("/adobe-services/completePassiveAuthentication", "PASSIVE_AUTHN_COMPLETE"),
            ("/adobe-services/1.0/completeBackgroundLogin", "LOGIN_COMPLETE"),
            ("/entitlement/v4/completeBackgroundLogin.html", "LOGIN_COMPLETE"),
            ("/entitlement/js/completeBackgroundLogout.html", "LOGOUT_COMPLETE"),
        ])
    func messages(_ path: String, _ message: String) throws {
        let response = try TestWorld.adobeServices().get(path)
        #expect(response.status == .ok && response.text.contains(message))
    }

    @Test("The JavaScript SDK's files have stand-ins, and no other file does")
    func files() throws {
        let test = try TestWorld.adobeServices()
        for file in ["AccessEnabler.js", "AccessEnablerProxy.js"] {
            let response = try test.get("/entitlement/v4/\(file)")
            #expect(response.fields[.contentType] == "application/javascript" && response.text.hasPrefix("// \(file)"))
        }
        #expect(
            try test.get("/entitlement/v4/AccessEnablerProxy.html").fields[.contentType]?.hasPrefix("text/html") == true
        )
        #expect(throws: TestWorld.NoEndpoint.self) { try test.get("/entitlement/v4/Other.js") }
    }

    @Test("cookieDomains names the login hosts of all MVPDs or of a requestor's")
    func cookieDomains() throws {
        var proxied = MVPD(id: "Proxied", host: "login.a.example")
        proxied.proxy = "HubTV"
        let requestor = Requestor(id: "REF30", integrations: ["Pass": .init()])
        let test = try TestWorld.adobeServices(
            catalog: Catalog(
                requestors: ["REF30": requestor],
                mvpds: [proxied, MVPD(id: "HubTV"), MVPD(id: "Pass", style: .tempPass)]),
            policy: { $0.unknownRequestors = .refuse })
        let all = try JSONValue.parse(test.get("/adobe-services/cookieDomains").body).objectValue
        #expect(Set(all?.keys.map(\.string) ?? []) == ["Proxied", "HubTV", "Pass"] && all?["Pass"] == .array([]))
        #expect(all?["HubTV"] == .array([.string("localhost")]))
        let own = try test.get("/adobe-services/cookieDomains", [("requestor_id", "REF30")])
        #expect(own.status == .ok && own.text == #"{"Pass":[]}"#)
        #expect(try test.get("/adobe-services/cookieDomains", [("requestor_id", "OTHER")]).status == .badRequest)
    }
}
