import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassSAML
import PassTestSupport
import Testing

@Suite("The browser's session at an MVPD")
struct BrowserSessionTests {
    @Test("Signing in sets a cookie for this provider's pages only, which scripts can't read")
    func cookie() throws {
        let page = try TestMVPD.make(prefix: "/_ns/one").signIn("user", "password")
        let line = try #require(page.fields[.setCookie])
        let session = try #require(try page.samlResponse.assertion?.authentication.sessionIndex)
        #expect(line == "mvpd_session=\(session); Path=/_ns/one/_sim/mvpd/AcmeCable/; HttpOnly")
    }

    @Test("Over TLS the cookie is sent with the service's form, in browsers that support SameSite=None")
    func secureCookie() throws {
        var mvpd = try TestMVPD.make(scheme: .https, authority: "login.mvpd.example", hostKind: .mvpd)
        mvpd.fields.append(.userAgent, "Mozilla/5.0 Chrome/120.0.0.0 Safari/537.36")
        func line() throws -> String {
            let page = try mvpd.begin {
                $0.assertionConsumerServiceURL = "https://sp.auth.adobe.com/sp/saml/SAMLAssertionConsumer"
            }
            let login = try #require(try page.hiddenInputs.first)
            let answer = try mvpd.post(
                "/_sim/mvpd/AcmeCable/login", [login, ("username", "user"), ("password", "password")])
            return try #require(answer.fields[.setCookie])
        }
        #expect(try line().hasSuffix("; Path=/AcmeCable/; Secure; HttpOnly; SameSite=None"))
        mvpd.fields.set(.userAgent, "Mozilla/5.0 Version/12.0 Safari/605.1.15")
        #expect(try line().hasSuffix("; Path=/AcmeCable/; Secure; HttpOnly"))
    }

    @Test("While the session lasts, no requestor's login shows the form; afterwards the form is shown again")
    func timeToLive() throws {
        let mvpd = try TestMVPD.make()
        let first = try mvpd.signIn("user", "password")
        let browser = try mvpd.keeping(first)
        mvpd.clock.advance(by: TimeToLive(milliseconds: 86_400_000 - 1))
        let again = try browser.begin { $0.requesterIDs = ["OTHER"] }
        let assertion = try #require(try again.samlResponse.assertion)
        #expect(assertion.nameID.value == "user")
        #expect(
            assertion.authentication.sessionIndex == (try first.samlResponse.assertion?.authentication.sessionIndex))
        #expect(assertion.authentication.instant == TestMVPD.start)
        #expect(assertion.conditions.notBefore == mvpd.clock.now().wholeSecond)
        #expect(!again.fields.contains(.setCookie))
        mvpd.clock.advance(by: TimeToLive(milliseconds: 1))
        #expect(try browser.begin().isLoginPage)
    }

    @Test("A passive request succeeds while the session lasts, and fails without a session")
    func passive() throws {
        let mvpd = try TestMVPD.make()
        let browser = try mvpd.keeping(try mvpd.signIn("user", "password"))
        #expect(try browser.begin { $0.isPassive = true }.samlResponse.assertion?.nameID.value == "user")
        mvpd.clock.advance(by: .days(1))
        let page = try browser.begin { $0.isPassive = true }
        #expect(try page.samlResponse.status == SAMLStatus(.responder, .noPassive))
        #expect(try mvpd.begin { $0.isPassive = true }.samlResponse.assertion == nil)
    }

    @Test("A request that forces a login shows the form, and fails when it is passive too")
    func forced() throws {
        let mvpd = try TestMVPD.make()
        let first = try mvpd.signIn("user", "password")
        let browser = try mvpd.keeping(first)
        #expect(try browser.begin { $0.forceAuthn = true }.isLoginPage)
        let both = try browser.begin {
            $0.forceAuthn = true
            $0.isPassive = true
        }
        #expect(try both.samlResponse.status == SAMLStatus(.responder, .noPassive))
        // Who signs in then takes the place of the one before.
        let second = try browser.signIn("denied", "x") { $0.forceAuthn = true }
        #expect(try mvpd.keeping(second).begin().samlResponse.assertion?.nameID.value == "denied")
        #expect(try browser.begin().isLoginPage)
    }

    @Test(
        "A cookie that names no session of this provider is ignored",
        arguments: ["", "_0", "%00", "\u{FFFD}", "\"_x\"", String(repeating: "x", count: 8000)])
    func forged(_ value: String) throws {
        let mvpd = try TestMVPD.make().holding("mvpd_session=\(value)")
        let page = try mvpd.begin()
        #expect(page.status == .ok && page.isLoginPage)
        #expect(try mvpd.begin { $0.isPassive = true }.samlResponse.assertion == nil)
        #expect(try mvpd.signIn("user", "password").samlResponse.assertion?.nameID.value == "user")
    }

    @Test("A session belongs to its provider and its World")
    func belongs() throws {
        let mvpd = try TestMVPD.make()
        let page = try mvpd.signIn("user", "password")
        let browser = try mvpd.keeping(page)
        #expect(try browser.begin(at: "Adobe").isLoginPage)
        #expect(try browser.begin().samlResponse.assertion != nil)
        let name = try #require(NamespaceName("other"))
        #expect(try TestMVPD.make(name: name).keeping(page).begin().isLoginPage)
    }

    @Test("A session with a lifetime of zero ends at once, and one with the longest lifetime continues")
    func extremes() throws {
        let mvpd = try TestMVPD.make()
        let brief = try mvpd.signIn(at: "ForgetfulTV", "user", "password")
        #expect(try brief.samlResponse.assertion?.nameID.value == "user")
        #expect(try mvpd.keeping(brief).begin(at: "ForgetfulTV").isLoginPage)
        let endless = try mvpd.signIn(at: "ForeverTV", "user", "password")
        mvpd.clock.advance(by: .days(100_000))
        #expect(try mvpd.keeping(endless).begin(at: "ForeverTV").samlResponse.assertion?.nameID.value == "user")
    }

    @Test("After the clock is set back the session continues, and no sign-in is dated in the future")
    func clockBack() throws {
        let mvpd = try TestMVPD.make()
        let browser = try mvpd.keeping(try mvpd.signIn("user", "password"))
        mvpd.clock.set(to: TestMVPD.start - .days(3))
        let assertion = try #require(try browser.begin().samlResponse.assertion)
        #expect(assertion.authentication.instant == TestMVPD.start - .days(3))
    }

    @Test("A full store is reported on a page")
    func full() throws {
        let mvpd = try TestMVPD.make()
        for _ in 0..<100 { #expect(try mvpd.signIn("user", "password").status == .ok) }
        #expect(try mvpd.signIn("user", "password").status == .serviceUnavailable)
    }

    @Test("An account exists only at its own providers")
    func accounts() throws {
        let mvpd = try TestMVPD.make()
        #expect(try mvpd.signIn("local", "password").samlResponse.assertion?.nameID.value == "local")
        #expect(try mvpd.signIn(at: "Adobe", "local", "password").problem == "The user name or password is wrong.")
        let resource = Resource("x")
        func decide(_ id: MVPDID) -> Denial? {
            mvpd.world.ports.connector.decide(
                EntitlementQuestion(subscriber: "local", mvpd: id, requestor: "R", resource: resource)
            ).denial
        }
        #expect(decide("AcmeCable") == nil)
        #expect(decide("Adobe")?.message == "Your provider does not know this account.")
        #expect(mvpd.world.ports.connector.subscriber("local", at: "Adobe") == nil)
    }

    @Test("Every page of a slow provider is delayed, and so is a slow subscriber's login")
    func delays() throws {
        let mvpd = try TestMVPD.make()
        let page = try mvpd.begin(at: "SlowTV")
        #expect(page.delivery == .delayed(milliseconds: 2000))
        let answer = try mvpd.signIn(on: page, [("username", "slow"), ("password", "x")])
        #expect(answer.delivery == .delayed(milliseconds: 5000))
        #expect(try mvpd.get("/_sim/mvpd/SlowTV/logo.svg").delivery == .immediate)
    }
}

@Suite("Home-based authentication")
struct HomeBasedAuthenticationTests {
    @Test("The home subscriber is signed in without a form, passively too, and the assertion says how")
    func home() throws {
        let mvpd = try TestMVPD.make()
        for isPassive in [false, true] {
            let page = try mvpd.begin(at: "HomeTV") { $0.isPassive = isPassive }
            let assertion = try #require(try page.samlResponse.assertion)
            #expect(assertion.nameID.value == "user")
            #expect(assertion.values(ofAttribute: "hba_status") == ["true"])
            #expect(assertion.authentication.context == AuthnStatement.internetProtocol)
            #expect(page.fields.contains(.setCookie))
        }
    }

    @Test("A subscriber who signed in with a password in that browser stays signed in, regardless of the home network")
    func password() throws {
        let mvpd = try TestMVPD.make()
        let page = try mvpd.signIn(at: "HomeTV", "denied", "x") { $0.forceAuthn = true }
        #expect(try page.samlResponse.assertion?.values(ofAttribute: "hba_status") == [])
        let assertion = try #require(try mvpd.keeping(page).begin(at: "HomeTV").samlResponse.assertion)
        #expect(assertion.nameID.value == "denied")
        #expect(assertion.values(ofAttribute: "hba_status") == [])
    }

    @Test("A home subscriber who can't sign in gets the form like any other")
    func refused() throws {
        #expect(try TestMVPD.make().begin(at: "NoHomeTV").isLoginPage)
    }
}

extension HTTPResponse {
    var isLoginPage: Bool { text.contains("<h1>Sign in</h1>") && text.contains("type=\"password\"") }
}
