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
}
