import PassHTTP
import Testing

@testable import PassSimulator

@Suite("MVPDs in the configuration document", .eachStore)
struct ConfigurationFlagTests {
    private func entry(_ site: TestSite, _ id: String, _ fields: HTTPFields = [:]) throws -> String {
        let text = site.get("/adobe-services/config/TEST_REQUESTOR", [], fields).text
        return String(try #require(text.split(separator: "<mvpd visible").first { $0.contains("<id>\(id)</id>") }))
    }

    @Test("Flags appear where they are set, and nowhere else")
    func flags() throws {
        let site = try TestSite {
            $0.mvpds["Adobe"]?.authPerBrowserSession = true
            $0.mvpds["Adobe"]?.iFrameRequired = true
            $0.mvpds["Adobe"]?.iFrameWidth = 640
            $0.mvpds["Adobe"]?.iFrameHeight = 480
            $0.mvpds["Adobe"]?.foregroundLogout = true
            var platform = Configuration.MVPD.Platform()
            platform.boardingStatus = .picker
            platform.isInPicker = false
            platform.mappingID = "adobe&co"
            platform.requiredMetadata = ["zip", "userID"]
            $0.mvpds["Adobe"]?.platform = platform
        }
        let all = """
            <authPerAggregator>false</authPerAggregator><passiveAuthnEnabled>true</passiveAuthnEnabled>\
            <authPerBrowserSession>true</authPerBrowserSession><iFrameRequired>true</iFrameRequired>\
            <iFrameWidth>640</iFrameWidth><iFrameHeight>480</iFrameHeight><foregroundLogout>true</foregroundLogout>\
            <enablePlatformServices>true</enablePlatformServices><boardingStatus>PICKER</boardingStatus>\
            <displayInPlatformPicker>false</displayInPlatformPicker>\
            <platformMappingId>adobe&amp;co</platformMappingId><requiredMetadataFields>zip</requiredMetadataFields>\
            <requiredMetadataFields>userID</requiredMetadataFields></mvpd>
            """
        #expect(try entry(site, "Adobe").hasSuffix(all))
        let none = """
            <authPerAggregator>false</authPerAggregator><passiveAuthnEnabled>true</passiveAuthnEnabled>\
            <iFrameRequired>false</iFrameRequired></mvpd>
            """
        #expect(try entry(site, "AcmeCable").hasSuffix(none))
        #expect(try entry(site, "PromoPass").contains("<tempPass>true</tempPass>"))
    }

    @Test(
        "The kind of client is derived from its User-Agent",
        arguments: [
            ("App/1.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)", "mobile", "ios", "iOS"),
            ("App/1.0 (iPod touch)", "mobile", "ios", "iOS"), ("App/1.0 (iPad; CPU OS 17_0)", "tablet", "ios", "iOS"),
            ("App/1 CFNetwork/1490 Darwin/23", "mobile", "ios", "iOS"),
            (
                "Mozilla/5.0 (Apple TV; U; CPU OS 12.1 like Mac OS X; en-us) AdobePassNativeClient/3.9", "unknown",
                "tvOS",
                "tvOS"
            ), ("AppleTV6,2/11.1", "unknown", "tvOS", "tvOS"),
            ("App/1 (tvOS 17.0) CFNetwork/1490 Darwin/23", "unknown", "tvOS", "tvOS"),
            ("Mozilla/5.0 (Linux; Android 14) Mobile Safari", "mobile", "android", "Android"),
            ("AdobePassNativeClient/2.0 (Linux; Android 14)", "mobile", "android", "Android"),
            ("Mozilla/5.0 (Linux; Android 14) Safari", "tablet", "android", "Android"),
            ("Mozilla/5.0 (Windows NT 10.0; Xbox)", "gameconsole", "html5", "Windows"),
            ("Mozilla/5.0 (PlayStation 5)", "gameconsole", "html5", "PlayStation OS"),
            ("Mozilla/5.0 (Windows NT 10.0)", "computer", "html5", "Windows"),
            ("Mozilla/5.0 (Macintosh)", "computer", "html5", "Mac OS"),
            ("Mozilla/5.0 (X11; Linux x86_64)", "computer", "html5", "Linux"),
            ("curl/8", "unknown", "html5", "unknown"),
        ])
    func clientKind(agent: String, device: String, type: String, system: String) throws {
        let text = try TestSite().get("/adobe-services/config/TEST_REQUESTOR", [], [.userAgent: agent]).text
        #expect(text.contains("<device>\(device)</device><clientType>\(type)</clientType><os>\(system)</os>"))
    }

    @Test("A cookie of an ended login causes pendingLogout, one of a running or unknown login doesn't")
    func pendingLogout() throws {
        let site = try TestSite()
        let web = WebClient(site: site)
        let login = try web.login()
        let path = "/adobe-services/config/TEST_REQUESTOR"
        let ended = #"<os>unknown</os><pendingLogout reason="0">true</pendingLogout><requestor>"#
        #expect(!site.get(path, [], login.cookies).text.contains("pendingLogout"))
        _ = site.get("/adobe-services/logout", [("redirect_url", "a:b")], login.cookies)
        #expect(site.get(path, [], login.cookies).text.contains(ended))
        #expect(!site.get(path, [], [.cookie: "JSESSIONID=unknown"]).text.contains("pendingLogout"))
        #expect(!site.get(path).text.contains("pendingLogout"))
    }
}
