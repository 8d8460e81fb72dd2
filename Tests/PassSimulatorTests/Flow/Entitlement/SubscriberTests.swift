import PassCore
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("The demo subscribers", .eachStore)
struct SubscriberTests {
    private let query = [
        ("requestor_id", "TEST_REQUESTOR"), ("mso_id", "Adobe"), ("redirect_url", "adobepass://ios.app"),
    ]

    @Test(
        "Subscribers without an entitlement log in, and are denied with their own message",
        arguments: [
            ("denied", "Your package does not include this channel."), ("expired", "Your subscription has expired."),
            ("parental", "Parental controls do not allow this program."),
        ])
    func denied(_ name: String, _ sentence: String) throws {
        let client = WebClient(site: try TestSite())
        let answer = client.authorize(try client.login(user: name).token, userMeta: "1")
        #expect(answer.status == .ok && answer.delivery == .immediate)
        #expect(answer.text == "<error><notAuthorized/><details>\(sentence)</details></error>")
        #expect(answer.fields[.contentType] == "application/xml;charset=UTF-8")
        #expect(answer.fields["Authzf-Error-Code"] == "noAuthZ")
        #expect(answer.fields["Authzf-Error-Details"] == sentence)
        #expect(!answer.fields.contains("Authzf-Sub-Error-Code"))
    }

    @Test("Magic names take any password, user only its own")
    func passwords() throws {
        var browser = TestBrowser(try TestSite())
        let form = try browser.openLogin(query)
        for name in ["user", "nobody"] {
            let page = try browser.open(
                form.action, posting: form.fields + [("username", name), ("password", "wrong")])
            #expect(page.text.contains(#"role="alert""#) && TestBrowser.Form(page.text)?.hasPassword == true)
        }
        #expect(try browser.signIn(form, user: "denied", password: "anything").location == "adobepass://ios.app")
    }

    @Test("A suspended subscriber sees the reason on the login page and is never signed in")
    func suspended() throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        let form = try browser.openLogin(query)
        let page = try browser.open(form.action, posting: form.fields + [("username", "suspended"), ("password", "x")])
        #expect(page.status == .ok && page.text.contains(#"role="alert""#))
        #expect(page.text.contains("This account is suspended. Call your provider."))
        #expect(NativeClient(site: site).session(browser.cookieField).status == .unauthorized)
        #expect(WebClient(site: site).session(browser.cookieField).text == Documented.pendingLogout)
    }

    @Test("A slow subscriber waits three seconds for the login, and for nothing else")
    func slow() throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        let form = try browser.openLogin(query)
        let end = try browser.signIn(form, user: "slow")
        #expect(end.location == "adobepass://ios.app" && end.delivery == .immediate)
        #expect(browser.answers.filter { $0.delivery == .delayed(milliseconds: 3000) }.count == 1)
        #expect(browser.answers.dropLast().last?.delivery == .delayed(milliseconds: 3000))
        let client = WebClient(site: site)
        let session = client.session(browser.cookieField)
        let token = try #require(session.element("authnToken"))
        #expect(session.delivery == .immediate && client.authorize(token).delivery == .immediate)
    }

    @Test("An MVPD that answers with an error ends on a page, and the session stays without a user")
    func error() throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        let form = try browser.openLogin(query)
        let end = try browser.signIn(form, user: "error")
        #expect(end.status == .badRequest && end.location == nil && !end.text.contains("adobepass:"))
        #expect(NativeClient(site: site).session(browser.cookieField).status == .unauthorized)
        #expect(WebClient(site: site).session(browser.cookieField).text == Documented.pendingLogout)
    }

    @Test("The session carries user metadata that a JSON parser reads directly from the XML")
    func metadata() throws {
        let site = try TestSite {
            $0.subscribers["user"]?.metadata["householdID"] = "<&> \"quoted\" \u{1F4FA}\n"
        }
        let client = WebClient(site: site)
        let text = client.session(try client.login().cookies).text
        let raw = try #require(text.element("userMeta"))
        #expect(!raw.contains("&") && !raw.contains("<"))
        let meta = try JSONValue.parse(Array(raw.utf8))
        #expect(meta["updated"]?.integerValue == TestSite.start.milliseconds)
        #expect(meta["encrypted"]?.arrayValue?.isEmpty == true)
        #expect(meta["data"]?["userID"]?.stringValue == "sim-user-1")
        #expect(meta["data"]?["householdID"]?.stringValue == "<&> \"quoted\" \u{1F4FA}\n")
        #expect(meta["data"]?["maxRating"]?["MPAA"]?.stringValue == "NC-17")
    }

    @Test("A subscriber without metadata has an empty record, never an empty element")
    func noMetadata() throws {
        let client = WebClient(site: try TestSite())
        let login = try client.login(user: "nometadata")
        let empty = #"{"updated":\#(TestSite.start.milliseconds),"encrypted":[],"data":{}}"#
        #expect(client.session(login.cookies).element("userMeta") == empty)
        #expect(client.authorize(login.token, userMeta: "1").element("userMeta") == empty)
        let temporary = WebClient(site: client.site, mvpd: "TempPass")
        var browser = TestBrowser(client.site)
        try browser.open(
            "/adobe-services/authenticate/saml?requestor_id=TEST_REQUESTOR&mso_id=TempPass&redirect_url=a:b")
        #expect(temporary.session(browser.cookieField).element("userMeta") == empty)
    }

    @Test("Authorize repeats the metadata when userMeta is 1, and only then", arguments: [nil, "0", "1", "true"])
    func metadataOnRequest(_ userMeta: String?) throws {
        let client = WebClient(site: try TestSite())
        let answer = client.authorize(try client.login().token, userMeta: userMeta)
        #expect(answer.text.hasPrefix("<result><authzToken>&lt;signatureInfo&gt;"))
        #expect(answer.text.contains("<userMeta>{") == (userMeta == "1"))
        #expect(!answer.text.contains("<error") && !answer.text.contains("notAuthorized"))
    }
}
