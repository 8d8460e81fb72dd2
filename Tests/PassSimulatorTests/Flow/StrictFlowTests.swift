import PassCore
import PassDomain
import PassHTTP
import PassTestSupport
import Testing

@testable import PassSimulator

@Suite("The flow under Config/strict.json5", .eachStore)
struct StrictFlowTests {
    /// A site as strict as the file says, asked over TLS.
    private func site() throws -> TestSite {
        let path = ConfigurationFilesTests.path("strict.json5")
        let strict = try Configuration.load(file: path, readFile: ConfigurationFilesTests.read)
        var site = try TestSite { configuration in
            let (time, seed) = (configuration.timeMillis, configuration.seed)
            configuration = strict
            configuration.timeMillis = time
            configuration.seed = seed
        }
        site.scheme = .https
        return site
    }

    @Test("A registered app logs in, is authorized and gets a media token", arguments: ["Adobe", "AcmeCable"])
    func flow(_ mvpd: String) throws {
        var site = try site()
        site.fields = [.authorization: "Bearer \(try site.registeredClient().bearer)"]
        let native = NativeClient(site: site, mvpd: mvpd)
        let decision = try #require(native.authorize(try native.login()).element("authzToken"))
        #expect(native.mediaToken(decision).text.contains("<shortAuthorizationToken>"))
        let web = WebClient(site: site, deviceID: "0123456789abcdef0123456789abcdef", mvpd: mvpd)
        let login = try web.login(redirectURL: "https://www.adobe.com/done")
        #expect(web.authorize(login.token).element("authzToken") != nil)
    }

    @Test("A registration code alone gives no token: the call must name the code's device")
    func codeWithoutDevice() throws {
        let site = try site()
        let device = "0123456789abcdef0123456789abcdef"
        let record = site.post(
            "/reggie/v1/TEST_REQUESTOR/regcode",
            [("deviceId", device), ("format", "json"), ("registrationURL", "https://adobe.com/activate")]
        ).text
        let start = try #require(record.firstRange(of: "\"code\":\"")).upperBound
        let code = String(record[start...].prefix(7))
        var browser = TestBrowser(site)
        let form = try browser.openLogin([("mso_id", "Adobe"), ("reg_code", code)])
        _ = try browser.signIn(form, user: "user")
        func session(_ fields: HTTPFields, _ more: [(name: String, value: String)] = []) -> HTTPResponse {
            site.post(
                "/adobe-services/session", [("requestor_id", "TEST_REQUESTOR"), ("reg_code", code)] + more, fields)
        }
        let bare = session([:])
        #expect(bare.status == .badRequest && bare.element("reason") == "34763")
        #expect(session(["ap_21": "another"]).element("authnToken") == nil)
        #expect(session([:], [("device_id", device)]).status == .forbidden)
        #expect(session(["ap_21": device]).element("authnToken") != nil)
    }

    @Test("Passes are reset with the identifier of a registered client as the key, and with no other")
    func resetKey() throws {
        var site = try site()
        let client = try site.registeredClient()
        func reset(_ path: String, _ key: String?) -> HTTPResponse {
            let target = "/reset-tempass/\(path)/reset?requestor_id=TEST_REQUESTOR&mvpd_id=TempPass"
            return site.send(site.request(.delete, target, key.map { ["ApiKey": $0] } ?? [:]))
        }
        let refused = reset("v2", "any")
        #expect(refused.status == .forbidden && refused.text == #"{"error":"invalid_client"}"#)
        #expect(reset("v2", nil).status == .unauthorized)
        #expect(reset("v2", client.id.rawValue.uppercased()).status == .forbidden)
        #expect(reset("v2", client.id.rawValue).status == .noContent)
        site.fields = [.authorization: "Bearer \(client.bearer)"]
        #expect(reset("v2.1", "any").status == .forbidden)
        #expect(reset("v2.1", client.id.rawValue).status == .noContent)
    }

    @Test("What is not registered is refused")
    func refusals() throws {
        let site = try site()
        let statement = try Fixture.line("SoftwareStatements/demo-tampered.jwt")
        let client = site.post("/o/client/register", [("software_statement", statement)])
        #expect(client.status == .badRequest && client.text == #"{"error":"unapproved_software_statement"}"#)
        let unknown = site.post(
            "/o/client/token", [("grant_type", "client_credentials"), ("client_id", "x"), ("client_secret", "y")])
        #expect(unknown.status == .badRequest && unknown.text == #"{"error":"invalid_client"}"#)
        let unproven = site.post(
            "/adobe-services/sessionDevice", [("requestor_id", "TEST_REQUESTOR"), ("device_id", "c0ffee")])
        #expect(unproven.status == .forbidden)
        #expect(site.get("/adobe-services/config/NOBODY").status == .badRequest)
        func login(_ mvpd: String, _ url: String) -> HTTPResponse {
            site.get(
                "/adobe-services/authenticate",
                [("requestor_id", "TEST_REQUESTOR"), ("mso_id", mvpd), ("redirect_url", url)])
        }
        for url in ["https://evil.example/", "https://adobe.com.evil.example/", "other://app", "https://xadobe.com/"] {
            #expect(login("Adobe", url).status == .badRequest && login("Adobe", url).location == nil, "\(url)")
        }
        #expect(login("Nobody", "adobepass://ios.app").location == "adobepass://ios.app")
        let logout = site.get(
            "/adobe-services/logout", [("requestor_id", "TEST_REQUESTOR"), ("redirect_url", "https://evil.example/")])
        #expect(logout.status == .badRequest && logout.location == nil)
        let bare = site.get("/adobe-services/logout", [("redirect_url", "adobepass://ios.app")])
        #expect(bare.status == .badRequest && bare.location == nil)
    }
}
