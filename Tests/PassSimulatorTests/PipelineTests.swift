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
            #expect(answer.fields[.allow] == "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")
            #expect(answer.body.isEmpty)
        }
    }

    @Test(
        "A path of a REST API that isn't served gets an answer that says so, and lists what is",
        arguments: [
            ("/api/v1/tokens/authn?deviceId=1", "The simulator doesn't serve REST API v1 yet"),
            ("//api//v3/x", "The simulator serves nothing under this path of /api."),
        ])
    func unservedAPI(_ target: String, _ start: String) throws {
        let site = try TestSite()
        for method in [HTTPMethod.get, .post, .delete] {
            let answer = site.send(site.request(method, target))
            #expect(answer.status == .notFound && answer.fields[.contentType] == "application/json;charset=UTF-8")
            let error = try JSONValue.parse(answer.body)
            #expect(error["status"] == .integer(404) && error["action"] == .string("none"))
            let message = try #require(error["message"]?.stringValue)
            #expect(message.hasPrefix(start))
            #expect(
                message.contains("/adobe-services, ") && message.contains("/api/v2, ") && !message.contains("/_sim"))
        }
    }

    @Test("Any other unknown path is simply not found", arguments: ["/api", "/apis/v2", "/x/api/v2", "/v2/api"])
    func unknownPath(_ target: String) throws {
        let answer = try TestSite().get(target)
        #expect(answer.status == .notFound && answer.text == "Not found")
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

    @Test("A duplicate parameter is named in a whole sentence")
    func givenTwice() throws {
        let answer = try TestSite().get("/adobe-services/config?requestor_id=a&requestor_id=b")
        #expect(answer.text.contains("The parameter requestor_id is given twice."))
    }

    @Test("A device's fingerprint is looked for only in a short body")
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

    @Test("A token among the parameters, in any spelling, keeps a call off the loop, too; other credentials don't")
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
        if case .ready = site.backend.pipeline.respond(to: request) { true } else { false }
    }

    @Test("Work says in which namespace it is, so that namespaces take turns", arguments: ["default", "suite-1"])
    func workOwner(_ name: String) throws {
        let site = try TestSite()
        for path in ["/tvs/v1/sign", "/adobe-services/config/REF30?access_token=a.b.c"] {
            let request = site.request(.get, name == "default" ? path : "/_ns/\(name)\(path)")
            guard case .work(let owner, _) = site.backend.pipeline.respond(to: request) else {
                Issue.record("\(path) isn't work")
                continue
            }
            #expect(owner == name)
        }
    }

    @Test("A logout's return URL works once, even for two answers at the same instant")
    func logoutRace() throws {
        let world = try #require(try TestSite().world)
        let now = world.clock.now()
        let pending = LogoutInProgress(
            id: SessionID(rawValue: "L"), mvpd: "Adobe", redirectURL: "app://back",
            request: .init(id: "_1", issuer: "i", answerURL: "u"), expires: now + .seconds(60))
        try world.stores.logouts.put(pending, now: now)
        #expect(throws: EntitlementFailure.sessionNotFound) {
            // The first answer is accepted while the second is being checked.
            _ = try world.services.logout.finish(pending.id, now: now) { _ in
                let way = try world.services.logout.finish(pending.id, now: now) { _ in }
                #expect(way == "app://back")
            }
        }
    }

    @Test("A head whose content is still to come is refused like the whole request")
    func admission() throws {
        let site = try TestSite()
        func refusal(_ request: HTTPRequest) -> HTTPStatus? {
            guard case .refuse(let answer) = site.backend.pipeline.admit(request) else { return nil }
            #expect(answer.body == site.send(request).body)
            return answer.status
        }
        #expect(refusal(site.request(.post, "/nothing")) == .notFound)
        #expect(refusal(site.request(.post, "/_ns/new/nothing")) == .notFound)
        #expect(refusal(site.request(.post, "/_ns/NO/adobe-services/session")) == .badRequest)
        #expect(refusal(site.request(.put, "/adobe-services/session")) == .methodNotAllowed)
        #expect(refusal(site.request(.post, "/_sim/tokens/verify", [.origin: "http://evil.example"])) == .forbidden)
        #expect(
            refusal(site.request(.post, "/_sim/tokens/verify", [.contentType: "text/plain"])) == .unsupportedMediaType)
        var strange = site
        strange.authority = "evil.example"
        #expect(refusal(strange.request(.post, "/_sim/tokens/verify")) == .misdirectedRequest)
        #expect(refusal(site.request(.post, "/adobe-services/session")) == nil)
        // A little is read and dropped, unless the client asks first.
        #expect(refusal(site.request(.post, "/nothing", [.contentLength: "4096"])) == nil)
        #expect(refusal(site.request(.post, "/nothing", [.contentLength: "4097"])) == .notFound)
        #expect(refusal(site.request(.post, "/nothing", [.transferEncoding: "chunked"])) == nil)
        #expect(refusal(site.request(.post, "/nothing", [.contentLength: "1", .expect: "100-continue"])) == .notFound)
    }

    @Test(
        "Each operation limits its content, and content that arrived whole is checked too",
        arguments: [
            (HTTPMethod.get, "/adobe-services/config/R", 4_096), (.delete, "/_sim/namespaces/a", 4_096),
            (.post, "/adobe-services/errors", 65_536), (.post, "/reggie/v1/R/regcode", 65_536),
            (.post, "/adobe-services/authorizeDevice", 262_144), (.post, "/_sim/tokens/verify", 262_144),
        ])
    func contentLimit(_ method: HTTPMethod, _ path: String, _ limit: Int) throws {
        let site = try TestSite()
        guard case .content(let admitted) = site.backend.pipeline.admit(site.request(method, path)) else {
            Issue.record("The content is refused.")
            return
        }
        #expect(admitted == limit)
        func answer(_ length: Int) -> HTTPResponse {
            site.send(site.request(method, path, body: [UInt8](repeating: 0x61, count: length)))
        }
        #expect(answer(limit).status != .contentTooLarge)
        let refusal = answer(limit + 1)
        #expect(refusal.status == .contentTooLarge && refusal.text.contains("\(limit) bytes"))
        #expect(refusal.fields[.contentType] == "application/problem+json" && refusal.json["status"] == .integer(413))
    }
}
