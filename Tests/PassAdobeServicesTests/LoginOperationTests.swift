import PassCore
import PassCrypto
import PassDomain
import PassHTTP
import PassSAML
import PassTestSupport
import Testing

@Suite("Operations of a login")
struct LoginOperationTests {
    private static let authenticate = Form(
        ("requestor_id", "REF30"), ("mso_id", "AcmeCable"), ("redirect_url", "adobepass://ios.app"))

    private func world(_ style: MVPD.LoginStyle, ports: (inout Ports) -> Void = { _ in }) throws -> TestWorld {
        try TestWorld.adobeServices(catalog: Catalog(mvpds: [MVPD(id: "AcmeCable", style: style)]), ports: ports)
    }

    /// The browser's cookie that the answer sets.
    private func cookie(_ response: HTTPResponse) throws -> HTTPFields {
        let line = try #require(response.fields.values(.setCookie).first { $0.hasPrefix("JSESSIONID=") })
        return [.cookie: String(line.prefix { $0 != ";" })]
    }

    private func begun(_ test: TestWorld) throws -> AuthenticationSession {
        guard case .atMVPD(let session, _) = try test.begin().start else { throw TestWorld.NotSignedIn() }
        return session
    }

    // MARK: authenticate

    @Test(
        "authenticate posts a SAML request with a form, or redirects with one in the query",
        arguments: [
            (MVPD.LoginStyle.samlPost, 200, #"name="SAMLRequest""#), (.samlRedirect, 302, ""),
            (.metaRefresh, 200, "http-equiv=\"refresh\""),
        ])
    func authenticateBySAML(_ style: MVPD.LoginStyle, _ status: Int, _ text: String) throws {
        let response = try world(style).get("/adobe-services/authenticate/saml", Self.authenticate.fields)
        #expect(response.status.code == status)
        #expect(response.fields.values(.setCookie).contains { $0.hasPrefix("JSESSIONID=") && $0.contains("HttpOnly") })
        guard status == 302 else {
            #expect(response.text.contains(text) && response.text.contains("/_sim/mvpd/AcmeCable/sso"))
            return
        }
        let location = try #require(response.fields[.location])
        #expect(location.hasPrefix("http://localhost/_sim/mvpd/AcmeCable/sso?SAMLRequest="))
        let message = try RedirectedMessage(query: location.drop { $0 != "?" }.dropFirst())
        let request = try message.read(AuthnRequest.self, verifiedBy: TestKey.saml.publicKey)
        #expect(request.assertionConsumerServiceURL == "http://localhost/sp/saml/SAMLAssertionConsumer")
        #expect(message.relayState?.text.isEmpty == false && !request.isPassive)
    }

    @Test("authenticate asks an OAuth 2.0 MVPD for a code")
    func authenticateByOAuth() throws {
        let response = try world(.oauth2).get(
            "/adobe-services/1.0/authenticate", Self.authenticate.with("passive", "true"))
        let location = try #require(response.fields[.location])
        let query = try FormFields.parse(location.drop { $0 != "?" }.dropFirst())
        #expect(response.status == .found && location.hasPrefix("http://localhost/_sim/mvpd/AcmeCable/authorize?"))
        #expect(query["client_id"] == "adobepass-REF30" && query["response_type"] == "code")
        #expect(query["redirect_uri"] == "http://localhost/adobe-services/oauth2" && query["prompt"] == "none")
    }

    @Test("authenticate sends a browser straight back where no MVPD is asked, and says why no user is signed in")
    func authenticateWithoutMVPD() throws {
        let pass = try world(.tempPass).get("/adobe-services/authenticate", Self.authenticate.fields)
        #expect(pass.status == .found && pass.fields[.location] == "adobepass://ios.app")
        #expect(pass.fields["X-Pass-Simulator-Reason"] == nil)
        let requestor = Requestor(id: "REF30", integrations: [:])
        let test = try TestWorld.adobeServices(catalog: Catalog(requestors: ["REF30": requestor]))
        let refused = try test.get("/adobe-services/authenticate", Self.authenticate.fields)
        #expect(refused.status == .found && refused.fields[.location] == "adobepass://ios.app")
        #expect(refused.fields["X-Pass-Simulator-Reason"] == "The requestor has no integration with this MVPD.")
    }

    @Test("authenticate refuses a missing parameter, an unknown code and a bad redirect URL with a page")
    func authenticateRefused() throws {
        let test = try world(.samlPost)
        for form in [
            Self.authenticate.without("mso_id"), Self.authenticate.without("requestor_id"),
            Self.authenticate.without("redirect_url"), Self.authenticate.with("redirect_url", "javascript:alert(1)"),
            Self.authenticate.with("reg_code", "UNKNOWN"), Self.authenticate.with("mso_id", ".."),
        ] {
            let response = try test.get("/adobe-services/authenticate", form)
            #expect(response.status == .badRequest && response.fields.values(.setCookie).isEmpty)
            #expect(response.fields[.contentType]?.hasPrefix("text/html") == true)
        }
        #expect(try test.world.stores.sessions.count == 0)
    }

    // MARK: session

    @Test("sessionDevice gives the authN token of a login by its cookie", arguments: ["sessionDevice", "session"])
    func session(_ operation: String) throws {
        let test = try world(.tempPass)
        let cookie = try cookie(test.get("/adobe-services/authenticate", Self.authenticate.fields))
        let form = Form(("requestor_id", "REF30"), ("device_id", "c0ffee"))
        let response = try test.post("/adobe-services/1.0/\(operation)", form.fields, cookie)
        let opened = try test.world.ports.tokens.openProfile(#require(response.element("authnToken")))
        #expect(opened.requestor == "REF30" && opened.mvpd == "AcmeCable")
        #expect(response.element("userMeta")?.hasPrefix(#"{"updated":"#) == true)
        #expect(
            try test.post("/adobe-services/\(operation)", form.with("requestor_id", "OTHER"), cookie).status
                == .unauthorized)
    }

    @Test("Without a login there is no data; a login without a user is pending for the web, and no data for a device")
    func noSession() throws {
        let test = try world(.samlPost)
        let form = Form(("requestor_id", "REF30"), ("device_id", "c0ffee")).fields
        for operation in ["session", "sessionDevice"] {
            for fields: HTTPFields in [[:], [.cookie: "JSESSIONID=UNKNOWN"]] {
                let response = try test.post("/adobe-services/\(operation)", form, fields)
                #expect(response.status == .unauthorized && response.text == "Data not found")
            }
            let unknown = try test.post("/adobe-services/\(operation)", form + [("reg_code", "UNKNOWN")])
            #expect(unknown.status == .unauthorized)
        }
        let cookie: HTTPFields = [.cookie: "JSESSIONID=\(try test.begin().cookie)"]
        #expect(try test.post("/adobe-services/session", form, cookie).pendingLogoutReason == "0")
        #expect(try test.post("/adobe-services/sessionDevice", form, cookie).status == .unauthorized)
    }

    @Test("sessionDevice needs a device and a requestor")
    func sessionRefused() throws {
        let test = try world(.samlPost)
        let cookie: HTTPFields = [.cookie: "JSESSIONID=\(try test.signIn().cookie)"]
        let without = try test.post("/adobe-services/sessionDevice", [("requestor_id", "REF30")], cookie)
        #expect(without.status == .badRequest && without.text == "<reason>34763</reason>")
        #expect(try test.post("/adobe-services/session", [("requestor_id", "REF30")], cookie).status == .ok)
        let unnamed = try test.post("/adobe-services/sessionDevice", [("device_id", "c0ffee")], cookie)
        #expect(unnamed.status == .badRequest && unnamed.text == "The parameter requestor_id is missing.")
    }

    // MARK: SAML

    /// The MVPD's answer to the session's request, as a browser posts it.
    private func samlAnswer(
        _ test: TestWorld, _ session: AuthenticationSession, status: SAMLStatus = .success, relayState: String? = nil,
        isTrusted: Bool = true, recipient: String? = nil
    ) throws -> [(String, String)] {
        let asked = try #require(session.request)
        let now = test.clock.now()
        let entity = MVPD(id: "AcmeCable").entity
        let assertion = Assertion(
            id: try #require(SAMLID("_a")), issueInstant: now, issuer: entity,
            nameID: NameID("ada", format: .persistent),
            confirmations: [
                BearerConfirmation(
                    inResponseTo: SAMLID(asked.id), recipient: recipient ?? asked.answerURL,
                    notOnOrAfter: now + .minutes(5))
            ],
            conditions: Conditions(notBefore: now, notOnOrAfter: now + .minutes(5), audience: asked.issuer),
            authentication: AuthnStatement(instant: now, sessionIndex: "s"))
        let response = AuthnResponse(
            id: try #require(SAMLID("_r")), issueInstant: now, destination: asked.answerURL,
            inResponseTo: SAMLID(asked.id), issuer: entity, status: status,
            assertion: status.code == .success ? assertion : nil)
        let key = try isTrusted ? TestKey.saml : TestKey.foreign
        return try POSTBinding.fields(
            for: response, relayState: RelayState(relayState ?? session.id.rawValue), signedBy: key
        ).map { ($0.name, $0.value) }
    }

    private func state(_ test: TestWorld, _ session: AuthenticationSession) throws -> AuthenticationSession.State? {
        try test.world.stores.sessions.find(session.id, now: test.clock.now())?.state
    }

    @Test("A valid assertion signs its subscriber in, once, and the browser returns to the app")
    func assertion() throws {
        let test = try world(.samlPost)
        let session = try begun(test)
        let form = try samlAnswer(test, session)
        let response = try test.post("/sp/saml/SAMLAssertionConsumer", form)
        #expect(response.status == .found && response.fields[.location] == "adobepass://ios.app")
        guard case .authenticated(let login) = try state(test, session) else { throw TestWorld.NotSignedIn() }
        #expect(login.subscriber == "ada" && login.providerSession == "s" && !login.isHomeBased)
        #expect(try test.post("/sp/saml/SAMLAssertionConsumer", form).status == .badRequest)
    }

    @Test("A denied consent returns to the app without a user; another failure is a page")
    func unsuccessful() throws {
        let test = try world(.samlPost)
        for (subcode, status) in [(SAMLStatus.Subcode.requestDenied, HTTPStatus.found), (.authnFailed, .badRequest)] {
            let session = try begun(test)
            let form = try samlAnswer(test, session, status: SAMLStatus(.responder, subcode))
            #expect(try test.post("/sp/saml/SAMLAssertionConsumer", form).status == status)
            #expect(try state(test, session) == .failed)
        }
    }

    @Test("An assertion of another signer, for another recipient or another login leaves the login open")
    func badAssertion() throws {
        let test = try world(.samlPost)
        let (session, other) = (try begun(test), try begun(test))
        for form in [
            try samlAnswer(test, session, isTrusted: false),
            try samlAnswer(test, session, recipient: "https://evil.example/"),
            try samlAnswer(test, other, relayState: session.id.rawValue),
            try samlAnswer(test, session, relayState: "unknown"),
            [("SAMLResponse", "!"), ("RelayState", session.id.rawValue)],
        ] {
            #expect(try test.post("/sp/saml/SAMLAssertionConsumer", form).status == .badRequest)
            #expect(try state(test, session) == .pending)
        }
        #expect(try test.post("/sp/saml/SAMLAssertionConsumer", samlAnswer(test, session)).status == .found)
    }

    @Test("The assertion consumer answers 503 to probes, which carry no message")
    func probe() throws {
        let test = try world(.samlPost)
        for response in [
            try test.get("/sp/saml/SAMLAssertionConsumer"), try test.post("/sp/saml/SAMLAssertionConsumer", []),
            try test.post("/sp/saml/SAMLAssertionConsumer", [("SAMLResponse", "")]),
        ] {
            #expect(response.status == .serviceUnavailable)
        }
    }

    // MARK: OAuth 2.0

    @Test("A code that the MVPD accepts signs its subscriber in, once")
    func code() throws {
        let credential = MVPDCredential(subscriber: "ada", providerSession: nil, refreshToken: "r")
        let test = try world(.oauth2) { $0.connector = ScriptedMVPD(credential: credential) }
        let session = try begun(test)
        let form = Form(("state", session.id.rawValue), ("code", "c"))
        for name in ["state", "code"] {
            #expect(try test.get("/adobe-services/oauth2", form.without(name)).status == .badRequest)
        }
        #expect(try test.get("/adobe-services/oauth2", form.with("state", "unknown")).status == .badRequest)
        let response = try test.get("/adobe-services/oauth2", form.fields)
        #expect(response.status == .found && response.fields[.location] == "adobepass://ios.app")
        guard case .authenticated(let login) = try state(test, session) else { throw TestWorld.NotSignedIn() }
        #expect(login.subscriber == "ada" && login.refreshToken == "r")
        #expect(try test.get("/adobe-services/1.0/oauth2", form.fields).status == .badRequest)
    }

    @Test("A code is requested with the digest of the verifier with which it is later exchanged")
    func codeChallenge() throws {
        let mvpd = ScriptedMVPD(
            credential: MVPDCredential(subscriber: "ada", providerSession: nil, refreshToken: "r"))
        let test = try world(.oauth2) { $0.connector = mvpd }
        var challenges: Set<String> = []
        for _ in 0..<2 {
            let begun = try test.get("/adobe-services/authenticate", Self.authenticate.fields)
            let location = try #require(begun.fields[.location])
            let query = try FormFields.parse(location.drop { $0 != "?" }.dropFirst())
            let state = try #require(query["state"])
            let answer = [("state", state), ("code", "c")]
            #expect(try test.get("/adobe-services/oauth2", answer).status == .found)
            guard case .redeem(_, redirectURI: _, verifier: let verifier, _, _) = mvpd.calls.last else {
                throw TestWorld.NotSignedIn()
            }
            #expect(verifier.text.wholeMatch(of: /[0-9A-Za-z._]{43,128}/) != nil)
            let digest = Base64.encode(Digest.sha256(verifier.text.utf8), .url)
            #expect(query["code_challenge"] == digest && query["code_challenge_method"] == "S256")
            challenges.insert(digest)
        }
        #expect(challenges.count == 2)
    }

    @Test("A code that the MVPD refuses, or an error, signs no user in; a denied access returns to the app")
    func codeRefused() throws {
        let test = try world(.oauth2)
        let session = try begun(test)
        let form = Form(("state", session.id.rawValue), ("code", "c"))
        #expect(try test.get("/adobe-services/oauth2", form.fields).status == .badRequest)
        #expect(try state(test, session) == .pending)
        #expect(try test.get("/adobe-services/oauth2", form.with("error", "access_denied")).status == .badRequest)
        #expect(try state(test, session) == .pending)
        for (error, status) in [("access_denied", HTTPStatus.found), ("server_error", .badRequest)] {
            let session = try begun(test)
            let form = [("state", session.id.rawValue), ("error", error)]
            #expect(try test.get("/adobe-services/oauth2", form).status == status)
            #expect(try state(test, session) == .failed)
        }
    }

    @Test("An error without a signature doesn't end a login at a SAML MVPD")
    func unsignedError() throws {
        let test = try world(.samlPost)
        let session = try begun(test)
        let form = [("state", session.id.rawValue), ("error", "access_denied")]
        #expect(try test.get("/adobe-services/oauth2", form).status == .badRequest)
        #expect(try state(test, session) == .pending)
    }
}
