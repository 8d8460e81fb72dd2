import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Texts that are kept", .eachStore)
struct StoredTextTests {
    private static let login = [("requestor_id", "TEST_REQUESTOR"), ("mso_id", "TempPass")]

    private func text(_ start: String, _ count: Int) -> String {
        start + String(repeating: "u", count: count - start.utf8.count)
    }

    private func expectRefusal(_ answer: HTTPResponse, naming name: String) {
        #expect(
            answer.status == .badRequest && answer.text.contains("\(name) is longer than 4096 bytes"), "\(answer.text)")
    }

    @Test(
        "A redirect URL has at most 4,096 bytes",
        arguments: ["/adobe-services/authenticate", "/adobe-services/1.0/authenticate/saml", "/adobe-services/logout"])
    func redirectURL(_ path: String) throws {
        let site = try TestSite()
        let longest = text("app://", 4_096)
        let answer = site.get(path, Self.login + [("redirect_url", longest)])
        #expect(answer.status == .found && answer.location == longest)
        expectRefusal(site.get(path, Self.login + [("redirect_url", longest + "u")]), naming: "redirect_url")
    }

    @Test("Generic data has at most 4,096 bytes, counted after decoding")
    func genericData() throws {
        let site = try TestSite()
        func answer(_ data: String) -> HTTPResponse {
            site.get("/adobe-services/authenticate", Self.login + [("redirect_url", "a:b"), ("generic_data", data)])
        }
        let longest = String(repeating: "é", count: 2_048)
        #expect(answer(longest).status == .found)
        expectRefusal(answer(longest + "a"), naming: "generic_data")
    }

    @Test("A host has at most 260 bytes with its port")
    func host() throws {
        var site = try TestSite()
        for (count, status) in [(260, HTTPStatus.ok), (261, .badRequest)] {
            site.authority =
                String(repeating: "a.", count: 127) + "a" + String(repeating: "b", count: count - 260) + ":8080"
            #expect(site.authority.utf8.count == count)
            #expect(site.get("/adobe-services/config/TEST_REQUESTOR").status == status)
        }
    }
}
