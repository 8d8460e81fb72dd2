import PassDomain
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Media tokens, from the permission to the programmer's server")
struct MediaTokenTests {
    private func verdict(_ site: TestSite, _ token: String, resource: String? = nil) -> String? {
        let form = [("token", token)] + (resource.map { [("resource", $0)] } ?? [])
        let text = site.post("/_sim/tokens/verify", form).text
        return text.split(separator: "\"").dropFirst(3).first.map(String.init)
    }

    @Test("Tokens that are given out within one second are the same text and count as many presentations")
    func sameSecond() throws {
        let site = try TestSite()
        let client = NativeClient(site: site)
        let permission = try #require(client.authorize(client.login()).element("authzToken"))
        let tokens = (0..<3).map { _ in client.mediaToken(permission).text }
        #expect(Set(tokens).count == 1)
        let verdicts = tokens.map { verdict(site, $0) }
        #expect(verdicts == ["VALID_TOKEN", "VALID_TOKEN", "VALID_TOKEN"])
        #expect(verdict(site, tokens[0]) == "TOKEN_ALREADY_USED")
    }

    @Test("A token that this World has no record of counts once, as after a restart")
    func restarted() throws {
        let before = try TestSite()
        let client = NativeClient(site: before)
        let token = client.mediaToken(try #require(client.authorize(client.login()).element("authzToken"))).text
        let after = try TestSite()
        #expect(verdict(after, token) == "VALID_TOKEN")
        #expect(verdict(after, token) == "TOKEN_ALREADY_USED")
    }

    @Test(
        "A document with any line ends is the same resource when its media token is checked",
        arguments: [
            "<rss>\r\n<channel><title>NET</title></channel>\r\n</rss>",
            "<rss>\r<channel><title>NET</title></channel></rss>",
        ])
    func lineEnds(_ resource: String) throws {
        let site = try TestSite()
        let client = NativeClient(site: site)
        let permission = try #require(client.authorize(client.login(), resource).element("authzToken"))
        #expect(verdict(site, client.mediaToken(permission).text, resource: resource) == "VALID_TOKEN")
    }

    @Test("The longest resource gives tokens that can be read again, whatever it holds; a longer one is invalid")
    func longResource() throws {
        let site = try TestSite()
        let client = NativeClient(site: site)
        let token = try client.login()
        let longest = String(repeating: "&", count: 12_288)
        let permission = try #require(client.authorize(token, longest).element("authzToken"))
        #expect(verdict(site, client.mediaToken(permission).text, resource: longest) == "VALID_TOKEN")
        let refusal = client.authorize(token, longest + "&")
        #expect(refusal.fields["Authzf-Error-Code"] == "invalid")
        #expect(refusal.element("authzToken") == nil)
    }
}
