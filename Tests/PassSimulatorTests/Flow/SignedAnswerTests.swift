import PassCore
import PassCrypto
import PassHTTP
import PassSAML
import PassTestSupport
import Testing

@testable import PassSimulator

@Suite("The signature of an MVPD's answer", .eachStore)
struct SignedAnswerTests {
    /// A login up to the form that would complete it.
    private struct Login {
        let site: TestSite
        var browser: TestBrowser
        let answer: TestBrowser.Form
        /// What the MVPD answered.
        let xml: String

        init(_ mvpd: String) throws {
            site = try TestSite()
            browser = TestBrowser(site)
            let form = try browser.openLogin([
                ("requestor_id", "TEST_REQUESTOR"), ("mso_id", mvpd), ("redirect_url", "adobepass://ios.app"),
            ])
            let page = try browser.open(
                form.action, posting: form.fields + [("username", "user"), ("password", "password")])
            answer = try #require(TestBrowser.Form(page.text))
            let value = try #require(answer.fields.first { $0.name == "SAMLResponse" }).value
            xml = String(decoding: try #require(Base64.decode(value)), as: UTF8.self)
        }

        mutating func post(_ xml: String) throws -> HTTPResponse {
            let fields = answer.fields.map { name, value in
                (name: name, value: name == "SAMLResponse" ? Base64.encode(Array(xml.utf8)) : value)
            }
            return try browser.open(answer.action, posting: fields)
        }

        /// Posting `xml` shows the error page and leads nowhere, nobody is signed in, and the real answer still works.
        mutating func expectRefusal(of xml: String, saying reason: String) throws {
            #expect(xml != self.xml)
            let refused = try post(xml)
            #expect(refused.status == .badRequest && refused.location == nil)
            #expect(refused.text.contains("The assertion isn't trusted."))
            #expect(refused.text.contains(reason), "\(refused.text)")
            #expect(NativeClient(site: site).session(browser.cookieField).status == .unauthorized)
            #expect(try post(self.xml).location == "adobepass://ios.app")
        }
    }

    @Test("An altered assertion is refused", arguments: ["Adobe", "AcmeCable", "MetaCable"])
    func altered(_ mvpd: String) throws {
        var login = try Login(mvpd)
        try login.expectRefusal(
            of: login.xml.replacing(">user</saml:NameID>", with: ">denied</saml:NameID>"),
            saying: "something other than"
        )
    }

    @Test("An assertion without its signature is refused")
    func unsigned() throws {
        var login = try Login("Adobe")
        let bare = try AuthnResponse(xml: Array(login.xml.utf8)).xml
        try login.expectRefusal(of: String(decoding: bare, as: UTF8.self), saying: "is not signed")
    }

    @Test("An assertion that another key signed is refused")
    func foreignKey() throws {
        var login = try Login("Adobe")
        let foreign = try AuthnResponse(xml: Array(login.xml.utf8)).xml(signedBy: TestKey.foreign)
        try login.expectRefusal(of: String(decoding: foreign, as: UTF8.self), saying: "is invalid")
    }

    @Test("A signature from another login's assertion is refused")
    func borrowed() throws {
        var login = try Login("Adobe")
        var stolen = try AuthnResponse(xml: Array(login.xml.utf8))
        stolen.assertion?.id = try #require(SAMLID("_stolen"))
        let other = String(decoding: try stolen.xml(signedBy: login.site.keys.saml), as: UTF8.self)
        let signature = try #require(other.firstMatch(of: /<ds:Signature .*<\/ds:Signature>/)).output
        let own = try #require(login.xml.firstMatch(of: /<ds:Signature .*<\/ds:Signature>/)).output
        try login.expectRefusal(of: login.xml.replacing(own, with: signature), saying: "The signature covers")
    }

    @Test("A forged assertion around the signed one signs no user in")
    func wrapped() throws {
        var login = try Login("Adobe")
        let signed = try #require(login.xml.firstMatch(of: /<saml:Assertion .*<\/saml:Assertion>/)).output
        let evil = signed.replacing(/<ds:Signature .*<\/ds:Signature>/, with: "").replacing("ID=\"_", with: "ID=\"_x")
            .replacing(">user</saml:NameID>", with: ">denied</saml:NameID>")
        for attack in [
            login.xml.replacing(signed, with: evil + signed), login.xml.replacing(signed, with: signed + evil),
            login.xml.replacing(signed, with: evil.replacing("</saml:Issuer>", with: "</saml:Issuer>" + signed)),
        ] {
            let refused = try login.post(attack)
            #expect(refused.status == .badRequest && refused.location == nil)
            #expect(NativeClient(site: login.site).session(login.browser.cookieField).status == .unauthorized)
        }
        #expect(try login.post(login.xml).location == "adobepass://ios.app")
    }

    @Test("The service signs its request to an MVPD that takes it by form")
    func request() throws {
        let site = try TestSite()
        let page = site.get(
            "/adobe-services/authenticate/saml",
            [("requestor_id", "TEST_REQUESTOR"), ("mso_id", "Adobe"), ("redirect_url", "adobepass://ios.app")])
        let message = try PostedMessage(fields: try #require(TestBrowser.Form(page.text)).fields)
        let request = try message.read(AuthnRequest.self, verifiedBy: site.keys.saml.publicKey)
        #expect(request.requesterIDs == ["TEST_REQUESTOR"])
    }
}
