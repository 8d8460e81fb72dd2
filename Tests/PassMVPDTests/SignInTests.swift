import PassCore
import PassCrypto
import PassDomain
import PassHTTP
import PassSAML
import PassTestSupport
import Testing

@Suite("Signing in")
struct SignInTests {
    @Test("The right password gives an assertion that the service accepts")
    func success() throws {
        let mvpd = try TestMVPD.make()
        let page = try mvpd.signIn("user", "password")
        #expect(page.status == .ok)
        #expect(page.delivery == .immediate)
        #expect(try page.formAction == TestMVPD.consumer)
        #expect(try page.hiddenInputs.map(\.name) == ["SAMLResponse", "RelayState"])
        #expect(try page.hiddenInputs.last?.value == "relay-1")
        #expect(page.text.contains("<script>document.forms[0].submit()</script>"))

        let response = try page.samlResponse
        #expect(response.destination == TestMVPD.consumer)
        let validator = ResponseValidator(
            issuer: "https://login.mvpd.example/AcmeCable", audience: TestMVPD.issuer, recipient: TestMVPD.consumer,
            clockSkew: .seconds(0))
        let assertion = try validator.validate(
            xml: try PostedMessage(fields: try page.hiddenInputs).xml, verifiedBy: try TestKey.saml.publicKey,
            inResponseTo: try mvpd.request().id, now: mvpd.clock.now())
        #expect(assertion.nameID == NameID("user", format: .persistent))
        #expect(assertion.conditions.notBefore == TestMVPD.start)
        #expect(assertion.conditions.notOnOrAfter == TestMVPD.start + .minutes(5))
        #expect(assertion.confirmations.map(\.notOnOrAfter) == [TestMVPD.start + .minutes(5)])
        #expect(assertion.confirmations.map(\.notBefore) == [nil])
        #expect(assertion.authentication.instant == TestMVPD.start)
        #expect(assertion.authentication.sessionIndex?.hasPrefix("_") == true)
        #expect(Set([response.id, assertion.id]).count == 2)
    }

    @Test("The subscriber's metadata is sent as attributes, ordered by name")
    func attributes() throws {
        let assertion = try #require(try TestMVPD.make().signIn("user", "password").samlResponse.assertion)
        #expect(assertion.attributes.map(\.name) == ["householdID", "is_hoh", "maxRating", "zip"])
        #expect(assertion.values(ofAttribute: "zip") == ["12345", "67890"])
        #expect(assertion.values(ofAttribute: "householdID") == ["h&1"])
        #expect(assertion.values(ofAttribute: "is_hoh") == ["1"])
        #expect(assertion.values(ofAttribute: "maxRating") == [#"{"MPAA":"PG"}"#])
    }

    @Test("A seeded World repeats its answers byte for byte")
    func repeats() throws {
        let first = try TestMVPD.make(seed: 5).signIn("user", "password").body
        #expect(try TestMVPD.make(seed: 5).signIn("user", "password").body == first)
        #expect(try TestMVPD.make(seed: 6).signIn("user", "password").body != first)
    }

    @Test("A request without RelayState is answered without it")
    func noRelayState() throws {
        let mvpd = try TestMVPD.make()
        let page = try mvpd.signIn(
            on: try mvpd.begin(relayState: nil), [("username", "user"), ("password", "password")])
        #expect(try page.hiddenInputs.map(\.name) == ["SAMLResponse"])
    }

    @Test("The hidden field alone shows the form again, without an error, as often as it is posted")
    func hiddenFieldsAlone() throws {
        let mvpd = try TestMVPD.make()
        var page = try mvpd.begin()
        for _ in 0..<3 {
            page = try mvpd.signIn(on: page, [])
            #expect(page.status == .ok)
            #expect(page.problem == nil)
            #expect(page.text.contains("<title>Sign in – Acme Cable</title>"))
        }
        let answer = try mvpd.signIn(on: page, [("username", "user"), ("password", "password")])
        #expect(try answer.samlResponse.status == .success)
    }

    @Test(
        "A form that is not filled in says what is missing and keeps the user name",
        arguments: [
            ("", "", "Enter your user name and password."), ("us\"er<b>", "", "Enter your password."),
            ("", "secret", "Enter your user name."),
        ])
    func incomplete(_ username: String, _ password: String, _ sentence: String) throws {
        let page = try TestMVPD.make().signIn(username, password)
        #expect(page.status == .ok)
        #expect(page.problem == sentence)
        let field = try #require(page.text.firstMatch(of: /<input type="text" name="username" value="([^"]*)"/)).1
        #expect(field.unescaped == username)
        #expect(page.text.contains("<title>Error: Sign in"))
        #expect(!page.text.contains("secret"))
    }

    @Test("A missing field is treated as empty")
    func missingField() throws {
        let mvpd = try TestMVPD.make()
        let page = try mvpd.begin()
        #expect(try mvpd.signIn(on: page, [("username", "user")]).problem == "Enter your password.")
        #expect(try mvpd.signIn(on: page, [("password", "password")]).problem == "Enter your user name.")
    }

    @Test("Invalid fields are marked and linked to the message")
    func marks() throws {
        let marks = #"aria-invalid="true" aria-describedby="problem""#
        let missing = try TestMVPD.make().signIn("user", "").text
        #expect(missing.ranges(of: marks).count == 1)
        #expect(missing.contains(#"autocomplete="current-password" \#(marks)/>"#))
        #expect(try TestMVPD.make().signIn("user", "wrong").text.ranges(of: marks).count == 2)
        #expect(try TestMVPD.make().begin().text.ranges(of: "aria-invalid=\"").count == 0)
    }

    @Test(
        "A wrong password and an unknown name are indistinguishable on the page",
        arguments: [("user", "Password"), ("user", "password "), ("nobody", "password"), ("User", "password")])
    func wrong(_ username: String, _ password: String) throws {
        let page = try TestMVPD.make().signIn(username, password)
        #expect(page.status == .ok)
        #expect(page.problem == "The user name or password is wrong.")
    }

    @Test("A subscriber without a set password signs in with any")
    func anyPassword() throws {
        let page = try TestMVPD.make().signIn("denied", "whatever")
        #expect(try page.samlResponse.assertion?.nameID.value == "denied")
    }

    @Test("A refused subscriber sees the reason and stays on the page")
    func refused() throws {
        let page = try TestMVPD.make().signIn("suspended", "x")
        #expect(page.status == .ok)
        #expect(page.problem == "Your account is suspended.")
        #expect(page.text.ranges(of: "aria-invalid=\"").count == 0)
    }

    @Test("A failing provider answers the service with an error status")
    func breaks() throws {
        let page = try TestMVPD.make().signIn("broken", "x")
        let response = try page.samlResponse
        #expect(response.status.code == .responder)
        #expect(response.status.subcode == .authnFailed)
        #expect(response.status.message?.isEmpty == false)
        #expect(response.assertion == nil)
        #expect(response.inResponseTo == SAMLID("_request"))
        #expect(try page.formAction == TestMVPD.consumer)
        #expect(try page.hiddenInputs.last?.value == "relay-1")
    }

    @Test("A slow provider answers three seconds later")
    func slow() throws {
        #expect(try TestMVPD.make().signIn("slow", "x").delivery == .delayed(milliseconds: 3000))
    }

    @Test(
        "A value that can't have been typed is refused with a page",
        arguments: [
            "username=a%00b&password=x", "username=a%0D%0Ab&password=x", "username=user&password=a%00",
            "username=%FF%FE&password=x", "username=%&password=x", "username=a&username=b&password=x",
            "username=\(String(repeating: "u", count: 257))&password=x",
            "username=user&password=\(String(repeating: "p", count: 1025))",
        ])
    func hostile(_ fields: String) throws {
        let mvpd = try TestMVPD.make()
        let login = try #require(try mvpd.begin().hiddenInputs.first).value
        let page = try mvpd.post("/_sim/mvpd/AcmeCable/login", body: Array("login=\(login)&\(fields)".utf8))
        #expect(page.status == .badRequest)
        #expect(page.text.contains("<h1>That did not work</h1>"))
        let whole = try mvpd.post(
            "/_sim/mvpd/AcmeCable/login", body: Array("login=\(login)&username=user&password=password".utf8))
        #expect(try whole.samlResponse.status == .success)
    }

    @Test("A user name and password of maximum length are accepted")
    func longest() throws {
        let page = try TestMVPD.make().signIn(String(repeating: "u", count: 256), String(repeating: "p", count: 1024))
        #expect(page.problem == "The user name or password is wrong.")
    }

    @Test("Coming back to the form's address says to start again")
    func withoutForm() throws {
        let page = try TestMVPD.make().get("/_sim/mvpd/AcmeCable/login")
        #expect(page.status == .badRequest)
        #expect(page.text.contains("Start again"))
    }
}
