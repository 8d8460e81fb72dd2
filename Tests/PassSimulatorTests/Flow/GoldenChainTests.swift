import PassHTTP
import PassTestSupport
import Testing

@testable import PassSimulator

@Suite("Recorded chains of the three ways back to an app", .eachStore)
struct GoldenChainTests {
    /// Writes a chain down, hop by hop: method, path and names of the query, then status and `Location`.
    private struct Recorder {
        var browser: TestBrowser
        var lines: [String] = []

        init(_ site: TestSite) {
            browser = TestBrowser(site)
        }

        /// Takes one hop as a browser does.
        mutating func open(_ url: String, posting form: [(name: String, value: String)]? = nil) throws -> HTTPResponse {
            let answer = try browser.open(url, posting: form)
            note(form == nil ? "GET" : "POST", Self.outline(url), form?.map(\.name), answer)
            return answer
        }

        /// Takes one hop as an app does, with no cookie but those it is given.
        mutating func post(
            _ path: String, _ form: [(name: String, value: String)], _ fields: HTTPFields = [:]
        ) -> HTTPResponse {
            let answer = browser.site.post(path, form, fields)
            note("POST", path, form.map(\.name), answer)
            return answer
        }

        private mutating func note(_ method: String, _ target: String, _ names: [String]?, _ answer: HTTPResponse) {
            lines.append("\(method) \(target)" + (names.map { " [\($0.joined(separator: " "))]" } ?? ""))
            lines.append("    \(answer.status.code)" + (answer.location.map { " \(Self.outline($0))" } ?? ""))
        }

        /// A URL with the names of its query alone; one of an app stays whole.
        private static func outline(_ url: String) -> String {
            let local = url.replacing("http://127.0.0.1:8080/", with: "/")
            guard local.hasPrefix("/"), let mark = local.firstIndex(of: "?") else { return local }
            let names = local[local.index(after: mark)...].split(separator: "&").map { $0.prefix { $0 != "=" } }
            return local[...mark] + names.joined(separator: "&")
        }

        /// Goes on from an answer, by redirect, meta refresh and the first form, until somebody must log in.
        mutating func follow(_ answer: HTTPResponse) throws -> TestBrowser.Form {
            var answer = answer
            for _ in 0..<4 {
                if let url = answer.location ?? TestBrowser.refresh(in: answer.text) {
                    answer = try open(url)
                } else {
                    let form = try #require(TestBrowser.Form(answer.text))
                    if form.hasPassword { return form }
                    answer = try open(form.action, posting: form.fields)
                }
            }
            throw CancellationError()
        }

        mutating func signIn(_ form: TestBrowser.Form) throws {
            let page = try open(form.action, posting: form.fields + [("username", "user"), ("password", "password")])
            let confirmation = try #require(TestBrowser.Form(page.text))
            _ = try open(confirmation.action, posting: confirmation.fields)
        }
    }

    private func compare(_ recorder: Recorder, with name: String) throws {
        let text = recorder.lines.joined(separator: "\n") + "\n"
        let golden = String(decoding: try Fixture.bytes("Wire/AdobeServices/\(name)/chain.txt"), as: UTF8.self)
        #expect(text == golden)
    }

    @Test("A web view inside an app: cookies, native calls, adobepass://ios.app")
    func embedded() throws {
        var chain = Recorder(try TestSite())
        let form = try chain.follow(
            chain.open(
                "/adobe-services/1.0/authenticate/saml?domain_name=adobe.com&noflash=true&no_iframe=true"
                    + "&mso_id=AcmeCable&requestor_id=TEST_REQUESTOR&redirect_url=adobepass%3A%2F%2Fios.app"
                    + "&client_type=iOS&client_version=1.9.4"))
        try chain.signIn(form)
        let common = [("requestor_id", "TEST_REQUESTOR"), ("device_id", "c0ffee"), ("signed_requestor_id", "c2ln")]
        let session = chain.post(
            "/adobe-services/1.0/sessionDevice", [("_method", "GET")] + common, chain.browser.cookieField)
        let token = try #require(session.element("authnToken"))
        let authorized = chain.post(
            "/adobe-services/1.0/authorizeDevice",
            common + [
                ("resource_id", "TEST_RESOURCE"), ("authentication_token", token), ("mso_id", "AcmeCable"),
                ("userMeta", "1"), ("generic_data", "{}"),
            ])
        let media = chain.post(
            "/adobe-services/1.0/deviceShortAuthorize",
            common + [
                ("authz_token", try #require(authorized.element("authzToken"))), ("session_guid", "any"),
                ("hashed_guid", "false"), ("mso_id", "AcmeCable"),
            ])
        #expect(media.text.contains("<shortAuthorizationToken>"))
        let logout = try chain.open(
            "/adobe-services/1.0/logout?"
                + FormFields.encode([
                    ("mso_id", "AcmeCable"), ("requestor_id", "TEST_REQUESTOR"), ("authentication_token", token),
                    ("redirect_url", "adobepass://ios.app"),
                ]))
        let answer = try chain.open(try #require(logout.location))
        _ = try chain.open(try #require(answer.location))
        try compare(chain, with: "chain-adobepass")
    }

    @Test("The system's browser, which shares no cookie: a registration code, adbe.…://adobe.com")
    func systemBrowser() throws {
        var chain = Recorder(try TestSite())
        let register = chain.post(
            "/reggie/v1/TEST_REQUESTOR/regcode", [("deviceId", "c0ffee"), ("format", "json")])
        let mark = try #require(register.text.firstRange(of: #""code":""#))
        let code = String(register.text[mark.upperBound...].prefix(7))
        let fetch = [
            ("_method", "GET"), ("requestor_id", "TEST_REQUESTOR"), ("reg_code", code), ("device_id", "c0ffee"),
            ("device_info", "e30="), ("networkType", "WIFI"),
        ]
        _ = chain.post("/adobe-services/sessionDevice", fetch)
        let form = try chain.follow(
            chain.open(
                "/adobe-services/authenticate/saml?domain_name=adobe.com&noflash=true&no_iframe=true&mso_id=SafariTV"
                    + "&requestor_id=TEST_REQUESTOR&redirect_url=adbe.k3Demo-App77%3A%2F%2Fadobe.com"
                    + "&client_type=iOS&client_version=3.6.1&reg_code=\(code)"))
        _ = chain.post("/adobe-services/sessionDevice", fetch)
        try chain.signIn(form)
        #expect(chain.post("/adobe-services/sessionDevice", fetch).element("authnToken") != nil)
        try compare(chain, with: "chain-adbe")
    }

    @Test("A page in a browser: a meta refresh, ap_21, back to https with its query and fragment")
    func webPage() throws {
        var chain = Recorder(try TestSite())
        let form = try chain.follow(
            chain.open(
                "/adobe-services/authenticate/saml?noflash=true&mso_id=MetaCable&requestor_id=TEST_REQUESTOR"
                    + "&no_iframe=false&domain_name=adobe.com"
                    + "&redirect_url=https%3A%2F%2Fsite.example%2Fdone%3Fshow%3D1%23top"))
        try chain.signIn(form)
        var fields = chain.browser.cookieField
        fields.append("ap_21", "0123456789abcdef0123456789abcdef")
        let session = chain.post(
            "/adobe-services/session", [("_method", "GET"), ("requestor_id", "TEST_REQUESTOR")], fields)
        let token = try #require(session.element("authnToken"))
        let authorized = chain.post(
            "/adobe-services/authorize",
            [
                ("resource_id", "TEST_RESOURCE"), ("requestor_id", "TEST_REQUESTOR"),
                ("authentication_token", token), ("mso_id", "MetaCable"), ("userMeta", "1"),
            ], ["ap_21": "0123456789abcdef0123456789abcdef"])
        let media = chain.post(
            "/adobe-services/shortAuthorize",
            [
                ("authz_token", try #require(authorized.element("authzToken"))), ("requestor_id", "TEST_REQUESTOR"),
                ("session_guid", "any"), ("hashed_guid", "false"),
            ], ["ap_21": "0123456789abcdef0123456789abcdef"])
        #expect(media.text.contains("<shortAuthorizationToken>"))
        try compare(chain, with: "chain-https")
    }
}
