import PassCore
import PassDomain
import Testing

@testable import PassHTTP
@testable import PassSimulator

@Suite("The way through the pipeline")
struct PipelineTests {
    @Test("OPTIONS for the whole server is answered with what it allows")
    func wholeServer() throws {
        var site = try TestSite { $0.mvpds["Adobe"]?.host = "login.localhost" }
        for authority in [site.authority, "login.localhost:8080"] {
            site.authority = authority
            let answer = site.send(site.request(.options, "*"))
            #expect(answer.status == .ok, "\(authority)")
            #expect(answer.fields[.allow] == "GET, HEAD, POST, DELETE, OPTIONS")
            #expect(answer.body.isEmpty)
        }
    }

    @Test(
        "A request that comes again is answered as at first",
        arguments: [
            (HTTPMethod.get, "/_sim/ready", [:], 200), (.get, "/_ns/a/_sim/ready?x=1", [:], 200),
            (.head, "/_sim/ready", [:], 200), (.get, "/_sim/nothing", [:], 404), (.delete, "/_sim/ready", [:], 405),
            (.get, "/nothing", ["Origin": "https://a.example"], 404), (.options, "*", [:], 200),
            (.get, "/_sim/ready", ["Origin": "https://a.example"], 403), (.get, "/_ns/-/_sim/ready", [:], 400),
        ] as [(HTTPMethod, String, HTTPFields, Int)])
    func again(_ method: HTTPMethod, _ target: String, _ fields: HTTPFields, _ status: Int) throws {
        // A journal would keep its requests.
        let site = try TestSite { $0.journalExchanges = 0 }
        weak var gone: HTTPRequest?
        do {
            let first = site.request(method, target, fields)
            let request = first.remembered(on: first.connection)
            for _ in 1...3 {
                let (answer, expected) = (site.send(request), site.send(site.request(method, target, fields)))
                #expect(answer.status.code == status && expected.status.code == status)
                #expect(answer.text == expected.text)
                #expect(answer.fields.pairs.map(\.value) == expected.fields.pairs.map(\.value))
            }
            gone = request
        }
        // What is kept with a request doesn't keep the request.
        #expect(gone == nil)
    }

    @Test("A parameter that can't be decoded is named in the answer's sentence")
    func undecodable() throws {
        let site = try TestSite()
        let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        let body = Array("resource_id=%zz&requestor_id=R".utf8)
        let denial = site.send(site.request(.post, "/adobe-services/authorize", form, body: body))
        let sentence = "The parameter resource_id has a broken percent escape or isn't UTF-8."
        #expect(denial.element("details") == sentence)
        #expect(denial.fields["Authzf-Error-Details"] == sentence)
        let name = site.send(site.request(.get, "/adobe-services/config?%0D%0Ax%ff=%ff"))
        #expect(name.text.contains("has a broken percent escape"))
    }

    @Test("A parameter that is given twice is named in a whole sentence")
    func givenTwice() throws {
        let answer = try TestSite().get("/adobe-services/config?requestor_id=a&requestor_id=b")
        #expect(answer.text.contains("The parameter requestor_id is given twice."))
    }

    @Test("A device's fingerprint is looked for in a short body only")
    func longIndividualization() throws {
        let site = try TestSite()
        func status(padding: Int) -> HTTPStatus {
            let body = #"{"fingerprint":"f","more":""# + String(repeating: "x", count: padding) + #""}"#
            return site.send(site.request(.post, "/indiv/devices", body: Array(body.utf8))).status
        }
        #expect(status(padding: 1_000) == .ok)
        #expect(status(padding: 20_000) == .badRequest)
    }

    @Test(
        "Where TLS is required, calls with tokens are refused over plain HTTP with a sentence",
        arguments: [
            (HTTPMethod.get, "/adobe-services/logout?authentication_token=x"), (.post, "/adobe-services/session"),
            (.post, "/indiv/devices"), (.post, "/o/client/register"), (.post, "/o/client/token"),
            (.get, "/adobe-services/oauth2?state=a&code=b"),
        ])
    func insecure(_ method: HTTPMethod, _ path: String) throws {
        let site = try TestSite { $0.requireTLS = true }
        let answer = site.send(site.request(method, path))
        #expect(answer.status.code == 403 || path.hasPrefix("/o/client/") && answer.status.code == 400)
        #expect(answer.text.contains("use https"))
        var secure = site
        secure.scheme = .https
        #expect(!secure.send(secure.request(method, path)).text.contains("use https"))
    }

    @Test(
        "Where TLS is required, pages of MVPDs to which a login or an ID token comes are shown over https only",
        arguments: ["/_sim/mvpd/AcmeCable/bookend?login=a", "/_sim/mvpd/OAuthTV/logout?id_token_hint=a"])
    func insecurePage(_ path: String) throws {
        var site = try TestSite { $0.requireTLS = true }
        #expect(site.get(path).status == .forbidden)
        site.scheme = .https
        #expect(site.get(path).status != .forbidden)
    }

    @Test(
        "A call with an access token, which is verified, never runs on the connection's loop",
        arguments: [
            (HTTPMethod.get, "/adobe-services/config/REF30"), (.post, "/indiv/devices"),
            (.get, "/adobe-services/cookieDomains"), (.post, "/adobe-services/errors"),
            (.get, "/adobe-services/completeBackgroundLogin"),
            (.get, "/adobe-services/completePassiveAuthentication"),
        ])
    func bearerPlace(_ method: HTTPMethod, _ path: String) throws {
        let site = try TestSite()
        #expect(runsOnLoop(site.request(method, path), at: site))
        #expect(!runsOnLoop(site.request(method, path, [.authorization: "Bearer a.b.c"]), at: site))
    }

    @Test("So it is with a token among the parameters, however it is spelled, and not with other credentials")
    func parameterPlace() throws {
        let site = try TestSite()
        let path = "/adobe-services/config/REF30"
        for query in ["access_token=a.b.c", "access%5Ftoken=a.b.c"] {
            #expect(!runsOnLoop(site.request(.get, "\(path)?\(query)"), at: site))
        }
        let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        let body = Array("access_token=a.b.c".utf8)
        #expect(!runsOnLoop(site.request(.post, "/indiv/devices", form, body: body), at: site))
        #expect(runsOnLoop(site.request(.get, path, [.authorization: "Basic dTpw"]), at: site))
        #expect(runsOnLoop(site.request(.get, path + "?access_token=%zz"), at: site))
    }

    private func runsOnLoop(_ request: HTTPRequest, at site: TestSite) -> Bool {
        switch site.backend.pipeline.respond(to: request) {
        case .ready: true
        case .work: false
        }
    }

    @Test("A logout's way back works once, also for two answers at the same instant")
    func logoutRace() throws {
        let world = try #require(try TestSite().world)
        let now = world.clock.now()
        let pending = PendingLogout(
            id: SessionID(rawValue: "L"), mvpd: "Adobe", redirectURL: "app://back",
            request: .init(id: "_1", issuer: "i", answerURL: "u"), expires: now + .seconds(60))
        try world.stores.logouts.put(pending, now: now)
        #expect(throws: EntitlementFailure.sessionNotFound) {
            // The first answer is accepted while the second is being checked.
            _ = try world.logout.finish(pending.id, now: now) { _ in
                let way = try world.logout.finish(pending.id, now: now) { _ in }
                #expect(way == "app://back")
            }
        }
    }
}
