import PassCore
import PassDomain
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Login without a browser", .eachStore)
struct SignInSubscriberTests {
    @Test("A registration code's device gets its authN token with the next poll, and may watch")
    func registrationCode() throws {
        let client = NativeClient(site: try TestSite())
        let code = try client.site.registrationCode()
        #expect(client.poll(code).status == .unauthorized)
        let answer = try client.site.signIn(#"{"code": "\#(code)", "mvpd": "AcmeCable", "user": "user"}"#)
        #expect(answer["kind"] == .string("session") && answer["requestor"] == .string("TEST_REQUESTOR"))
        #expect(answer["code"] == .string(code) && answer["user"] == .string("user"))
        #expect(answer["expires"] == .string("2031-06-13T08:00:00.000Z"))
        let token = try #require(client.poll(code).element("authnToken"))
        var acme = client
        acme.mvpd = "AcmeCable"
        #expect(try acme.canWatch(token))
    }

    @Test("An app of REST API v2 finds its profile with the next poll, and may watch")
    func restV2() throws {
        let site = try TestSite()
        let app = try RESTv2App(site)
        let code = try app.code()
        #expect(app.get("profiles/code/\(code)").profiles.isEmpty)
        let answer = try site.signIn(#"{"code": "\#(code)", "user": "user", "requestor": "TEST_REQUESTOR"}"#)
        #expect(answer["kind"] == .string("profile") && answer["mvpd"] == .string("Adobe"))
        #expect(answer["profile"]?["state"] == .string("active"))
        #expect(answer["profile"]?["device"] == .string("c0ffee"))
        let profile = app.get("profiles/code/\(code)").profiles["Adobe"]
        #expect(profile?["notAfter"]?.integerValue == TestSite.start.milliseconds + 30 * 86_400_000)
        #expect(app.authorize("TEST_RESOURCE").decisions.first?["authorized"] == .bool(true))
    }

    @Test("The session of a code gets the MVPD that the login names")
    func otherMVPD() throws {
        let site = try TestSite()
        let app = try RESTv2App(site)
        let code = try app.code()
        try site.signIn(#"{"code": "\#(code)", "mvpd": "OAuthTV", "user": "user"}"#)
        #expect(app.get("profiles/code/\(code)").profiles["OAuthTV"] != nil)
    }

    @Test("A device gets its authN token only by its identifier, in either form of the identifier")
    func device() throws {
        for form in ["c0ffee", "fingerprint YzBmZmVl"] {
            let client = NativeClient(site: try TestSite())
            let answer = try client.site.signIn(
                #"{"device": "\#(form)", "requestor": "TEST_REQUESTOR", "mvpd": "Adobe", "user": "user"}"#)
            #expect(answer["kind"] == .string("device"))
            #expect(try client.canWatch(try #require(answer["authnToken"]?.stringValue)))
            #expect(try client.canWatch(try #require(client.session([:]).element("authnToken"))))
            let code = try #require(answer["code"]?.stringValue)
            #expect(client.poll(code).element("authnToken") != nil)
        }
    }

    @Test("A browser gets its authN token")
    func web() throws {
        let site = try TestSite()
        let answer = try site.signIn(
            #"{"device": "abc", "web": true, "requestor": "TEST_REQUESTOR", "mvpd": "Adobe", "user": "user"}"#)
        let token = try #require(answer["authnToken"]?.stringValue)
        let form = [
            ("resource_id", "TEST_RESOURCE"), ("requestor_id", "TEST_REQUESTOR"), ("authentication_token", token),
            ("mso_id", "Adobe"),
        ]
        #expect(site.post("/adobe-services/authorize", form, ["ap_21": "abc"]).element("authzToken") != nil)
        #expect(site.post("/adobe-services/authorize", form, ["ap_21": "abd"]).element("authzToken") == nil)
    }

    @Test("All registered apps on a device get a profile, or only the named one")
    func apps() throws {
        let site = try TestSite()
        let (first, second) = (try RESTv2App(site), try RESTv2App(site))
        let login = #""device": "c0ffee", "requestor": "TEST_REQUESTOR", "mvpd": "Adobe", "user": "user""#
        let answer = try site.signIn("{\(login)}")
        #expect(answer["profiles"]?.arrayValue?.count == 2)
        #expect(first.profile().profiles["Adobe"] != nil && second.profile().profiles["Adobe"] != nil)
        #expect(first.authorize("TEST_RESOURCE").decisions.first?["authorized"] == .bool(true))

        let other = try TestSite()
        let apps = [try RESTv2App(other), try RESTv2App(other)]
        let client = try #require(try other.state("clients").first?["id"]?.stringValue)
        let one = try other.signIn(#"{\#(login), "client": "\#(client)"}"#)
        #expect(one["profiles"]?.arrayValue?.map { $0["client"] } == [.string(client)])
        #expect(apps.filter { $0.profile().profiles["Adobe"] != nil }.count == 1)
    }

    @Test(
        "The MVPDs of each protocol, a proxy, a temporary pass and a degraded MVPD log in",
        arguments: [
            "AcmeCable", "MetaCable", "OAuthTV", "TownCable", "TempPass", "JSONTV",
        ])
    func styles(_ mvpd: String) throws {
        var client = NativeClient(site: try TestSite())
        client.mvpd = mvpd
        let user = mvpd == "TempPass" ? "" : #", "user": "user""#
        let answer = try client.site.signIn(
            #"{"device": "c0ffee", "requestor": "TEST_REQUESTOR", "mvpd": "\#(mvpd)"\#(user)}"#)
        #expect(try client.canWatch(try #require(answer["authnToken"]?.stringValue)))
    }

    @Test("TTL, home network and metadata are the requested ones")
    func wishes() throws {
        let site = try TestSite()
        let app = try RESTv2App(site)
        let answer = try site.signIn(
            """
            {"code": "\(app.code())", "user": "user", "ttlSeconds": 60, "homeBased": true,
             "metadata": {"userID": "somebody", "zip": "10001"}}
            """)
        #expect(answer["expires"] == .string("2031-05-14T08:01:00.000Z"))
        let profile = try #require(app.profile().profiles["Adobe"])
        #expect(profile["notAfter"]?.integerValue == TestSite.start.milliseconds + 60_000)
        #expect(profile["attributes"]?["userID"]?["value"] == .string("somebody"))
        #expect(profile["attributes"]?["hba_status"]?["value"] == .bool(true))
        site.clock?.advance(by: .seconds(60))
        #expect(app.profile().profiles.isEmpty)
    }

    @Test(
        "Wrong content is refused with a sentence that names the member",
        arguments: [
            ("", "The content is missing; a JSON object is expected."), ("[]", "The content isn't a JSON object."),
            (#"{"devise": "x"}"#, "devise is unknown; the nearest one is device."),
            (#"{"user": "user"}"#, "code or device is required."),
            (#"{"code": "A", "device": "x"}"#, "device can't be combined with code."),
            (#"{"code": "A", "client": "x"}"#, "client can't be combined with code."),
            (#"{"code": "A", "web": true}"#, "web can't be combined with code."),
            (#"{"code": 5}"#, "code isn't text."), (#"{"code": ""}"#, "code is empty."),
            (#"{"device": "a\u0000b"}"#, "device contains a control character."),
            (#"{"device": "x"}"#, "requestor is missing."),
            (#"{"device": "x", "requestor": "REF30"}"#, "mvpd is missing."),
            (#"{"device": "x", "requestor": "REF30", "mvpd": "Adobe"}"#, "user is missing."),
            (
                #"{"device": "x", "requestor": "REF30", "mvpd": "Adobe", "user": "user", "ttlSeconds": 0}"#,
                "ttlSeconds isn't a number from 1 to 3155760000."
            ),
            (
                #"{"device": "x", "requestor": "REF30", "mvpd": "Adobe", "user": "user", "ttlSeconds": 2592001}"#,
                "ttlSeconds isn't a number from 1 to 2592000, the time to live of the integration's profiles."
            ),
            (
                #"{"device": "x", "requestor": "REF30", "mvpd": "Adobe", "user": "user", "metadata": 5}"#,
                "metadata isn't a JSON object."
            ),
            (
                #"{"device": "x", "requestor": "REF30", "mvpd": "TempPass", "user": "user"}"#,
                "user doesn't apply, because no user signs in at this MVPD."
            ),
        ])
    func badContent(_ content: String, _ sentence: String) throws {
        let site = try TestSite()
        let answer = site.control(.post, "login", content)
        #expect(answer.status == .badRequest && answer.fields[.contentType] == "application/problem+json")
        #expect(answer.json["detail"]?.stringValue?.hasPrefix(sentence) == true, "\(answer.text)")
        #expect(try site.state("sessions").isEmpty && site.state("codes").isEmpty)
    }

    @Test(
        "Values that the World doesn't know, or doesn't allow, are refused",
        arguments: [
            (#"{"device": "x", "requestor": "REF3", "mvpd": "Adobe", "user": "user"}"#, 404, "nearest one is REF30"),
            (
                #"{"device": "x", "requestor": "REF30", "mvpd": "Acme", "user": "user"}"#, 404,
                "nearest one is AcmeCable"
            ),
            (#"{"device": "x", "requestor": "REF30", "mvpd": "Adobe", "user": "usr"}"#, 404, "nearest one is user"),
            (
                #"{"device": "x", "requestor": "REF30", "mvpd": "Adobe", "user": "usr"}"#, 404,
                "Its users are child, denied"
            ),
            (#"{"device": "x", "requestor": "NARROW", "mvpd": "AcmeCable", "user": "user"}"#, 409, "no integration"),
            (#"{"device": "x", "requestor": "REF30", "mvpd": "Adobe", "user": "suspended"}"#, 409, "is suspended"),
            (#"{"device": "x", "requestor": "REF30", "mvpd": "Adobe", "user": "error"}"#, 409, "answers with an error"),
            (#"{"device": "x", "requestor": "REF30", "mvpd": "PromoPass"}"#, 409, "promotional pass"),
            (
                #"{"device": "x", "requestor": "REF30", "mvpd": "Adobe", "user": "user", "client": "c"}"#, 404,
                "no client with this identifier"
            ),
            (#"{"code": "AAAAAAA", "mvpd": "Adobe", "user": "user"}"#, 404, "no such code, or it has expired"),
        ])
    func refused(_ content: String, _ status: Int, _ part: String) throws {
        let site = try TestSite { configuration in
            configuration.unknownRequestors = .refuse
            configuration.unknownMVPDs = .refuse
            configuration.unknownClients = .refuse
            configuration.requestors["NARROW"] = .init(mvpds: ["Adobe": .init()])
        }
        let answer = site.control(.post, "login", content)
        #expect(answer.status.code == status && answer.fields[.contentType] == "application/problem+json")
        #expect(answer.json["detail"]?.stringValue?.contains(part) == true, "\(answer.text)")
        #expect(try site.state("sessions").isEmpty && site.state("codes").isEmpty)
    }

    @Test("A login that the MVPD refuses leaves the user's metadata as it is", arguments: ["suspended", "error"])
    func refusedMetadata(_ user: String) throws {
        let site = try TestSite()
        let before = try site.state("subscribers")
        let login =
            #"{"device": "x", "requestor": "REF30", "mvpd": "Adobe", "user": "\#(user)", "metadata": {"zip": "1"}}"#
        #expect(site.control(.post, "login", login).status == .conflict)
        #expect(try site.state("subscribers") == before)
    }

    @Test("A code serves one login, of its own requestor, until it expires")
    func codes() throws {
        let site = try TestSite()
        let app = try RESTv2App(site)
        func answer(_ code: String, _ more: String = "") -> HTTPResponse {
            site.control(.post, "login", #"{"code": "\#(code)", "mvpd": "Adobe", "user": "user"\#(more)}"#)
        }
        for code in [try site.registrationCode(), try app.code()] {
            let foreign = answer(code, #", "requestor": "REF30""#)
            #expect(foreign.status == .conflict)
            #expect(foreign.json["detail"] == .string("The code belongs to the requestor TEST_REQUESTOR."))
            #expect(answer(code.lowercased()).status == .ok)
            let again = answer(code)
            #expect(again.status == .conflict)
            #expect(again.json["detail"] == .string("A user has already signed in with this code."))
        }
        var other = app
        other.device = "other"
        let late = [try site.registrationCode(device: "other"), try other.code()]
        site.clock?.advance(by: .hours(11))
        for code in late { #expect(answer(code).status == .notFound) }
    }

    @Test("A session of REST API v2 needs no login for a temporary pass")
    func pass() throws {
        let site = try TestSite()
        let code = try RESTv2App(site).code()
        let answer = site.control(.post, "login", #"{"code": "\#(code)", "mvpd": "TempPass"}"#)
        #expect(answer.status == .conflict)
        #expect(answer.json["title"] == .string("No login needed"))
    }

    @Test("A login is known only in its namespace")
    func namespace() throws {
        var site = try TestSite()
        try site.signIn(#"{"device": "c0ffee", "requestor": "REF30", "mvpd": "Adobe", "user": "user"}"#)
        site.prefix = "/_ns/other"
        #expect(try site.state("sessions").isEmpty)
    }
}
