import PassCore
import PassDomain
import PassHTTP
import Testing

@testable import PassSimulator

/// Addresses end up in logs, histories and `Referer` fields, and the MVPD sees them too.
@Suite("The names of logins that go through the MVPD aren't session cookies", .eachStore)
struct RelayedNameTests {
    private static let mvpds = ["Adobe", "AcmeCable", "MetaCable", "OAuthTV"]

    private func query(_ mvpd: String) -> [(name: String, value: String)] {
        [("requestor_id", "TEST_REQUESTOR"), ("mso_id", mvpd), ("redirect_url", "adobepass://ios.app")]
    }

    /// The value of `RelayState` or `state` in an address.
    private func relayed(in url: String?) throws -> String {
        let fields = try FormFields.parse(try #require(url.flatMap { URIReference($0)?.query }))
        return try #require(fields["RelayState"] ?? fields["state"])
    }

    private func cookie(_ browser: TestBrowser) throws -> String {
        let match = browser.cookieField[.cookie]?.firstMatch(of: /JSESSIONID=([^;]+)/)
        return String(try #require(match).1)
    }

    /// The MVPD's answer to a login, before it is delivered.
    private struct Answer {
        var url: String
        /// `nil` when the browser delivers it with `GET`.
        var form: [(name: String, value: String)]?
        var relayed: String

        func deliver(_ browser: inout TestBrowser, as name: String) throws -> HTTPResponse {
            try browser.open(
                url.replacing("state=\(relayed)", with: "state=\(name)"),
                posting: form?.map { ($0.name, $0.name == "RelayState" ? name : $0.value) })
        }
    }

    private func answer(_ browser: inout TestBrowser, _ mvpd: String) throws -> Answer {
        let login = try browser.openLogin(query(mvpd))
        let page = try browser.open(
            login.action, posting: login.fields + [("username", "user"), ("password", "password")])
        if let url = page.location { return Answer(url: url, relayed: try relayed(in: url)) }
        let form = try #require(TestBrowser.Form(page.text))
        let field = try #require(form.fields.first { $0.name == "RelayState" })
        return Answer(url: form.action, form: form.fields, relayed: field.value)
    }

    @Test("An attacker who saw a login's name can't fetch a token with it, and can't end the login", arguments: mvpds)
    func notACookie(_ mvpd: String) throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        let answer = try answer(&browser, mvpd)
        #expect(try answer.relayed != cookie(browser))
        #expect(try answer.deliver(&browser, as: answer.relayed).location == "adobepass://ios.app")

        let client = NativeClient(site: site, mvpd: mvpd)
        let stolen: HTTPFields = [.cookie: "JSESSIONID=\(answer.relayed)"]
        for refused in [
            client.session(stolen),
            site.post("/adobe-services/session", [("requestor_id", "TEST_REQUESTOR")], stolen),
        ] {
            #expect(refused.status == .unauthorized && refused.text == "Data not found")
        }
        let way = [("requestor_id", "TEST_REQUESTOR"), ("redirect_url", "adobepass://ios.app")]
        #expect(site.get("/adobe-services/logout", way, stolen).location == "adobepass://ios.app")
        #expect(client.session(browser.cookieField).element("authnToken") != nil)
    }

    @Test("A session cookie sent as a login's name is refused like an unknown one", arguments: mvpds)
    func cookieAsName(_ mvpd: String) throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        let answer = try answer(&browser, mvpd)
        let refused = try answer.deliver(&browser, as: try cookie(browser))
        let unknown = try answer.deliver(&browser, as: "unknown")
        #expect(refused.status == .badRequest && refused.location == nil)
        #expect(refused.status == unknown.status && refused.text == unknown.text)
        #expect(try answer.deliver(&browser, as: answer.relayed).location == "adobepass://ios.app")
    }

    @Test("The first answer has the cookie only in Set-Cookie", arguments: mvpds)
    func firstAnswer(_ mvpd: String) throws {
        var browser = TestBrowser(try TestSite())
        let first = try browser.open("/adobe-services/authenticate/saml?" + FormFields.encode(query(mvpd)))
        let cookie = try cookie(browser)
        #expect(!first.text.contains(cookie) && first.location?.contains(cookie) != true)
    }

    @Test("A token doesn't contain the cookie either")
    func token() throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        let answer = try answer(&browser, "Adobe")
        _ = try answer.deliver(&browser, as: answer.relayed)
        let token = try #require(NativeClient(site: site).session(browser.cookieField).element("authnToken"))
        let (name, index) = (token.element("simpleSamlNameID"), token.element("simpleSamlSessionIndex"))
        let handles = try #require(site.world).ports.tokens.openHandles(
            nameID: try #require(name), sessionIndex: try #require(index))
        #expect(try handles?.session.rawValue != cookie(browser))
    }

    @Test("The name of a logout isn't a session cookie", arguments: ["Adobe", "AcmeCable", "OAuthTV"])
    func logout(_ mvpd: String) throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        let answer = try answer(&browser, mvpd)
        _ = try answer.deliver(&browser, as: answer.relayed)
        let cookie = try cookie(browser)
        let out = site.get("/adobe-services/logout", query(mvpd), browser.cookieField)
        let name = try relayed(in: out.location)
        #expect(name != cookie && name != answer.relayed && out.location?.contains(cookie) == false)
        let refused = NativeClient(site: site, mvpd: mvpd).session([.cookie: "JSESSIONID=\(name)"])
        #expect(refused.status == .unauthorized && refused.text == "Data not found")
    }
}
