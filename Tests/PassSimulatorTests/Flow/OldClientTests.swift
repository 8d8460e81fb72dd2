import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Old native clients", .eachStore)
struct OldClientTests {
    private func answer(_ agent: String, oldest: String? = "1.9") throws -> HTTPResponse {
        try TestSite { $0.oldestClient = oldest }
            .get("/adobe-services/1.0/config/TEST_REQUESTOR", [], [.userAgent: agent])
    }

    @Test(
        "A native SDK before the oldest supported one gets 410 instead of a configuration",
        arguments: [
            "AdobePassNativeClient/1.8 (Linux; U; Android 4.4; en-us)", "AdobePassNativeClient/1",
            "AdobePassNativeClient/0.9.9",
            "AdobePassNativeClient%2F1.8%20(iPhone%3B%20U%3B%20CPU%20iPhone%20OS%208.4%20like%20Mac%20OS%20X%3B%20en-us)",
            "MyApp/9.9 CFNetwork/711 AdobePassNativeClient/1.8.99", "AdobePassNativeClient/1.8.4.7.9 (x)",
        ])
    func old(_ agent: String) throws {
        let gone = try answer(agent)
        #expect(gone.status == .gone)
        #expect(gone.text.contains("410 Gone") && gone.text.contains("API version too old."))
        #expect(gone.fields[.contentType] == "text/html;charset=utf-8")
        #expect(try answer(agent, oldest: nil).status == .ok)
    }

    @Test(
        "Newer SDKs and other clients get a configuration",
        arguments: [
            "AdobePassNativeClient/1.9 (Linux)", "AdobePassNativeClient/1.9.0", "AdobePassNativeClient/1.10",
            "AdobePassNativeClient/1.9.4 (iPhone; U; CPU iPhone OS 9.2.1 like Mac OS X; en-us)",
            "App/1.0 (iOS) AdobePassNativeClient/3.6.1", "AdobePassNativeClient/99999999999999999999999",
            "Mozilla/5.0 (X11; Linux x86_64) Chrome/120.0", "AdobePassNativeClient/", "AdobePassNativeClient/x1.0",
            "AdobePassNativeClient%2F1.9%20%zz", "",
        ])
    func current(_ agent: String) throws {
        #expect(try answer(agent).status == .ok)
    }

    @Test("The version is checked before the requestor")
    func order() throws {
        let site = try TestSite {
            $0.oldestClient = "2"
            $0.unknownRequestors = .refuse
        }
        let answer = site.get("/adobe-services/config/NOBODY", [], [.userAgent: "AdobePassNativeClient/1.9.9.9"])
        #expect(answer.status == .gone)
    }
}
