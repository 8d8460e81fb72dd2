import PassCore
import PassCrypto
import PassDomain
import PassHTTP
import PassMVPD
import PassSAML
import PassTestSupport
import Testing

@Suite("Pages on the way to a login")
struct LoginPagesTests {
    private static let credentials: [(name: String, value: String)] = [("username", "user"), ("password", "password")]
    private static let providers = ["TwoPageTV", "RefreshTV", "ScriptTV", "BookendTV", "JSONTV", "ConsentTV"]

    @Test("A user name and a password together are a complete login, as clients without a browser post them")
    func wholeLogin() throws {
        for site in ["TwoPageTV", "RefreshTV", "JSONTV"] {
            let mvpd = try TestMVPD.make()
            let first = try mvpd.firstPage(at: site)
            let form = try mvpd.signIn(on: first, [])
            for page in [first, form] {
                #expect(try mvpd.signIn(on: page, Self.credentials).samlResponse.assertion?.nameID.value == "user")
            }
        }
    }

    @Test("The user name's page is shown again with the name, and complains only if it is empty")
    func twoPagesBack() throws {
        let mvpd = try TestMVPD.make()
        let first = try mvpd.firstPage(at: "TwoPageTV")
        #expect(!first.text.contains("type=\"password\""))
        let empty = try mvpd.signIn(on: first, [("username", "")])
        #expect(empty.problem == "Enter your user name." && !empty.text.contains("type=\"password\""))
        let second = try mvpd.signIn(on: first, [("username", "nobody<b>")])
        #expect(second.problem == nil && second.text.contains("<strong>nobody&lt;b&gt;</strong>"))
        let back = try mvpd.signIn(on: second, [("password", ""), ("back", "username")])
        #expect(back.problem == nil && back.text.contains("name=\"username\" value=\"nobody&lt;b&gt;\""))
        #expect(!back.text.contains("type=\"password\""))
    }

    @Test(
        "A wrong password stays on the second page, with the reason",
        arguments: [
            ("user", "wrong", "The user name or password is wrong."), ("user", "", "Enter your password."),
            ("suspended", "x", "Your account is suspended."),
            ("nobody", "x", "The user name or password is wrong."),
        ])
    func twoPagesProblem(_ username: String, _ password: String, _ sentence: String) throws {
        let mvpd = try TestMVPD.make()
        let second = try mvpd.signIn(on: try mvpd.firstPage(at: "TwoPageTV"), [("username", username)])
        let page = try mvpd.signIn(on: second, [("password", password)])
        #expect(page.problem == sentence)
        #expect(page.text.contains("<title>Error: Enter your password – TwoPageTV</title>"))
        #expect(try page.hiddenInputs.last?.value == username)
    }

    @Test("A script's hash is that of its text, and the policy allows no other", arguments: ["ScriptTV", "JSONTV"])
    func scripts(_ site: String) throws {
        let page = try TestMVPD.make().begin(at: site)
        let script = try #require(page.text.firstMatch(of: /<script>((?:.|\n)*)<\/script>/)).1
        let hash = Base64.encode(Digest.sha256(script.utf8))
        #expect(page.fields["Content-Security-Policy"]?.contains("script-src 'sha256-\(hash)'; ") == true)
    }

    @Test("No provider or host name can end the script that goes on")
    func scriptInjection() throws {
        let mvpd = try TestMVPD.make(authority: "a'b", prefix: "/_ns/one")
        let page = try mvpd.begin(at: "x';alert(1)<!--") { $0.assertionConsumerServiceURL = "http://a'b/sp" }
        let script = try #require(page.text.firstMatch(of: /<script>((?:.|\n)*)<\/script>/)).1
        #expect(script.wholeMatch(of: /window\.location = '[A-Za-z0-9\-._~:\/?=&%]+'/) != nil, "\(script)")
    }

    @Test("The link on a page that redirects leads to the form", arguments: ["RefreshTV", "ScriptTV"])
    func onward(_ site: String) throws {
        let mvpd = try TestMVPD.make()
        let login = try #require(try mvpd.begin(at: site).sealed.first)
        let page = try mvpd.get("/_sim/mvpd/\(site)/login?login=\(login)&username=user&password=password")
        #expect(page.isLoginPage && page.problem == nil && !page.text.contains("value=\"user\""))
        #expect(try mvpd.signIn(on: page, Self.credentials).samlResponse.assertion?.nameID.value == "user")
    }

    @Test("Bookends require the number of pages visited, under either name, and are shown again otherwise")
    func bookends() throws {
        let mvpd = try TestMVPD.make()
        let first = try #require(try mvpd.begin(at: "BookendTV").sealed.first)
        let path = "/_sim/mvpd/BookendTV/bookend"
        for wrong in ["", "&history=0", "&history=2", "&history=x", "&history=-1", "&history_val=99999999999999999999"]
        {
            #expect(try mvpd.get("\(path)?login=\(first)\(wrong)").text.contains(#"name="history" value="1"/>"#))
        }
        for right in ["history", "history_val"] {
            let form = try mvpd.get("\(path)?login=\(first)&\(right)=1")
            #expect(form.isLoginPage)
            let last = try #require(try mvpd.signIn(on: form, Self.credentials).sealed.first { $0 != first })
            #expect(try mvpd.get("\(path)?login=\(last)&history=1").text.contains(#"name="history" value="3"/>"#))
            let answer = try mvpd.post(path, [("login", last), (right, "3")])
            #expect(try answer.samlResponse.assertion?.nameID.value == "user")
            #expect(answer.fields.contains(.setCookie))
        }
    }

    @Test("A login by JSON goes on to the form for the service, and each refusal has its sentence")
    func json() throws {
        let mvpd = try TestMVPD.make()
        let login = try #require(try mvpd.begin(at: "JSONTV").sealed.first)
        func post(_ body: String) throws -> (HTTPResponse, JSONValue) {
            let response = try mvpd.post("/_sim/mvpd/JSONTV/authn", body: Array(body.utf8))
            return (response, try JSONValue.parse(response.body))
        }
        let (success, answer) = try post(#"{"username":"slow","password":"x","login":"\#(login)","more":1}"#)
        #expect(success.status == .ok && success.delivery == .delayed(milliseconds: 3000))
        let next = try #require(answer["next"]?.stringValue)
        #expect(next.hasPrefix("http://localhost:8080/_sim/mvpd/JSONTV/finish?login="))
        let page = try mvpd.get(String(next.dropFirst("http://localhost:8080".count)))
        #expect(try page.samlResponse.assertion?.nameID.value == "slow")
        #expect(page.fields.contains(.setCookie) && !success.fields.contains(.setCookie))
        for (body, status, sentence) in [
            (#"{"login":"\#(login)"}"#, HTTPStatus.unauthorized, "Enter your user name and password."),
            (#"{"username":null,"password":"x","login":"\#(login)"}"#, .unauthorized, "Enter your user name."),
            (#"{"username":"user","password":"no","login":"\#(login)"}"#, .unauthorized, "The user name or"),
            (#"{"username":"user","password":"password"}"#, .badRequest, "The parameter login is missing."),
            (#"{"username":"a\u0000","password":"x","login":"\#(login)"}"#, .badRequest, "control character"),
            ("[]", .badRequest, "isn't a JSON object"), ("{", .badRequest, "isn't a JSON object"),
            ("", .badRequest, "isn't a JSON object"), ("login=\(login)", .badRequest, "isn't a JSON object"),
        ] {
            let (response, answer) = try post(body)
            #expect(response.status == status, "\(body)")
            #expect(answer["message"]?.stringValue?.contains(sentence) == true, "\(answer)")
            #expect(answer["status"]?.stringValue == (status == .unauthorized ? "FAILED" : "INVALID"))
        }
    }

    @Test("Consent is requested after the password; allowing signs in, and an invalid decision asks again")
    func consent() throws {
        let mvpd = try TestMVPD.make()
        let page = try mvpd.signIn(on: try mvpd.begin(at: "ConsentTV"), Self.credentials)
        #expect(!page.fields.contains(.setCookie))
        for fields in [[], [("decision", "")], [("decision", "maybe")]] {
            #expect(try mvpd.signIn(on: page, fields).text.contains("<h1>Allow access?</h1>"))
        }
        let allowed = try mvpd.signIn(on: page, [("decision", "allow")])
        #expect(try allowed.samlResponse.assertion?.nameID.value == "user")
        #expect(try mvpd.keeping(allowed).begin(at: "ConsentTV").samlResponse.assertion != nil)
    }

    @Test("A subscriber whose account at the MVPD has ended meanwhile can't go on")
    func accountEnded() throws {
        let mvpd = try TestMVPD.make()
        let page = try mvpd.signIn(on: try mvpd.begin(at: "ConsentTV"), Self.credentials)
        var settings = SimulatedMVPDs.Settings.demo
        settings.accounts["user"] = SubscriberAccount(id: "user", password: "password", mvpds: ["Adobe"])
        let answer = try TestMVPD.make(settings: settings).signIn(on: page, [("decision", "allow")])
        #expect(answer.status == .badRequest && answer.text.contains("Start again from the app."))
    }

    @Test("A user who refuses consent ends the login with an error status and isn't signed in")
    func denied() throws {
        let mvpd = try TestMVPD.make()
        let page = try mvpd.signIn(on: try mvpd.begin(at: "ConsentTV"), Self.credentials)
        let denied = try mvpd.signIn(on: page, [("decision", "deny")])
        let status = try denied.samlResponse.status
        #expect(status.code == .responder && status.subcode == .requestDenied)
        #expect(try denied.samlResponse.assertion == nil)
        #expect(!denied.fields.contains(.setCookie))
    }

    @Test("A failing MVPD fails right after the password, whatever pages would follow", arguments: providers)
    func broken(_ site: String) throws {
        let mvpd = try TestMVPD.make()
        let login = try #require(try mvpd.begin(at: site).sealed.first)
        let page = try mvpd.post(
            "/_sim/mvpd/\(site)/login", [("login", login), ("username", "broken"), ("password", "x")])
        #expect(try page.samlResponse.status.subcode == .authnFailed)
    }

    @Test("The pages after the password aren't available without it, at another provider, or half an hour later")
    func order() throws {
        let mvpd = try TestMVPD.make()
        let early: [(String, HTTPResponse)] = try [
            ("ConsentTV", mvpd.begin(at: "ConsentTV")), ("JSONTV", mvpd.begin(at: "JSONTV")),
        ].map { ($0.0, $0.1) }
        for (site, page) in early {
            let login = try #require(page.sealed.first)
            let answer =
                site == "JSONTV"
                ? try mvpd.get("/_sim/mvpd/JSONTV/finish?login=\(login)")
                : try mvpd.post("/_sim/mvpd/ConsentTV/consent", [("login", login), ("decision", "allow")])
            #expect(answer.status == .badRequest && !answer.text.contains("<form"))
        }
        let consent = try mvpd.signIn(on: early[0].1, Self.credentials)
        let signed = try #require(consent.sealed.first)
        // A login in which somebody has signed in is none at the form: it asks again.
        #expect(try mvpd.post("/_sim/mvpd/ConsentTV/login", [("login", signed)]).isLoginPage)
        #expect(try mvpd.get("/_sim/mvpd/ConsentTV/finish?login=\(signed)").status == .notFound)
        #expect(try mvpd.get("/_sim/mvpd/JSONTV/finish?login=\(signed)").status == .badRequest)
        mvpd.clock.advance(by: .minutes(30))
        #expect(try mvpd.signIn(on: consent, [("decision", "allow")]).status == .badRequest)
    }

    @Test("A subscriber who is signed in sees none of these pages", arguments: providers)
    func signedIn(_ site: String) throws {
        let mvpd = try TestMVPD.make()
        let page = try mvpd.begin(at: site) { $0.isPassive = true }
        #expect(try page.samlResponse.status.subcode == .noPassive)
        var browser = mvpd
        browser.fields.set(.cookie, "mvpd_session=_known")
        try #require(mvpd.world.simulatedMVPDs).stores.sessions.put(
            MVPDSession(
                id: "_known", mvpd: MVPDID(rawValue: site), subscriber: "user", began: mvpd.clock.now(),
                expires: mvpd.clock.now() + .days(1)), now: mvpd.clock.now())
        #expect(try browser.begin(at: site).samlResponse.assertion?.nameID.value == "user")
    }
}

extension HTTPResponse {
    /// The sealed logins of the page, its address included: long words of URL-safe base64 after their name.
    var sealed: [String] {
        let head = fields[.location] ?? ""
        return (head + text).matches(of: /(?:login=|name="login" value=")([A-Za-z0-9_\-]{100,})/).map { String($0.1) }
    }
}

extension TestMVPD {
    /// The answer to the request by redirect, or what it leads to.
    func firstPage(at mvpd: String) throws -> HTTPResponse {
        let answer = try begin(at: mvpd)
        guard let location = answer.fields[.location] else { return answer }
        return try get(String(location.dropFirst("http://localhost:8080".count)))
    }
}
