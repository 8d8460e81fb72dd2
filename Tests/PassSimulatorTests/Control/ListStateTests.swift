import PassCore
import PassDomain
import PassHTTP
import Testing

@testable import PassAdmin
@testable import PassSimulator

@Suite("Lists of state over HTTP", .eachStore)
struct ListStateTests {
    @Test("The kinds are listed with the number of their entries")
    func kinds() throws {
        let site = try UsedSite().site
        let kinds = try #require(site.control(.get, "state").json["kinds"]?.arrayValue)
        let counts = Dictionary(
            uniqueKeysWithValues: kinds.map { ($0["name"]?.stringValue ?? "", $0["count"]?.integerValue ?? 0) })
        #expect(counts["requestors"] == 3 && counts["subscribers"] == 11 && counts["sessions"] == 1)
        #expect(counts["codes"] == 1 && counts["profiles"] == 1 && counts["logins"] == 1 && counts["clients"] == 1)
        #expect(counts["decisions"] == 1 && counts["authzTokens"] == 1 && counts["mediaTokens"] == 2)
        #expect(counts["revocations"] == 0 && counts["logouts"] == 0 && counts["passes"] == 0)
        for (name, count) in counts {
            #expect(try site.state(name, "?limit=1000").count == count, "\(name)")
        }
    }

    @Test("An entry contains what is known of it, and is found by its identifier")
    func entry() throws {
        let site = try UsedSite().site
        let session = try #require(try site.state("sessions").first)
        #expect(session["state"] == .string("authenticated") && session["user"] == .string("user"))
        #expect(session["device"] == .string("c0ffee") && session["mvpd"] == .string("Adobe"))
        #expect(session["signedIn"] == .string("2031-05-14T08:00:00.000Z"))
        #expect(session["expires"] == .string("2031-05-14T09:00:00.000Z"))
        let id = try #require(session["id"]?.stringValue)
        #expect(site.control(.get, "state/sessions/\(id)").json == session)
        let profile = try #require(try site.state("profiles").first)
        #expect(profile["state"] == .string("active") && profile["session"] == session["id"])
        let user = site.control(.get, "state/subscribers/denied").json
        #expect(user["id"] == .string("denied") && user["entitlement"] == .string("nothing"))
        let integration = site.control(.get, "state/integrations/REF30:Adobe").json
        #expect(integration["requestor"] == .string("REF30") && integration["mvpd"] == .string("Adobe"))
    }

    @Test("Each entry of each list is found by its identifier only, and by no other spelling of it")
    func eachEntry() throws {
        let site = try UsedSite().site
        var found: Set<String> = []
        for kind in StateKinds.all.map(\.name) {
            for entry in try site.state(kind, "?limit=1000") {
                let id = try #require(entry["id"]?.stringValue)
                #expect(site.control(.get, "state/\(kind)/\(id)").json == entry)
                let other = id == id.uppercased() ? id.lowercased() : id.uppercased()
                #expect(site.control(.get, "state/\(kind)/\(other)").status == .notFound, "\(kind)/\(other)")
                found.insert(kind)
            }
        }
        let kinds: Set = [
            "requestors", "mvpds", "integrations", "subscribers", "sessions", "codes", "profiles", "logins",
            "decisions", "authzTokens", "mediaTokens", "clients",
        ]
        #expect(found.isSuperset(of: kinds))
    }

    @Test("A list is filtered, limited and continued")
    func pages() throws {
        let site = try TestSite()
        for device in ["a", "b", "c"] { _ = try site.registrationCode(device: device) }
        _ = try site.registrationCode("REF30", device: "a")
        #expect(try site.state("codes", "?device=a").count == 2)
        #expect(try site.state("codes", "?device=a&requestor=REF30").count == 1)
        #expect(try site.state("codes", "?mvpd=Adobe").isEmpty)
        let first = site.control(.get, "state/codes?limit=3").json
        #expect(first["total"] == .integer(4) && first["codes"]?.arrayValue?.count == 3)
        let next = try #require(first["next"]?.stringValue)
        let rest = site.control(.get, "state/codes?limit=3&after=\(next)").json
        #expect(rest["codes"]?.arrayValue?.count == 1 && rest["next"] == nil)
        let codes = [first, rest].flatMap { $0["codes"]?.arrayValue ?? [] }.compactMap { $0["id"]?.stringValue }
        #expect(codes == codes.sorted() && Set(codes).count == 4)
    }

    @Test(
        "An invalid query is refused with the reason",
        arguments: [
            ("state/session", 404, "There is no such kind of state; the nearest one is sessions."),
            ("state/sessions/none", 404, "No entry of sessions has this identifier."),
            ("state/sessions?limit=0", 400, "limit isn't a number from 1 to 1000."),
            ("state/sessions?limit=1001", 400, "limit isn't a number from 1 to 1000."),
            ("state/sessions?limit=x", 400, "limit isn't a number from 1 to 1000."),
            ("state/sessions?limit=", 400, "limit is empty."), ("state/sessions?user=", 400, "user is empty."),
            ("state/sessions?usr=x", 400, "usr is unknown; the nearest one is user."),
            ("state/revocations?user=x", 400, "user is unknown."), ("state?limit=1", 400, "limit is unknown."),
            ("state/sessions?user=a&user=b", 400, "user is given twice."),
        ])
    func badQuestion(_ path: String, _ status: Int, _ sentence: String) throws {
        let answer = try TestSite().control(.get, path)
        #expect(answer.status.code == status)
        #expect(answer.json["detail"]?.stringValue?.hasPrefix(sentence) == true, "\(answer.text)")
    }
}
