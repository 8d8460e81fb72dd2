import PassCore
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("A World's time and identifiers", .eachStore)
struct WorldTimeTests {
    @Test("The clock drives the Date field, the configuration's time and the dates in tokens")
    func clock() throws {
        let client = NativeClient(site: try TestSite())
        client.site.clock?.set(to: try #require(CivilTime.timestamp(isoDate: "1999-12-31T23:59:59Z")))
        let configuration = client.site.get("/adobe-services/config/TEST_REQUESTOR")
        #expect(configuration.fields[.date] == "Fri, 31 Dec 1999 23:59:59 GMT")
        #expect(configuration.text.contains("<time>946684799000</time>"))
        let token = try client.login()
        #expect(token.element("simpleTokenExpires") == "2000/01/30 23:59:59 GMT +0000")
        let decision = try #require(client.authorize(token).element("authzToken"))
        #expect(decision.element("simpleTokenTTL") == "2000/01/01 23:59:59 GMT +0000")
        #expect(client.mediaToken(decision).text.element("issueTime") == "1999-12-31 23:59:59 +0000")
    }

    @Test("A login that no user completes within an hour is removed")
    func sessionExpires() throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        let query = [("requestor_id", "TEST_REQUESTOR"), ("mso_id", "Adobe"), ("redirect_url", "a:b")]
        let form = try browser.openLogin(query)
        let page = try browser.open(
            form.action, posting: form.fields + [("username", "user"), ("password", "password")])
        let confirmation = try #require(TestBrowser.Form(page.text))
        site.clock?.advance(by: .seconds(3600))
        let end = try browser.open(confirmation.action, posting: confirmation.fields)
        #expect(end.status == .badRequest && end.location == nil)
        #expect(WebClient(site: site).session(browser.cookieField).status == .unauthorized)
    }

    @Test("An assertion that arrives too late is refused, and the login can be repeated")
    func assertionExpires() throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        let query = [("requestor_id", "TEST_REQUESTOR"), ("mso_id", "Adobe"), ("redirect_url", "a:b")]
        let form = try browser.openLogin(query)
        let page = try browser.open(
            form.action, posting: form.fields + [("username", "user"), ("password", "password")])
        let confirmation = try #require(TestBrowser.Form(page.text))
        site.clock?.advance(by: .seconds(900))
        #expect(try browser.open(confirmation.action, posting: confirmation.fields).status == .badRequest)
        // The MVPD knows the browser by now.
        #expect(try browser.begin(query).location == "a:b")
    }

    @Test("The MVPD's answer works once: its replay is refused and changes nothing")
    func replay() throws {
        let site = try TestSite()
        var browser = TestBrowser(site)
        let query = [("requestor_id", "TEST_REQUESTOR"), ("mso_id", "Adobe"), ("redirect_url", "a:b")]
        let form = try browser.openLogin(query)
        let page = try browser.open(
            form.action, posting: form.fields + [("username", "user"), ("password", "password")])
        let confirmation = try #require(TestBrowser.Form(page.text))
        #expect(try browser.open(confirmation.action, posting: confirmation.fields).location == "a:b")
        let token = NativeClient(site: site).session(browser.cookieField).element("authnToken")
        let again = try browser.open(confirmation.action, posting: confirmation.fields)
        #expect(again.status == .badRequest && again.location == nil)
        #expect(token != nil && NativeClient(site: site).session(browser.cookieField).element("authnToken") == token)
    }

    private func flow(seed: UInt64) throws -> [String] {
        let site = try TestSite { $0.seed = seed }
        let native = NativeClient(site: site)
        let web = try WebClient(site: site, deviceID: "0123456789abcdef0123456789abcdef").login()
        let token = try native.login()
        let decision = try #require(native.authorize(token).element("authzToken"))
        return [token, decision, native.mediaToken(decision).text, web.token, web.cookies[.cookie] ?? ""]
    }

    @Test("Two sites with one seed give the same tokens byte for byte; another seed gives others")
    func seeds() throws {
        let first = try flow(seed: 7)
        // A seed has no effect where nodes share the store, which must not make the same identifiers.
        #expect(try (flow(seed: 7) == first) == (EachStore.kind != .redis))
        let other = try flow(seed: 8)
        #expect(other[0] != first[0] && other[3] != first[3])
    }
}
