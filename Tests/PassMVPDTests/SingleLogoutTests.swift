import PassCore
import PassCrypto
import PassEndpointKit
import PassHTTP
import PassSAML
import PassTestSupport
import Testing

@Suite("Single logout")
struct SingleLogoutTests {
    private func logout(
        _ mvpd: TestMVPD, at id: String = "AcmeCable", key: RSAPrivateKey?,
        _ change: (inout LogoutRequest) -> Void = { _ in }
    ) throws -> HTTPResponse {
        var request = LogoutRequest(
            id: try #require(SAMLID("_logout")), issueInstant: mvpd.clock.now(), destination: nil,
            issuer: TestMVPD.issuer, nameID: NameID("user"), sessionIndexes: ["_s"])
        change(&request)
        let query = try RedirectBinding.query(for: request, relayState: try RelayState("way back"), signedBy: key)
        return try mvpd.get("/_sim/mvpd/\(id)/slo?\(query)")
    }

    @Test("The service gets a signed answer with its RelayState")
    func answer() throws {
        let mvpd = try TestMVPD.make(prefix: "/_ns/one")
        let response = try logout(mvpd, key: try TestKey.saml)
        #expect(response.status == .found)
        #expect(response.fields[.cacheControl] == "no-store")
        let location = try #require(response.fields[.location])
        let start = "http://localhost:8080/_ns/one/sp/saml/LogoutServiceHTTPRedirectResponse"
        #expect(location.hasPrefix(start + "?"))
        let message = try RedirectedMessage(query: location.dropFirst(start.count + 1))
        let answer = try message.read(LogoutResponse.self, verifiedBy: try TestKey.saml.publicKey)
        #expect(message.relayState?.text == "way back")
        #expect(answer.inResponseTo == SAMLID("_logout"))
        #expect(answer.status == .success)
        #expect(answer.issuer == "https://login.mvpd.example/AcmeCable")
        #expect(answer.destination == start)
        #expect(answer.issueInstant == TestMVPD.start)
    }

    @Test("On a provider's own host the answer goes to the service's host")
    func spoofed() throws {
        let mvpd = try TestMVPD.make(scheme: .https, authority: "login.mvpd.example:8443", hostKind: .mvpd)
        let response = try logout(mvpd, key: try TestKey.saml)
        let start = "https://sp.auth.adobe.com:8443/sp/saml/LogoutServiceHTTPRedirectResponse?SAMLResponse="
        #expect(response.fields[.location]?.hasPrefix(start) == true)
    }

    @Test("A request without the service's signature is refused")
    func signature() throws {
        let mvpd = try TestMVPD.make()
        #expect(try logout(mvpd, key: nil).status == .badRequest)
        #expect(try logout(mvpd, key: try TestKey.foreign).status == .badRequest)
        #expect(try mvpd.get("/_sim/mvpd/AcmeCable/slo").status == .badRequest)
    }

    @Test("A request from an unknown service, or an expired one, is refused")
    func foreign() throws {
        let mvpd = try TestMVPD.make()
        let key = try TestKey.saml
        #expect(try logout(mvpd, key: key) { $0.issuer = "https://evil.example" }.status == .badRequest)
        #expect(
            try logout(mvpd, key: key) { $0.issueInstant = TestMVPD.start - .minutes(5) }.status == .badRequest)
        #expect(
            try logout(mvpd, key: key) { $0.notOnOrAfter = TestMVPD.start - .minutes(2) }.status == .badRequest)
        #expect(
            try logout(mvpd, key: key) { $0.notOnOrAfter = TestMVPD.start + .minutes(1) }.status == .found)
    }

    @Test("A login request isn't accepted as a logout request")
    func wrongMessage() throws {
        let mvpd = try TestMVPD.make()
        let query = try RedirectBinding.query(for: try mvpd.request(), relayState: nil, signedBy: try TestKey.saml)
        #expect(try mvpd.get("/_sim/mvpd/AcmeCable/slo?\(query)").status == .badRequest)
    }

    @Test("A logout ends the session that it names, in whatever browser that is")
    func named() throws {
        let mvpd = try TestMVPD.make()
        let page = try mvpd.signIn("user", "password")
        let session = try #require(try page.samlResponse.assertion?.authentication.sessionIndex)
        let browser = try mvpd.keeping(page)
        let other = try logout(mvpd, key: try TestKey.saml) { $0.sessionIndexes = [session, "_unknown"] }
        #expect(other.status == .found && !other.fields.contains(.setCookie))
        #expect(try browser.begin().isLoginPage)
    }

    @Test("A logout that names no session ends the browser's own, and removes its cookie")
    func byCookie() throws {
        let mvpd = try TestMVPD.make()
        let browser = try mvpd.keeping(try mvpd.signIn("user", "password"))
        let response = try logout(browser, key: try TestKey.saml) { $0.sessionIndexes = [] }
        #expect(response.status == .found)
        #expect(response.fields[.setCookie] == "mvpd_session=; Max-Age=0; Path=/_sim/mvpd/AcmeCable/; HttpOnly")
        #expect(try browser.begin().isLoginPage)
    }

    @Test("A logout never ends another subscriber's session, or one at another provider")
    func foreignSession() throws {
        let mvpd = try TestMVPD.make()
        let page = try mvpd.signIn("user", "password")
        let session = try #require(try page.samlResponse.assertion?.authentication.sessionIndex)
        let browser = try mvpd.keeping(page)
        let key = try TestKey.saml
        _ = try logout(browser, key: key) {
            $0.nameID = NameID("denied")
            $0.sessionIndexes = [session]
        }
        _ = try logout(browser, at: "Adobe", key: key) { $0.sessionIndexes = [session] }
        #expect(try browser.begin().samlResponse.assertion?.nameID.value == "user")
    }

    @Test("A provider that doesn't support logouts keeps its session")
    func stays() throws {
        let mvpd = try TestMVPD.make()
        let browser = try mvpd.keeping(try mvpd.signIn(at: "StayTV", "user", "password"))
        #expect(try logout(browser, at: "StayTV", key: try TestKey.saml).status == .badRequest)
        #expect(try browser.begin(at: "StayTV").samlResponse.assertion?.nameID.value == "user")
    }
}
