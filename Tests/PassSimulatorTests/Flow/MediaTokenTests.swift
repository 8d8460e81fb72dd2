import PassCore
import PassDomain
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Media tokens, from the decision to the programmer's server", .eachStore)
struct MediaTokenTests {
    private func verdict(_ site: TestSite, _ token: String, resource: String? = nil) -> String? {
        let form = [("token", token)] + (resource.map { [("resource", $0)] } ?? [])
        let text = site.post("/_sim/tokens/verify", form).text
        return text.split(separator: "\"").dropFirst(3).first.map(String.init)
    }

    @Test("Tokens issued within one second are the same text and can be presented as many times")
    func sameSecond() throws {
        let site = try TestSite()
        let client = NativeClient(site: site)
        let decision = try #require(client.authorize(client.login()).element("authzToken"))
        let tokens = (0..<3).map { _ in client.mediaToken(decision).text }
        #expect(Set(tokens).count == 1)
        let verdicts = tokens.map { verdict(site, $0) }
        #expect(verdicts == ["VALID_TOKEN", "VALID_TOKEN", "VALID_TOKEN"])
        #expect(verdict(site, tokens[0]) == "TOKEN_ALREADY_USED")
    }

    @Test(
        "A used token stays used, and an unused one unused, when the clock is set past its end and back",
        arguments: [10_000, 6])
    func clockSetBack(records: Int) throws {
        let site = try TestSite { $0.limits.records = records }
        let client = NativeClient(site: site)
        let decision = try #require(client.authorize(client.login()).element("authzToken"))
        let used = client.mediaToken(decision).text
        #expect(verdict(site, used) == "VALID_TOKEN")
        site.clock?.advance(by: .seconds(1))
        let unused = client.mediaToken(decision).text
        site.clock?.advance(by: .hours(1))
        #expect(verdict(site, used) == "TOKEN_EXPIRED")
        // A store that is full forgets what has expired.
        for _ in 0..<6 {
            #expect(verdict(site, client.mediaToken(decision).text) == "VALID_TOKEN")
            site.clock?.advance(by: .minutes(10))
        }
        site.clock?.set(to: TestSite.start + .seconds(2))
        #expect(verdict(site, used) == "TOKEN_ALREADY_USED")
        #expect(verdict(site, unused) == (records > 6 ? "VALID_TOKEN" : "TOKEN_ALREADY_USED"))
        let next = client.mediaToken(decision).text
        #expect(verdict(site, next) == "VALID_TOKEN")
    }

    @Test("An empty resource or requestor is refused, as it would check nothing", arguments: ["resource", "requestor"])
    func emptyCheck(_ name: String) throws {
        let site = try TestSite()
        let client = NativeClient(site: site)
        let token = client.mediaToken(try #require(client.authorize(client.login()).element("authzToken"))).text
        #expect(site.post("/_sim/tokens/verify", [("token", token), (name, "")]).status == .badRequest)
        let json = JSONWriter.object { body in
            body.member("token", token)
            body.member(.text(name), "")
        }
        let request = site.request(.post, "/_sim/tokens/verify", [.contentType: "application/json"], body: json)
        #expect(site.send(request).status == .badRequest)
        #expect(verdict(site, token) == "VALID_TOKEN")
    }

    @Test("A token without a record in this World is valid once, as after a restart")
    func restarted() throws {
        let before = try TestSite()
        let client = NativeClient(site: before)
        let token = client.mediaToken(try #require(client.authorize(client.login()).element("authzToken"))).text
        let after = try TestSite()
        #expect(verdict(after, token) == "VALID_TOKEN")
        #expect(verdict(after, token) == "TOKEN_ALREADY_USED")
    }

    @Test(
        "A document with any line endings is the same resource when its media token is checked",
        arguments: [
            "<rss>\r\n<channel><title>NET</title></channel>\r\n</rss>",
            "<rss>\r<channel><title>NET</title></channel></rss>",
        ])
    func lineEnds(_ resource: String) throws {
        let site = try TestSite()
        let client = NativeClient(site: site)
        let decision = try #require(client.authorize(client.login(), resource).element("authzToken"))
        #expect(verdict(site, client.mediaToken(decision).text, resource: resource) == "VALID_TOKEN")
    }

    @Test("The longest resource gives readable tokens, whatever its content; a longer one is invalid")
    func longResource() throws {
        let site = try TestSite()
        let client = NativeClient(site: site)
        let token = try client.login()
        let longest = String(repeating: "&", count: 12_288)
        let decision = try #require(client.authorize(token, longest).element("authzToken"))
        #expect(verdict(site, client.mediaToken(decision).text, resource: longest) == "VALID_TOKEN")
        let refusal = client.authorize(token, longest + "&")
        #expect(refusal.fields["Authzf-Error-Code"] == "invalid")
        #expect(refusal.element("authzToken") == nil)
    }
}
