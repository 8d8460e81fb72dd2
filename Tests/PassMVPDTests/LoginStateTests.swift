import PassCore
import PassDomain
import PassHTTP
import PassSAML
import Testing

@Suite("The login that a form carries")
struct LoginStateTests {
    private let right: [(name: String, value: String)] = [("username", "user"), ("password", "password")]

    @Test("A login expires after thirty minutes, counted from its first page")
    func expires() throws {
        let mvpd = try TestMVPD.make()
        var page = try mvpd.begin()
        mvpd.clock.advance(by: .minutes(20))
        page = try mvpd.signIn(on: page, [("username", "user"), ("password", "wrong")])
        mvpd.clock.advance(by: TimeToLive(milliseconds: 10 * 60_000 - 1))
        #expect(try mvpd.signIn(on: page, right).samlResponse.assertion != nil)
        mvpd.clock.advance(by: TimeToLive(milliseconds: 1))
        let late = try mvpd.signIn(on: page, right)
        #expect(late.status == .badRequest)
        #expect(late.text.contains("This login has taken too long. Start again from the app."))
    }

    @Test("A login that began over http can be completed over https")
    func schemeChange() throws {
        let plain = try TestMVPD.make()
        let page = try plain.begin()
        let secure = try TestMVPD.make(scheme: .https)
        let answer = try secure.signIn(on: page, right)
        #expect(try answer.formAction == TestMVPD.consumer)
        #expect(try answer.samlResponse.destination == TestMVPD.consumer)
    }

    @Test("An altered login is refused", arguments: ["", "A", "AAAA", "!!!!"])
    func altered(_ text: String) throws {
        let mvpd = try TestMVPD.make()
        let page = try mvpd.post("/_sim/mvpd/AcmeCable/login", [("login", text)] + right)
        #expect(page.status == .badRequest)
        #expect(!page.text.contains("<form"))
    }

    @Test("A login with one bit changed is refused")
    func oneBit() throws {
        let mvpd = try TestMVPD.make()
        let login = try #require(try mvpd.begin().hiddenInputs.first).value
        var sealed = try #require(Base64.decode(login, .url))
        sealed[20] ^= 1
        let page = try mvpd.post("/_sim/mvpd/AcmeCable/login", [("login", Base64.encode(sealed, .url))] + right)
        #expect(page.status == .badRequest)
    }

    @Test("A login belongs to its provider, its World and its installation")
    func belongs() throws {
        let login = try #require(try TestMVPD.make().begin().hiddenInputs.first)
        let fields = [login] + right
        #expect(try TestMVPD.make().post("/_sim/mvpd/AcmeCable/login", fields).status == .ok)
        #expect(try TestMVPD.make().post("/_sim/mvpd/Adobe/login", fields).status == .badRequest)
        #expect(try TestMVPD.make(secret: 8).post("/_sim/mvpd/AcmeCable/login", fields).status == .badRequest)
        let name = try #require(NamespaceName("other"))
        #expect(try TestMVPD.make(name: name).post("/_sim/mvpd/AcmeCable/login", fields).status == .badRequest)
    }

    @Test("The form's address carries the same as its field, and needs no escape in HTML")
    func inAction() throws {
        for site in ["AcmeCable", "RelativeTV", "RefreshTV", "JSONTV", "ConsentTV"] {
            let mvpd = try TestMVPD.make()
            var page = try mvpd.begin(at: site)
            if site == "ConsentTV" { page = try mvpd.signIn(on: page, right) }
            let action = try #require(page.text.firstMatch(of: /<form action="([^"]+)"/)).1
            let login = try #require(try page.hiddenInputs.first).value
            #expect(action.hasSuffix("?login=\(login)") && !action.contains("&"))
            #expect(action.hasPrefix("/") == (site == "RelativeTV"))
            #expect(page.fields["Referrer-Policy"] == "no-referrer")
        }
    }

    @Test("The typed name and password are a complete login, without the page's hidden fields")
    func typedAlone() throws {
        for site in ["AcmeCable", "RelativeTV", "TwoPageTV", "RefreshTV", "JSONTV"] {
            let mvpd = try TestMVPD.make()
            let wrong = try mvpd.signIn(
                on: try mvpd.firstPage(at: site), [("username", "user"), ("password", "no")], postsHidden: false)
            #expect(wrong.problem == "The user name or password is wrong.")
            let answer = try mvpd.signIn(on: wrong, right, postsHidden: false)
            #expect(try answer.samlResponse.assertion?.nameID.value == "user")
        }
    }

    @Test("The second of two pages needs only the password, and the first forgets the name")
    func twoPages() throws {
        let mvpd = try TestMVPD.make()
        let first = try mvpd.firstPage(at: "TwoPageTV")
        let second = try mvpd.signIn(on: first, [("username", "user")], postsHidden: false)
        let again = try mvpd.signIn(on: second, [], postsHidden: false)
        #expect(again.text.contains("<strong>user</strong>"))
        let answer = try mvpd.signIn(on: again, [("password", "password")], postsHidden: false)
        #expect(try answer.samlResponse.assertion?.nameID.value == "user")
        let back = try mvpd.signIn(on: second, [("back", "username")], postsHidden: false)
        #expect(back.text.contains("value=\"user\""))
        let empty = try mvpd.signIn(on: back, [("username", ""), ("password", "password")], postsHidden: false)
        #expect(empty.problem == "Enter your user name.")
    }

    @Test("The user name of an earlier page is sealed into the address, not shown in it")
    func usernameSealed() throws {
        let mvpd = try TestMVPD.make()
        let second = try mvpd.signIn(on: try mvpd.firstPage(at: "TwoPageTV"), [("username", "somebody")])
        #expect(try !second.formAction.contains("somebody"))
        let login = try #require(try second.hiddenInputs.first).value
        #expect(!String(decoding: try #require(Base64.decode(login, .url)), as: UTF8.self).contains("somebody"))
    }

    @Test("A field takes precedence over the address, and an empty one is ignored")
    func fieldFirst() throws {
        let mvpd = try TestMVPD.make()
        let login = try #require(try mvpd.begin().hiddenInputs.first).value
        for (query, field, isRight) in [("AAAA", login, true), (login, "AAAA", false), (login, "", true)] {
            let page = try mvpd.post("/_sim/mvpd/AcmeCable/login?login=\(query)", [("login", field)] + right)
            #expect((page.status == .ok) == isRight)
        }
    }

    @Test("JSON takes the login from the address, and a user name or password only from the body")
    func json() throws {
        let mvpd = try TestMVPD.make()
        let action = try #require(URIReference(try mvpd.begin(at: "JSONTV").formAction))
        let target = action.path.replacing("/login", with: "/authn") + "?" + (action.query ?? "")
        let body = Array(#"{"username":"user","password":"password"}"#.utf8)
        #expect(try mvpd.post(target, body: body).text.contains("SUCCESS"))
        let typed = try mvpd.post("\(target)&username=user&password=password", body: Array("{}".utf8))
        #expect(typed.status == .unauthorized)
    }

    @Test("A login that is too long for a URL is only in the field")
    func tooLong() throws {
        let mvpd = try TestMVPD.make()
        let page = try mvpd.authorize(["state": String(repeating: "ä", count: 512)])
        #expect(try page.formAction == "http://localhost:8080/_sim/mvpd/OAuthTV/login")
        #expect(try mvpd.signIn(on: page, right).fields[.location]?.contains("code=") == true)
    }

    @Test("The form reveals nothing of its content")
    func sealed() throws {
        let login = try #require(try TestMVPD.make().begin().hiddenInputs.first).value
        #expect(login.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
        let bytes = try #require(Base64.decode(login, .url))
        #expect(!String(decoding: bytes, as: UTF8.self).contains("relay-1"))
    }
}
