import PassCore
import PassDomain
import PassHTTP
import Testing

@testable import PassSimulator

@Suite("Records over HTTP", .eachStore)
struct RecordStateTests {
    @Test("A removed session, login, profile or client is refused as documented")
    func revoke() throws {
        for kind in ["sessions", "logins"] {
            let used = try UsedSite()
            let (site, app, client, token) = (used.site, used.app, used.client, used.token)
            #expect(site.control(.delete, "state/\(kind)/\(try site.onlyID(kind))").status == .noContent)
            #expect(try site.state(kind).isEmpty)
            #expect(client.authorize(token).text.hasPrefix("<pendingLogout"))
            #expect(app.authorize("TEST_RESOURCE").errorCode == "authenticated_profile_invalidated")
            #expect(client.session([:]).status == .unauthorized)
            // Without the revocation, the profile counts again.
            #expect(site.control(.delete, "state/revocations/\(try site.onlyID("revocations"))").status == .noContent)
            #expect(app.authorize("TEST_RESOURCE").decisions.first?["authorized"] == .bool(true))
        }
        let used = try UsedSite()
        let (site, app, client, token) = (used.site, used.app, used.client, used.token)
        #expect(site.control(.delete, "state/profiles/\(try site.onlyID("profiles"))").status == .noContent)
        #expect(app.authorize("TEST_RESOURCE").errorCode == "authenticated_profile_missing")
        #expect(client.authorize(token).element("authzToken") != nil)
        #expect(site.control(.delete, "state/clients/\(try site.onlyID("clients"))").status == .noContent)
        #expect(app.profile().status == .unauthorized)
        #expect(
            site.control(.patch, "state/clients/\(try site.onlyID("clients"))", #"{"revoked": false}"#).status == .ok)
        #expect(app.profile().status == .ok)
    }

    @Test("A removed or expired code is unknown")
    func codes() throws {
        let site = try TestSite()
        let app = try RESTv2App(site)
        let code = try site.registrationCode()
        #expect(site.control(.delete, "state/codes/\(code)").status == .noContent)
        #expect(site.get("/reggie/v1/TEST_REQUESTOR/regcode/\(code)").status == .notFound)
        let second = try app.code()
        let changed = site.control(.patch, "state/codes/\(second)", #"{"mvpd": "OAuthTV"}"#)
        #expect(changed.json["mvpd"] == .string("OAuthTV"))
        #expect(app.get("sessions/\(second)").json["existingParameters"]?["mvpd"] == .string("OAuthTV"))
        let past = #"{"expires": "2031-05-14T08:00:00Z"}"#
        #expect(site.control(.patch, "state/codes/\(second)", past).status == .ok)
        #expect(app.get("sessions/\(second)").errorCode == "invalid_authentication_session")
    }

    @Test("A profile ends when its expiry is moved")
    func profileExpiry() throws {
        let used = try UsedSite()
        let (site, app) = (used.site, used.app)
        let id = try site.onlyID("profiles")
        let answer = site.control(.patch, "state/profiles/\(id)", #"{"expires": "2031-05-14T07:00:00Z"}"#)
        #expect(answer.status == .ok && answer.json["state"] == .string("expired"))
        #expect(app.authorize("TEST_RESOURCE").errorCode == "authenticated_profile_expired")
        _ = site.control(.patch, "state/profiles/\(id)", #"{"expires": "2031-05-14T09:00:00Z"}"#)
        #expect(app.profile().profiles["Adobe"] != nil)
    }

    @Test("Removed media and authZ tokens are refused")
    func proofs() throws {
        let used = try UsedSite()
        let (site, client, token) = (used.site, used.client, used.token)
        for id in try site.state("mediaTokens").compactMap({ $0["id"]?.stringValue }) {
            #expect(site.control(.delete, "state/mediaTokens/\(id)").status == .noContent)
        }
        #expect(try site.state("mediaTokens").allSatisfy { $0["remaining"] == .integer(0) })
        let decision = try #require(client.authorize(token).element("authzToken"))
        #expect(site.control(.delete, "state/authzTokens/\(try site.onlyID("authzTokens"))").status == .noContent)
        #expect(!client.mediaToken(decision).text.hasPrefix("<signatureInfo>"))
        #expect(try site.state("authzTokens").first?["revoked"] == .bool(true))
    }

    @Test("A removed decision is requested again, and a removed pass starts again")
    func decisions() throws {
        let used = try UsedSite()
        let (site, app) = (used.site, used.app)
        #expect(site.control(.delete, "state/decisions/\(try site.onlyID("decisions"))").status == .noContent)
        #expect(try site.state("decisions").isEmpty)
        #expect(app.authorize("TEST_RESOURCE").decisions.first?["authorized"] == .bool(true))
        var pass = NativeClient(site: site)
        pass.mvpd = "TempPass"
        let content = #"{"device": "c0ffee", "requestor": "TEST_REQUESTOR", "mvpd": "TempPass"}"#
        #expect(try pass.canWatch(try #require(try site.signIn(content)["authnToken"]?.stringValue)))
        site.clock?.advance(by: .minutes(11))
        let late = try #require(try site.signIn(content)["authnToken"]?.stringValue)
        #expect(try !pass.canWatch(late))
        #expect(site.control(.delete, "state/passes/\(try site.onlyID("passes"))").status == .noContent)
        #expect(try pass.canWatch(try #require(try site.signIn(content)["authnToken"]?.stringValue)))
    }

    @Test(
        "A record that can't be changed as requested is refused",
        arguments: [
            ("sessions", #"{"expire": "2031-05-14T08:00:00Z"}"#, 400, "expire is unknown; the nearest one is expires."),
            ("sessions", #"{"expires": "soon"}"#, 400, "expires isn't a time from 1970 to 9799"),
            ("sessions", "{}", 400, "expires is missing."), ("codes", "{}", 400, "One of expires, mvpd is missing."),
            ("profiles", #"{"user": "x"}"#, 400, "user is unknown; the known ones are "),
            ("mediaTokens", #"{"remaining": -1}"#, 400, "remaining isn't a number from 0 to 1000000."),
            ("clients", #"{"revoked": 1}"#, 400, "revoked isn't true or false."),
            ("logins", #"{"expires": "2031-05-14T08:00:00Z"}"#, 409, "Entries of logins can't be changed."),
        ])
    func badChange(_ kind: String, _ content: String, _ status: Int, _ sentence: String) throws {
        let site = try UsedSite().site
        let id = try #require(try site.state(kind).first?["id"]?.stringValue)
        let answer = site.control(.patch, "state/\(kind)/\(id)", content)
        #expect(answer.status.code == status)
        #expect(answer.json["detail"]?.stringValue?.hasPrefix(sentence) == true, "\(answer.text)")
    }

    @Test("An unknown record is neither changed nor removed")
    func unknown() throws {
        let site = try TestSite()
        for kind in ["sessions", "codes", "profiles", "logins", "decisions", "clients", "linkedDevices"] {
            #expect(site.control(.delete, "state/\(kind)/none").status == .notFound)
        }
        let content = #"{"expires": "2031-05-14T08:00:00Z"}"#
        for kind in ["sessions", "codes", "profiles"] {
            #expect(site.control(.patch, "state/\(kind)/none", content).status == .notFound)
        }
    }
}
