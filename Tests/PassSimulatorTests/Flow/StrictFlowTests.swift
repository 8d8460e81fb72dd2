import PassCore
import PassHTTP
import PassTestSupport
import Testing

@testable import PassSimulator

@Suite("The flow under Config/strict.json5")
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
        let permission = try #require(native.authorize(try native.login()).element("authzToken"))
        #expect(native.mediaToken(permission).text.contains("<shortAuthorizationToken>"))
        let web = WebClient(site: site, deviceID: "0123456789abcdef0123456789abcdef", mvpd: mvpd)
        let login = try web.login(redirectURL: "https://www.adobe.com/done")
        #expect(web.authorize(login.token).element("authzToken") != nil)
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
