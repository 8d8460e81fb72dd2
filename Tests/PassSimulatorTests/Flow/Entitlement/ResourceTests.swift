import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Resources with magic names", .eachStore)
struct ResourceTests {
    /// A magic resource and the answer that its name promises.
    struct Case: Sendable, CustomTestStringConvertible {
        var resource: String
        var code: String
        var subCode: String?
        /// `nil`: any sentence.
        var details: String?
        var testDescription: String { resource }
    }

    private static let noChannel = "Your package does not include this channel."
    /// The spelling is the one that the JavaScript SDK compares with.
    private static let network =
        "A network error occured when communicating with the provider\"s authorization service"
    private static let cases = [
        Case(resource: "deny:", code: "noAuthZ", details: noChannel),
        Case(resource: "deny:sports", code: "noAuthZ", details: noChannel),
        Case(resource: "network:x", code: "network", details: network),
        Case(resource: "fraud:x", code: "fraud", subCode: "1010"),
        Case(resource: "invalid:x", code: "invalid"),
    ]

    private static func feed(_ guid: String) -> String {
        "<rss version=\"2.0\" xmlns:media=\"http://search.yahoo.com/mrss/\"><channel><title>TEST_RESOURCE</title>"
            + "<item><title>An &amp; episode</title><guid>\(guid)</guid>"
            + "<media:rating scheme=\"urn:v-chip\">tv-pg</media:rating></item></channel></rss>"
    }

    private func expectDenial(_ answer: HTTPResponse, _ expected: Case) throws {
        #expect(answer.status == .ok && answer.delivery == .immediate)
        let details = try #require(answer.element("details"))
        #expect(!details.isEmpty && !details.contains("details"))
        if let wanted = expected.details { #expect(details == wanted) }
        #expect(answer.text == "<error><notAuthorized/><details>\(details)</details></error>")
        #expect(answer.fields["Authzf-Error-Code"] == expected.code)
        #expect(answer.fields["Authzf-Error-Details"] == details)
        #expect(answer.fields["Authzf-Sub-Error-Code"] == expected.subCode)
    }

    @Test("Each magic resource is refused as its name says, to native and web clients", arguments: cases)
    func plain(_ expected: Case) throws {
        let site = try TestSite()
        let web = WebClient(site: site)
        try expectDenial(web.authorize(try web.login().token, expected.resource), expected)
        let native = NativeClient(site: site)
        try expectDenial(native.authorize(try native.login(), expected.resource), expected)
    }

    @Test("In MRSS the item's guid decides", arguments: cases)
    func documents(_ expected: Case) throws {
        let client = WebClient(site: try TestSite())
        try expectDenial(client.authorize(try client.login().token, Self.feed(expected.resource)), expected)
    }

    @Test("A slow resource is permitted three seconds later", arguments: ["slow:x", feed("slow:x")])
    func slow(_ resource: String) throws {
        let client = WebClient(site: try TestSite())
        let token = try client.login().token
        let answer = client.authorize(token, resource)
        #expect(answer.delivery == .delayed(milliseconds: 3000))
        let decision = try #require(answer.element("authzToken"))
        let media = client.mediaToken(decision)
        #expect(media.delivery == .immediate && media.text.contains("<shortAuthorizationToken>"))
    }

    @Test("Magic names are recognized only at the start, and in their exact spelling")
    func notMagic() throws {
        let client = WebClient(site: try TestSite())
        let token = try client.login().token
        for resource in ["deny", "DENY:x", " deny:x", "sports deny:x", Self.feed("TEST_RESOURCE")] {
            #expect(client.authorize(token, resource).element("authzToken") != nil, "\(resource)")
        }
    }

    @Test("A resource that the requestor does not offer is denied where unknown ones are refused")
    func unknown() throws {
        let client = WebClient(site: try TestSite { $0.unknownResources = .refuse })
        let token = try client.login().token
        #expect(client.authorize(token).element("authzToken") != nil)
        #expect(client.authorize(token, Self.feed("TEST_RESOURCE")).element("authzToken") != nil)
        try expectDenial(
            client.authorize(token, "OTHER"), Case(resource: "OTHER", code: "noAuthZ", details: Self.noChannel))
        let open = WebClient(site: client.site, requestor: "DEMO_NET")
        #expect(open.authorize(try open.login().token, "OTHER").element("authzToken") != nil)
    }

    @Test("A subscriber who may watch nothing is denied slow resources as well, as late as others are permitted")
    func slowDenial() throws {
        let client = WebClient(site: try TestSite())
        let answer = client.authorize(try client.login(user: "denied").token, "slow:x")
        #expect(answer.element("authzToken") == nil && answer.delivery == .delayed(milliseconds: 3000))
    }

    @Test("A temporary pass permits the requested resource")
    func temporaryPass() throws {
        let client = WebClient(site: try TestSite(), mvpd: "TempPass")
        var browser = TestBrowser(client.site)
        try browser.open(
            "/adobe-services/authenticate/saml?requestor_id=TEST_REQUESTOR&mso_id=TempPass&redirect_url=a:b")
        let token = try #require(client.session(browser.cookieField).element("authnToken"))
        #expect(client.authorize(token).element("authzToken") != nil)
    }
}
