import PassCore
import PassDomain
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("MVPDs that fail because of a rule", .eachStore)
struct MVPDFaultTests {
    private let query = [
        ("requestor_id", "TEST_REQUESTOR"), ("mso_id", "Adobe"), ("redirect_url", "adobepass://ios.app"),
    ]

    private func rule(_ fault: String) -> String {
        #"{"match": {"mvpd": "Adobe"}, "action": {"mvpd": "\#(fault)"}}"#
    }

    @Test("An MVPD that is down shows no page and decides nothing")
    func down() throws {
        let site = try TestSite()
        let client = NativeClient(site: site)
        let token = try client.login()
        try site.addRule(rule("down"))
        var browser = TestBrowser(site)
        #expect(try browser.begin(query).status == .serviceUnavailable)
        #expect(client.authorize(token).fields["Authzf-Error-Code"] == "network")
        #expect(client.preauthorize(token, ["A"]).text.contains("<authorized>false</authorized>"))
        #expect(site.get("/_sim/mvpd/AcmeCable/logo.svg").status == .ok)
    }

    @Test(
        "A defect has no effect on an operation in which it can't show, and leaves it to other rules",
        arguments: ["down", "slow", "badSignature"])
    func elsewhere(_ fault: String) throws {
        let site = try TestSite()
        let app = try RESTv2App(site)
        let rule = #"{"match": {"operation": "RetrieveProfiles"}, "action": {"mvpd": "\#(fault)"}}"#
        let added = site.control(.post, "rules", rule).json
        let warning = "The defect \(fault) doesn't show in any operation that the rule matches."
        #expect(added["warnings"] == .array([.string(warning)]))
        try site.addRule(#"{"match": {"operation": "RetrieveProfiles"}, "action": {"status": 503}}"#)
        #expect(app.get("profiles").status == .serviceUnavailable)
        #expect(site.hits(try #require(added["id"]?.stringValue)) == 0)
    }

    @Test("A slow MVPD takes five seconds longer")
    func slow() throws {
        let site = try TestSite()
        let client = NativeClient(site: site)
        let token = try client.login()
        let usual = client.authorize(token).delivery.delayMilliseconds
        try site.addRule(rule("slow"))
        #expect(client.authorize(token).delivery.delayMilliseconds == usual + MVPDFault.slowness)
        #expect(site.get("/_sim/mvpd/Adobe/logo.svg").delivery.delayMilliseconds == MVPDFault.slowness)
    }

    @Test(
        "The service refuses an assertion with a defect",
        arguments: ["badSignature", "wrongAudience", "expiredAssertion"])
    func assertion(_ fault: String) throws {
        let site = try TestSite()
        try site.addRule(rule(fault))
        var browser = TestBrowser(site)
        let end = try browser.signIn(browser.openLogin(query))
        #expect(NativeClient(site: site).session(browser.cookieField).element("authnToken") == nil, "\(end.status)")
        site.removeRules()
        var other = TestBrowser(site)
        #expect(try other.signIn(other.openLogin(query)).location == "adobepass://ios.app")
    }

    @Test("In a login loop the form is shown again after the right password")
    func loop() throws {
        let site = try TestSite()
        try site.addRule(rule("loginLoop"))
        var browser = TestBrowser(site)
        let form = try browser.openLogin(query)
        let again = try browser.open(
            form.action, posting: form.fields + [("username", "user"), ("password", "password")])
        #expect(again.status == .ok && again.text.contains("type=\"password\""))
        site.removeRules()
        let end = try browser.signIn(try #require(TestBrowser.Form(again.text)))
        #expect(end.location == "adobepass://ios.app")
    }
}
