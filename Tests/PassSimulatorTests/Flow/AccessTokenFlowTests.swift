import PassCore
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Access tokens on the calls of the SDKs", .eachStore)
struct AccessTokenFlowTests {
    /// Calls of the service, each with what makes it complete.
    private static let calls = [
        "/adobe-services/session?requestor_id=REF30", "/adobe-services/sessionDevice?requestor_id=REF30&device_id=1",
        "/adobe-services/config/REF30",
    ]

    @Test("No token is needed, a valid one is accepted, and an invalid one is 401 access_denied", arguments: calls)
    func bearer(_ call: String) throws {
        let site = try TestSite()
        let plain = site.get(call)
        let good = try site.registeredClient().bearer
        #expect(site.get(call, [], [.authorization: "Bearer \(good)"]).text == plain.text)
        for other in ["Digest x", "Bearers x", "Basic eDp5"] {
            #expect(site.get(call, [], [.authorization: other]).text == plain.text, "\(other)")
        }
        for bad in ["Bearer", "Bearer x", "bearer a.b.c", "Bearer \(good)x", "Bearer \(good.dropLast(2))"] {
            let answer = site.get(call, [], [.authorization: bad])
            #expect(answer.status == .unauthorized && answer.text == #"{"error":"access_denied"}"#, "\(bad)")
            #expect(answer.fields[.cacheControl] == "no-store" && answer.fields[.pragma] == "no-cache")
            #expect(answer.fields[.contentType] == "application/json;charset=UTF-8")
        }
    }

    @Test("An access token expires after six hours of the World's clock, and may be in the query as well")
    func expires() throws {
        let site = try TestSite()
        let query = [("requestor_id", "REF30"), ("access_token", try site.registeredClient().bearer)]
        site.clock?.advance(by: .seconds(21_600 - 1))
        #expect(site.get("/adobe-services/session", query).text == "Data not found")
        site.clock?.advance(by: .seconds(1))
        #expect(site.get("/adobe-services/session", query).text == #"{"error":"access_denied"}"#)
    }

    @Test("A browser with an invalid one is sent back with the error, if its redirect URL is allowed")
    func browser() throws {
        let site = try TestSite()
        func location(_ url: String) -> String? {
            site.get(
                "/adobe-services/authenticate/saml",
                [
                    ("requestor_id", "REF30"), ("mso_id", "Adobe"), ("access_token", "x"), ("redirect_url", url),
                ]
            ).location
        }
        #expect(location("adobepass://ios.app") == "adobepass://ios.app?error=access_denied")
        #expect(location("https://site.example/a?b=c") == "https://site.example/a?b=c&error=access_denied")
        #expect(location("javascript:alert(1)") == nil && location("//evil.example") == nil)
    }

    @Test("The error is added before a fragment, where the app's page can see it")
    func fragment() throws {
        let answer = try TestSite().get(
            "/adobe-services/authenticate",
            [
                ("requestor_id", "REF30"), ("mso_id", "Adobe"), ("access_token", "x"),
                ("redirect_url", "https://site.example/a#top"),
            ])
        #expect(answer.location == "https://site.example/a?error=access_denied#top")
    }
}
