import PassCore
import PassCrypto
import PassHTTP
import PassSAML
import Testing

@testable import PassSimulator

@Suite("The logout, through the MVPD and back", .eachStore)
struct LogoutFlowTests {
    private static let consumer = "http://127.0.0.1:8080/sp/saml/LogoutServiceHTTPRedirectResponse?"

    /// Logs in and begins a logout; gives its answer.
    private func begin(
        _ site: TestSite, mvpd: String = "Adobe", redirectURL: String? = "adobepass://ios.app"
    ) throws -> HTTPResponse {
        let client = NativeClient(site: site, mvpd: mvpd)
        var query = [
            ("mso_id", mvpd), ("requestor_id", "TEST_REQUESTOR"), ("noflash", "true"),
            ("authentication_token", try client.login()),
        ]
        if let redirectURL { query.append(("redirect_url", redirectURL)) }
        return site.get("/adobe-services/logout", query)
    }

    /// The MVPD's answer to a logout: the URL at the service.
    private func answerURL(_ site: TestSite, _ logout: HTTPResponse) throws -> String {
        var browser = TestBrowser(site)
        let there = try #require(logout.location)
        return try #require(try browser.open(there).location)
    }

    @Test(
        "Each MVPD style ends its session and returns to exactly the redirect URL",
        arguments: ["Adobe", "AcmeCable", "MetaCable"],
        ["adobepass://ios.app", "adbe.k3Demo-App77://adobe.com", "https://site.example/out?a=b#c"])
    func chain(_ mvpd: String, _ redirect: String) throws {
        let site = try TestSite()
        let logout = try begin(site, mvpd: mvpd, redirectURL: redirect)
        #expect(logout.status == .found)
        #expect(logout.location?.hasPrefix("http://127.0.0.1:8080/_sim/mvpd/\(mvpd)/slo?SAMLRequest=") == true)
        let answer = try answerURL(site, logout)
        #expect(answer.hasPrefix(Self.consumer + "SAMLResponse="))
        var browser = TestBrowser(site)
        let end = try browser.open(answer)
        #expect(end.status == .found && end.fields.values(.location) == [redirect])
    }

    @Test("The request to the MVPD is signed, and names the subscriber and the session to end")
    func request() throws {
        let site = try TestSite()
        let location = try #require(try begin(site).location)
        let query = String(try #require(URIReference(location)?.query))
        let names = query.split(separator: "&").map { String($0.prefix { $0 != "=" }) }
        #expect(names == ["SAMLRequest", "RelayState", "SigAlg", "Signature"])
        let signed = try #require(query.firstRange(of: "&Signature="))
        let text = try #require(PercentEncoding.decode(String(query[signed.upperBound...])))
        let signature = try #require(Base64Text.decode(text))
        let fields = try FormFields.parse(query)
        #expect(fields["SigAlg"] == "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256")
        #expect(
            site.keys.saml.publicKey.isValid(
                signature: signature, over: Array(query[..<signed.lowerBound].utf8)))
        let request = try RedirectedMessage(query: query).read(
            LogoutRequest.self, verifiedBy: site.keys.saml.publicKey)
        #expect(request.nameID.value == "user" && request.sessionIndexes.count == 1)
        #expect(request.issuer == "https://saml.sp.auth.adobe.com" && request.issueInstant == TestSite.start)
    }

    @Test("Without a redirect URL the chain ends on the simulator's own page")
    func noRedirect() throws {
        let site = try TestSite()
        let answer = try answerURL(site, try begin(site, redirectURL: nil))
        var browser = TestBrowser(site)
        let end = try browser.open(answer)
        #expect(end.location == "http://127.0.0.1:8080/_sim/done")
        #expect(try browser.open("/_sim/done").status == .ok)
    }

    @Test(
        "A logout that names no known login goes straight to the redirect URL",
        arguments: [
            [:], ["authentication_token": "<signatureInfo>x"], ["name_id": "YQ==", "session_index": "YQ=="],
            ["name_id": "YQ=="], ["pi": "\u{1}", "p1": "x", "session_index": "%"],
        ] as [[String: String]])
    func unknown(_ names: [String: String]) throws {
        let site = try TestSite()
        let query = names.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        let common = [("mso_id", "Adobe"), ("requestor_id", "TEST_REQUESTOR")]
        let back = site.get("/adobe-services/logout", query + common + [("redirect_url", "adobepass://ios.app")])
        #expect(back.status == .found && back.location == "adobepass://ios.app")
        let bare = site.get("/adobe-services/1.0/logout", query, [.cookie: "JSESSIONID=unknown"])
        #expect(bare.status == .found && bare.location == "http://127.0.0.1:8080/_sim/done")
    }

    @Test("A second logout of the same login goes straight back or to the MVPD, and never fails")
    func twice() throws {
        let site = try TestSite()
        let token = try NativeClient(site: site).login()
        for _ in 0..<2 {
            let answer = site.get(
                "/adobe-services/logout", [("authentication_token", token), ("redirect_url", "adobepass://ios.app")])
            #expect(answer.status == .found)
        }
    }

    @Test("A temporary pass has no MVPD to log out at")
    func temporaryPass() throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        try browser.open(
            "/adobe-services/authenticate/saml?requestor_id=TEST_REQUESTOR&mso_id=TempPass&redirect_url=a:b")
        let answer = try browser.open("/adobe-services/logout?mso_id=TempPass&redirect_url=adobepass://ios.app")
        #expect(answer.location == "adobepass://ios.app")
        #expect(NativeClient(site: site, mvpd: "TempPass").session(browser.cookieField).status == .unauthorized)
    }

    /// What somebody may do to the MVPD's answer on its way.
    enum Tampering: CaseIterable {
        case message, relayState, signature, noSignature, noRelayState, otherAlgorithm, noMessage

        func apply(to url: String) -> String {
            let parts = url.split(separator: "?", maxSplits: 1)
            let pairs = parts[1].split(separator: "&").map(String.init)
            func changed(_ name: String) -> [String] {
                pairs.map { pair in
                    guard pair.hasPrefix(name + "=") else { return pair }
                    let place = pair.index(pair.startIndex, offsetBy: name.count + 6)
                    let letter = pair[place] == "A" ? "B" : "A"
                    return pair[..<place] + letter + pair[pair.index(after: place)...]
                }
            }
            func without(_ name: String) -> [String] { pairs.filter { !$0.hasPrefix(name + "=") } }
            let result =
                switch self {
                case .message: changed("SAMLResponse")
                case .relayState: changed("RelayState")
                case .signature: changed("Signature")
                case .noSignature: without("Signature")
                case .noRelayState: without("RelayState")
                case .otherAlgorithm: pairs.map { $0.replacing("rsa-sha256", with: "rsa-sha512") }
                case .noMessage: without("SAMLResponse")
                }
            return parts[0] + "?" + result.joined(separator: "&")
        }
    }

    @Test(
        "A tampered answer is a 400 page that leads nowhere, and the valid one still works after it",
        arguments: Tampering.allCases)
    func tampered(_ tampering: Tampering) throws {
        let site = try TestSite()
        let answer = try answerURL(site, try begin(site))
        let bad = tampering.apply(to: answer)
        try #require(bad != answer)
        var browser = TestBrowser(site)
        let refusal = try browser.open(bad)
        #expect(refusal.status == .badRequest && refusal.location == nil && !refusal.text.contains("adobepass:"))
        #expect(try browser.open(answer).location == "adobepass://ios.app")
    }

    @Test("The MVPD's answer works once; its replay, and one to another logout, are 400")
    func replay() throws {
        let site = try TestSite()
        let first = try answerURL(site, try begin(site))
        let second = try answerURL(site, try begin(site, redirectURL: "https://site.example/"))
        var browser = TestBrowser(site)
        #expect(try browser.open(first).location == "adobepass://ios.app")
        #expect(try browser.open(first).status == .badRequest)
        #expect(try browser.open(second).location == "https://site.example/")
    }

    @Test("An answer that names another MVPD is refused, and one that names none is accepted")
    func issuer() throws {
        let site = try TestSite()
        let answer = try answerURL(site, try begin(site))
        let message = try RedirectedMessage(query: String(try #require(URIReference(answer)?.query)))
        var response = try message.read(LogoutResponse.self, verifiedBy: site.keys.saml.publicKey)
        func answered(by issuer: String?) throws -> HTTPResponse {
            response.issuer = issuer
            let url = try RedirectBinding.url(
                for: response, to: String(Self.consumer.dropLast()), relayState: message.relayState,
                signedBy: site.keys.saml)
            var browser = TestBrowser(site)
            return try browser.open(url)
        }
        #expect(try answered(by: "https://other.example").status == .badRequest)
        #expect(try answered(by: nil).location == "adobepass://ios.app")
    }

    @Test("The MVPD refuses a logout that the service did not sign, or that is too old")
    func provider() throws {
        let site = try TestSite()
        let logout = try #require(try begin(site).location)
        var browser = TestBrowser(site)
        let unsigned = logout.split(separator: "&SigAlg=")[0]
        #expect(try browser.open(String(unsigned)).status == .badRequest)
        site.clock?.advance(by: .seconds(600))
        let late = try browser.open(logout)
        #expect(late.status == .badRequest && late.location == nil)
    }

    @Test("The browser's cookie is removed")
    func cookie() throws {
        let client = WebClient(site: try TestSite())
        let login = try client.login()
        let answer = client.site.get(
            "/adobe-services/logout", [("redirect_url", "https://site.example/")], login.cookies)
        #expect(answer.fields.values(.setCookie).contains { $0.hasPrefix("JSESSIONID=;") && $0.contains("Max-Age=0") })
        #expect(answer.location?.contains("/slo?SAMLRequest=") == true)
    }

    @Test(
        "A logout after a restart revokes the authN token by its handles alone", arguments: [[], [("mso_id", "Adobe")]])
    func afterRestart(_ more: [(name: String, value: String)]) throws {
        let token = try NativeClient(site: try TestSite()).login()
        let restarted = NativeClient(site: try TestSite())
        #expect(restarted.authorize(token).element("authzToken") != nil)
        let handles = [
            ("name_id", try #require(token.element("simpleSamlNameID"))),
            ("session_index", try #require(token.element("simpleSamlSessionIndex"))),
        ]
        let answer = restarted.site.get(
            "/adobe-services/logout", handles + more + [("redirect_url", "adobepass://ios.app")])
        #expect(answer.status == .found)
        #expect(restarted.authorize(token).text == Documented.pendingLogout(0))
    }
}
