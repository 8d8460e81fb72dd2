import PassCore
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Denials", .eachStore)
struct DenialTests {
    @Test("With a denial status of 400 every denial has it, and other answers keep their own")
    func status() throws {
        let client = NativeClient(site: try TestSite { $0.denialStatus = 400 })
        let token = try client.login()
        let sentence = "Your package does not include this channel."
        #expect(client.authorize(token, "deny:x").isDenial(sentence, "noAuthZ", .badRequest))
        #expect(client.authorize(token, "<rss>").isDenial("The resource is not valid.", "invalid", .badRequest))
        let missing = client.site.post("/adobe-services/authorizeDevice", [("requestor_id", "TEST_REQUESTOR")])
        #expect(missing.status == .badRequest && missing.fields["Authzf-Error-Code"] == "invalid")
        #expect(client.authorize(token).status == .ok)
        #expect(client.authorize("x").status == .ok && client.authorize("x").text == Documented.pendingLogout)
    }

    @Test("Each value of the header has a resource that causes it")
    func vocabulary() throws {
        let client = NativeClient(site: try TestSite())
        let token = try client.login()
        for (resource, code) in [
            ("deny:", "noAuthZ"), ("network:", "network"), ("fraud:", "fraud"), ("invalid:", "invalid"),
            ("norefreshtoken:", "norefreshtoken"), ("authznone:", "authzNone"),
        ] {
            let answer = client.authorize(token, "\(resource)x")
            #expect(answer.fields["Authzf-Error-Code"] == code)
            #expect(answer.text.hasPrefix("<error><notAuthorized/><details>") && !answer.fields.contains("mismatch"))
        }
        let mismatch = client.authorize(token, "mismatch:x")
        #expect(mismatch.status == .ok && mismatch.text == Documented.pendingLogout(34764))
        #expect(mismatch.fields["Authzf-Error-Code"] == "mismatch")
    }

    @Test("More denials of one login than allowed within the period are reported as 1010, until the period ends")
    func repeated() throws {
        let site = try TestSite {
            $0.repeatedDenials.count = 2
            $0.repeatedDenials.seconds = 60
        }
        let client = NativeClient(site: site)
        let (token, other) = (try client.login(), try client.login())
        func subCode(_ token: String, _ resource: String) -> String? {
            client.authorize(token, resource).fields["Authzf-Sub-Error-Code"]
        }
        #expect(subCode(token, "network:x") == nil && subCode(token, "deny:1") == nil)
        #expect(client.authorize(token).element("authzToken") != nil)
        #expect(subCode(token, "deny:2") == nil)
        site.clock?.advance(by: .seconds(59))
        #expect(subCode(token, "deny:3") == "1010")
        #expect(client.authorize(token, "deny:3").isDenial("Too many denied requests. Try again later.", "fraud"))
        #expect(subCode(other, "deny:1") == nil && client.authorize(token).element("authzToken") != nil)
        site.clock?.advance(by: .seconds(1))
        #expect(subCode(token, "deny:4") == nil)
    }

    @Test("Without that setting any number of denials is allowed")
    func unlimited() throws {
        let client = NativeClient(site: try TestSite())
        let token = try client.login()
        for _ in 0..<50 {
            #expect(client.authorize(token, "deny:x").fields["Authzf-Error-Code"] == "noAuthZ")
        }
    }

    @Test("A device that isn't the token's is also reported in the header, if an authorization is requested")
    func mismatch() throws {
        let client = NativeClient(site: try TestSite())
        let token = try client.login()
        let decision = try #require(client.authorize(token).element("authzToken"))
        var other = client
        other.deviceID = "decade"
        let answer = other.authorize(token)
        #expect(answer.text == Documented.pendingLogout(34764))
        #expect(answer.fields["Authzf-Error-Code"] == "mismatch")
        #expect(other.mediaToken(decision).text == Documented.pendingLogout(58772))
        #expect(!other.mediaToken(decision).fields.contains("Authzf-Error-Code"))
    }

    private static let bombs: [String] = {
        var laughs = "<!DOCTYPE rss [<!ENTITY a0 \"ha\">"
        for level in 1...20 {
            laughs += "<!ENTITY a\(level) \"" + String(repeating: "&a\(level - 1);", count: 10) + "\">"
        }
        let item = "<rss><channel><item><guid>"
        let end = "</guid></item></channel></rss>"
        return [
            laughs + "]>\(item)&a20;\(end)",
            "<!DOCTYPE rss [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>\(item)&x;\(end)",
            "<!DOCTYPE rss [<!ENTITY % p SYSTEM \"http://127.0.0.1:1/x.dtd\">%p;]>\(item)A\(end)",
            "<!DOCTYPE rss SYSTEM \"http://127.0.0.1:1/x.dtd\">\(item)A\(end)",
            String(repeating: "<a>", count: 10_000) + String(repeating: "</a>", count: 10_000),
            "<rss><channel>" + String(repeating: "<a>", count: 200) + String(repeating: "</a>", count: 200)
                + "<title>T</title></channel></rss>",
            item + String(repeating: "A", count: 250_000) + end,
            "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\(item)A\(end)",
            "<?xml version=\"1.0\" encoding=\"nonsense\"?>\(item)A\(end)", "\(item)A&#0;B\(end)",
            "\(item)A\u{0}B\(end)",
            "\(item)A&undeclared;\(end)", item + "A", "\(item)A\(end)\(item)A\(end)",
        ]
    }()

    @Test("No document makes the service work hard, read a file or fail: all of these are invalid", arguments: bombs)
    func hostileDocument(_ resource: String) throws {
        let client = NativeClient(site: try TestSite())
        let token = try client.login()
        let answer = client.authorize(token, resource)
        #expect(answer.status == .ok && answer.fields["Authzf-Error-Code"] == "invalid")
        #expect(answer.text.hasPrefix("<error><notAuthorized/><details>") && !answer.text.contains("root:"))
        #expect(client.preauthorize(token, [resource]).element("authorized") != "true")
    }
}
