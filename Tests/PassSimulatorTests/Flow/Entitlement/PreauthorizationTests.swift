import PassCore
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Preauthorization", .eachStore)
struct PreauthorizationTests {
    private static func feed(_ guid: String) -> String {
        "<rss version=\"2.0\"><channel><item><title>T</title><guid>\(guid)</guid></item></channel></rss>"
    }

    private func resource(_ id: String, _ isPermitted: Bool) -> String {
        "<resource><id>\(id)</id><authorized>\(isPermitted)</authorized></resource>"
    }

    @Test("Each resource is answered in its position, including repeated ones, without white space")
    func answers() throws {
        let client = NativeClient(site: try TestSite())
        let answer = client.preauthorize(try client.login(), ["A&B", "deny:x", "A&B", "network:x", "deny:x"])
        #expect(answer.status == .ok && answer.fields[.contentType] == "application/xml;charset=UTF-8")
        let expected = [
            ("A&amp;B", true), ("deny:x", false), ("A&amp;B", true), ("network:x", false), ("deny:x", false),
        ]
        #expect(answer.text == "<resources>" + expected.map { resource($0, $1) }.joined() + "</resources>")
        #expect(!answer.fields.contains("Authzf-Error-Code"))
    }

    @Test("MRSS is decided by its item's guid and repeated as it was sent; unreadable MRSS isn't permitted")
    func documents() throws {
        let client = NativeClient(site: try TestSite())
        let good = Self.feed("A")
        let answer = client.preauthorize(try client.login(), [good, Self.feed("deny:x"), "<rss>"])
        #expect(answer.text.contains("&lt;rss version=\"2.0\"&gt;"))
        let decisions = answer.text.split(separator: "<authorized>").dropFirst().map { $0.prefix { $0 != "<" } }
        #expect(decisions == ["true", "false", "false"] && answer.element("id") == good)
    }

    @Test("More different resources than the MVPD takes are refused with an empty list")
    func limit() throws {
        let site = try TestSite { $0.mvpds["AcmeCable"]?.preauthorizationLimit = 2 }
        let names = ["A", "B", "C", "D", "E", "F"]
        for (mvpd, limit) in [("Adobe", 5), ("AcmeCable", 2)] {
            let client = NativeClient(site: site, mvpd: mvpd)
            let token = try client.login()
            #expect(client.preauthorize(token, Array(names.prefix(limit)) + ["A", "A"]).status == .ok)
            let refused = client.preauthorize(token, Array(names.prefix(limit + 1)))
            #expect(refused.status == .forbidden && refused.text == "<resources></resources>")
        }
    }

    @Test("A call needs no device and no `mso_id`; a device that is named must be the right one")
    func devices() throws {
        let strict = NativeClient(site: try TestSite { $0.deviceBinding.check = .strict })
        let token = try strict.login()
        #expect(strict.preauthorize(token, ["A"]).text.contains("<authorized>true"))
        #expect(strict.preauthorize(token, ["A"], ["ap_21": "other"]).text == Documented.pendingLogout(34764))
    }

    @Test("A token that is no longer accepted causes pendingLogout")
    func badTokens() throws {
        let client = NativeClient(site: try TestSite { $0.ttl.authenticationSeconds = 60 })
        let token = try client.login()
        for bad in ["x", token + " ", String(token.dropLast())] {
            #expect(client.preauthorize(bad, ["A"]).text == Documented.pendingLogout)
        }
        client.site.clock?.advance(by: .seconds(60))
        #expect(client.preauthorize(token, Array(repeating: "A", count: 9)).text == Documented.pendingLogout)
    }

    @Test("A missing or empty resource, or a control character in one, is 400")
    func malformed() throws {
        let client = NativeClient(site: try TestSite())
        let token = try client.login()
        for resources in [[], [""], ["A", "B\u{0}"], ["A\r\nB"], ["<rss>\u{1}</rss>"]] {
            let answer = client.preauthorize(token, resources)
            #expect(answer.status == .badRequest && answer.text.contains("resource_id"), "\(resources)")
        }
        #expect(client.preauthorize(token, ["", "A"]).text == "<resources>\(resource("A", true))</resources>")
    }

    @Test("A resource that the requestor doesn't offer isn't permitted if unknown resources are refused")
    func unknown() throws {
        let client = NativeClient(site: try TestSite { $0.unknownResources = .refuse })
        let answer = client.preauthorize(try client.login(), ["TEST_RESOURCE", "OTHER"])
        #expect(answer.text == "<resources>\(resource("TEST_RESOURCE", true) + resource("OTHER", false))</resources>")
    }

    @Test("An answer takes as long as its slowest resource, and a subscriber without an entitlement gets no permission")
    func slow() throws {
        let client = NativeClient(site: try TestSite())
        #expect(client.preauthorize(try client.login(), ["A", "slow:x"]).delivery == .delayed(milliseconds: 3000))
        let denied = client.preauthorize(try client.login(user: "denied"), ["A"])
        #expect(denied.text == "<resources>\(resource("A", false))</resources>")
    }

    @Test("At an MVPD that lists resources the profile carries the subscriber's channels, attribute first")
    func list() throws {
        let client = NativeClient(site: try TestSite(), mvpd: "ListTV")
        let token = try client.login()
        let list = ["TEST_RESOURCE", "SimNews", "SimSports"].map {
            "<simpleAuthorizedResource simpleResourceID=\"\($0)\"/>"
        }
        #expect(token.contains("<simpleAuthorizedResources>\(list.joined())</simpleAuthorizedResources>"))
        #expect(client.authorize(token).element("authzToken") != nil)
        #expect(!(try client.login(user: "nometadata")).contains("simpleAuthorizedResource"))
        #expect(!(try NativeClient(site: client.site).login()).contains("simpleAuthorizedResource"))
    }

    @Test("A channel list that doesn't fit into a token is shortened, and the token is still valid")
    func longList() throws {
        let site = try TestSite {
            $0.subscribers["user"]?.metadata["channelID"] = .list(
                (0..<900).map { .text("channel-\($0)-" + String(repeating: "&", count: 20)) })
        }
        let client = NativeClient(site: site, mvpd: "ListTV")
        let token = try client.login()
        #expect(token.contains("channel-0-") && !token.contains("channel-899-"))
        #expect(client.authorize(token).element("authzToken") != nil)
    }
}
