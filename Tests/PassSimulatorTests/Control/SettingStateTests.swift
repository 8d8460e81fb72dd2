import PassCore
import PassDomain
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Settings of a running simulator over HTTP", .eachStore)
struct SettingStateTests {
    @Test("A subscriber is changed, created and removed while the simulator runs")
    func subscribers() throws {
        let used = try UsedSite()
        let (site, app, client, token) = (used.site, used.app, used.client, used.token)
        let changed = site.control(
            .patch, "state/subscribers/user", #"{"entitlement": "nothing", "message": "Not in your package."}"#)
        #expect(changed.status == .ok && changed.json["entitlement"] == .string("nothing"))
        #expect(changed.json["password"] == .string("password"))
        #expect(client.authorize(token).text.contains("Not in your package."))
        #expect(app.authorize("TEST_RESOURCE").decisions.first?["authorized"] == .bool(false))
        let created = site.control(.patch, "state/subscribers/grace", #"{"password": "secret"}"#)
        #expect(created.status == .created && created.json["id"] == .string("grace"))
        try site.signIn(#"{"device": "d", "requestor": "REF30", "mvpd": "Adobe", "user": "grace"}"#)
        #expect(site.control(.delete, "state/subscribers/grace").status == .noContent)
        #expect(site.control(.delete, "state/subscribers/grace").status == .notFound)
        let gone = site.control(
            .post, "login", #"{"device": "d", "requestor": "REF30", "mvpd": "Adobe", "user": "grace"}"#)
        #expect(gone.status == .notFound)
    }

    @Test("A requestor and an MVPD are created, changed and removed")
    func requestors() throws {
        let site = try TestSite { $0.unknownRequestors = .refuse }
        #expect(site.get("/adobe-services/config/NEW_NET").status != .ok)
        #expect(site.control(.patch, "state/requestors/NEW_NET", #"{"name": "New Network"}"#).status == .created)
        #expect(site.control(.patch, "state/mvpds/NewTV", #"{"name": "New TV", "like": "Adobe"}"#).status == .created)
        let document = site.get("/adobe-services/config/NEW_NET").text
        #expect(document.contains(">New Network<") && document.contains(">New TV<"))
        #expect(site.control(.patch, "state/mvpds/NewTV", #"{"name": "Other TV"}"#).status == .ok)
        #expect(site.get("/adobe-services/config/NEW_NET").text.contains(">Other TV<"))
        #expect(site.control(.delete, "state/mvpds/NewTV").status == .noContent)
        #expect(!site.get("/adobe-services/config/NEW_NET").text.contains("NewTV"))
        #expect(site.control(.delete, "state/requestors/NEW_NET").status == .noContent)
        #expect(site.get("/adobe-services/config/NEW_NET").status != .ok)
    }

    @Test("A namespace that ended without requests begins again with the settings of the start")
    func endedNamespace() throws {
        var site = try TestSite()
        let worlds = site.backend.worlds
        let now = SystemWallClock().now() + .hours(1)
        worlds.sweep(now: now)
        let settings = #"{"idleSeconds": 10, "configuration": {"requestors": {"MINE": {"name": "Mine"}}}}"#
        #expect(site.control(.put, "namespaces/brief", settings).status == .created)
        site.prefix = "/_ns/brief"
        #expect(site.control(.get, "state/requestors/MINE").status == .ok)
        #expect(worlds.sweep(now: now + .seconds(60)) == 1)
        #expect(site.control(.get, "state/requestors/MINE").status == .notFound)
        #expect(site.control(.patch, "state/requestors/OTHER", #"{"name": "Other"}"#).status == .created)
        #expect(site.control(.get, "state/requestors/MINE").status == .notFound)
        // A namespace whose settings a test has changed stays; one whose change was refused doesn't.
        var refused = site
        refused.prefix = "/_ns/refused"
        #expect(refused.control(.patch, "state/requestors/OTHER", #"{"name": 5}"#).status == .badRequest)
        #expect(worlds.sweep(now: now + .hours(10)) == 1)
        #expect(site.control(.get, "state/requestors/OTHER").status == .ok)
    }

    @Test(
        "An integration is changed, removed and created again, with and without the requestor's list of MVPDs",
        arguments: [
            "TEST_REQUESTOR", "NARROW",
        ])
    func integrations(_ requestor: String) throws {
        let site = try TestSite { $0.requestors["NARROW"] = .init(mvpds: ["Adobe": .init(), "OAuthTV": .init()]) }
        var client = NativeClient(site: site)
        client.requestor = requestor
        let before = try site.state("integrations", "?requestor=\(requestor)&limit=1000").count
        let path = "state/integrations/\(requestor):Adobe"
        let changed = site.control(.patch, path, #"{"degradation": "authZNone"}"#)
        #expect(changed.status == .ok && changed.json["degradation"] == .string("authZNone"))
        #expect(try site.state("integrations", "?requestor=\(requestor)&limit=1000").count == before)
        let login = #"{"device": "c0ffee", "requestor": "\#(requestor)", "mvpd": "Adobe", "user": "user"}"#
        let token = try #require(try site.signIn(login)["authnToken"]?.stringValue)
        #expect(client.authorize(token).element("authzToken") == nil)
        #expect(site.control(.delete, path).status == .noContent)
        #expect(site.control(.delete, path).status == .notFound)
        #expect(site.control(.post, "login", login).status == .conflict)
        #expect(site.control(.patch, path, "{}").status == .created)
        let again = try #require(try site.signIn(login)["authnToken"]?.stringValue)
        #expect(client.authorize(again).element("authzToken") != nil)
    }

    @Test("Removing an integration of a requestor with all MVPDs keeps the others, and can be undone")
    func exclusion() throws {
        let site = try TestSite()
        let before = try site.state("integrations", "?requestor=REF30&limit=1000").count
        #expect(site.control(.delete, "state/integrations/REF30:Adobe").status == .noContent)
        #expect(try site.state("integrations", "?requestor=REF30&limit=1000").count == before - 1)
        #expect(site.control(.patch, "state/integrations/REF30:Adobe", "{}").status == .created)
        #expect(try site.state("integrations", "?requestor=REF30&limit=1000").count == before)
    }

    @Test(
        "Invalid settings change nothing and return the reason",
        arguments: [
            (
                "state/subscribers/user", #"{"entitlment": "nothing"}"#, 400,
                "The content can't be used: subscribers.user.entitlment is not a setting; the nearest one is "
                    + "subscribers.user.entitlement."
            ),
            ("state/subscribers/user", #"{"entitlement": "all"}"#, 400, "The content can't be used: "),
            ("state/subscribers/user", "[]", 400, "The content isn't a JSON object."),
            ("state/subscribers/user", "{", 400, "The content isn't JSON: a name is expected"),
            ("state/subscribers/user", "", 400, "The content is missing; a JSON object is expected."),
            (
                "state/subscribers/user", #"{"password": "a", "password": "b"}"#, 400,
                "has an object with the same name twice"
            ),
            ("state/subscribers/user", #"{"mvpds": ["NoTV"]}"#, 400, "NoTV"),
            ("state/integrations/NO_NET:Adobe", "{}", 404, "No entry of integrations has this identifier."),
            ("state/integrations/REF30", "{}", 404, "No entry of integrations has this identifier."),
            ("state/user/user", "{}", 404, "There is no such kind of state"),
        ])
    func badSettings(_ path: String, _ content: String, _ status: Int, _ part: String) throws {
        let site = try TestSite()
        let before = try site.state("subscribers")
        let answer = site.control(.patch, path, content)
        #expect(answer.status.code == status)
        #expect(answer.json["detail"]?.stringValue?.contains(part) == true, "\(answer.text)")
        #expect(!answer.text.contains(".."))
        #expect(try site.state("subscribers") == before)
    }

    @Test("An MVPD that another entry needs can't be removed")
    func neededMVPD() throws {
        let site = try TestSite()
        let answer = site.control(.delete, "state/mvpds/HubTV")
        #expect(answer.status == .badRequest)
        #expect(answer.json["detail"]?.stringValue?.contains("HubTV") == true, "\(answer.text)")
        #expect(site.control(.get, "state/mvpds/HubTV").status == .ok)
    }
}
