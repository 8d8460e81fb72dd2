import PassCore
import PassCrypto
import PassDomain
import PassHTTP
import PassSAML
import PassTestSupport
import Testing

@Suite("Operations of a logout")
struct LogoutOperationTests {
    private func world(_ style: MVPD.LoginStyle = .samlPost) throws -> TestWorld {
        try TestWorld.adobeServices(catalog: Catalog(mvpds: [MVPD(id: "AcmeCable", style: style)]))
    }

    private func isRevoked(_ test: TestWorld, _ login: TestWorld.Login) throws -> Bool {
        try test.world.stores.revocations.find(login.session, now: test.clock.now()) != nil
    }

    /// The query of the address that the answer redirects to.
    private func query(_ response: HTTPResponse) throws -> Substring {
        try #require(response.fields[.location]).drop { $0 != "?" }.dropFirst()
    }

    @Test(
        "A logout ends the login that a token, handles or a cookie names, and goes on to the MVPD",
        arguments: [
            "authentication_token", "handles", "cookie",
        ])
    func logout(_ means: String) throws {
        let test = try world()
        let login = try test.login()
        let response: HTTPResponse
        switch means {
        case "authentication_token":
            response = try test.post("/adobe-services/logout", [("authentication_token", login.token)])
        case "handles":
            let names = ["simpleSamlNameID", "simpleSamlSessionIndex"].map { element(login.token, $0) }
            let form = [
                ("name_id", try #require(names[0])), ("session_index", try #require(names[1])), ("mso_id", "AcmeCable"),
            ]
            response = try test.get("/adobe-services/1.0/logout", form)
        default:
            response = try test.get("/adobe-services/logout", [], [.cookie: "JSESSIONID=\(login.cookie)"])
            #expect(response.fields.values(.setCookie).contains { $0.hasPrefix("JSESSIONID=;") })
        }
        #expect(try isRevoked(test, login) && response.status == .found)
        let location = try #require(response.fields[.location])
        #expect(location.hasPrefix("http://localhost/_sim/mvpd/AcmeCable/slo?SAMLRequest="))
        let message = try RedirectedMessage(query: query(response))
        let request = try message.read(LogoutRequest.self, verifiedBy: TestKey.saml.publicKey)
        #expect(request.nameID.value == "ada" && request.sessionIndexes == ["session at the MVPD"])
    }

    private func element(_ token: String, _ name: String) -> String? {
        HTTPResponse(text: token).element(name)
    }

    @Test("A logout without a login returns at once, to the redirect URL or the landing page")
    func nothing() throws {
        let test = try world()
        let form = [("authentication_token", "x"), ("redirect_url", "adobepass://ios.app")]
        let response = try test.post("/adobe-services/logout", form)
        #expect(response.status == .found && response.fields[.location] == "adobepass://ios.app")
        #expect(try test.get("/adobe-services/logout").fields[.location] == "http://localhost/_sim/done")
    }

    @Test("A logout with a bad redirect URL is refused with a page and ends nothing")
    func refused() throws {
        let test = try world()
        let login = try test.login()
        let form = [("authentication_token", login.token), ("redirect_url", "javascript:alert(1)")]
        let response = try test.post("/adobe-services/logout", form)
        #expect(response.status == .badRequest && response.fields[.location] == nil)
        #expect(try !isRevoked(test, login))
    }

    /// Begins a logout at the MVPD and returns its RelayState and the identifier of its request.
    private func begun(_ test: TestWorld) throws -> (relayState: String, request: SAMLID) {
        let form = [("authentication_token", try test.login().token), ("redirect_url", "adobepass://ios.app")]
        let message = try RedirectedMessage(query: query(test.post("/adobe-services/logout", form)))
        return (try #require(message.relayState).text, try message.readUnverified(LogoutRequest.self).id)
    }

    private func answer(
        _ test: TestWorld, _ relayState: String, to request: SAMLID, issuer: String? = nil, isSigned: Bool = true
    ) throws -> HTTPResponse {
        let response = LogoutResponse(
            id: try #require(SAMLID("_r")), issueInstant: test.clock.now(), destination: nil, inResponseTo: request,
            issuer: issuer ?? MVPD(id: "AcmeCable").entity, status: SAMLStatus(.responder))
        let query = try RedirectBinding.query(
            for: response, relayState: RelayState(relayState), signedBy: isSigned ? TestKey.saml : nil)
        return try test.answer(.get("/sp/saml/LogoutServiceHTTPRedirectResponse?\(query)"))
    }

    @Test("The MVPD's signed answer ends the logout at the redirect URL, once, even if it reports a failure")
    func logoutResponse() throws {
        let test = try world()
        let (relayState, request) = try begun(test)
        let other = try begun(test)
        #expect(try answer(test, relayState, to: request, isSigned: false).status == .badRequest)
        #expect(try answer(test, relayState, to: other.request).status == .badRequest)
        #expect(try answer(test, relayState, to: request, issuer: "https://evil.example").status == .badRequest)
        #expect(try answer(test, "unknown", to: request).status == .badRequest)
        #expect(try test.get("/sp/saml/LogoutServiceHTTPRedirectResponse").status == .badRequest)
        let response = try answer(test, relayState, to: request)
        #expect(response.status == .found && response.fields[.location] == "adobepass://ios.app")
        #expect(try answer(test, relayState, to: request).status == .badRequest)
    }

    @Test("An OAuth 2.0 MVPD gets the browser with a state, and sends it back with that state, once")
    func providerLogout() throws {
        let test = try world(.oauth2)
        let form = [("authentication_token", try test.login(refreshToken: "r").token), ("redirect_url", "app://done")]
        let query = try FormFields.parse(query(test.post("/adobe-services/logout", form)))
        #expect(query["client_id"] == "adobepass-REF30")
        #expect(query["post_logout_redirect_uri"] == "http://localhost/adobe-services/oauth2/logout")
        let state = try #require(query["state"])
        let response = try test.get("/adobe-services/oauth2/logout", [("state", state)])
        #expect(response.status == .found && response.fields[.location] == "app://done")
        for form in [[("state", state)], [("state", "unknown")], []] {
            #expect(try test.get("/adobe-services/oauth2/logout", form).status == .badRequest)
        }
        let saml = try world()
        let pending = try begun(saml).relayState
        #expect(try saml.get("/adobe-services/oauth2/logout", [("state", pending)]).status == .badRequest)
    }
}
