import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassTestSupport
import Testing

@testable import PassSimulator

/// A request that takes long on a loop holds up every connection of that loop.
@Suite("Work on the loops")
struct LoopRouteTests {
    /// The operations that run on a loop, and what bounds the work that one request makes there. None has more input than
    /// `Route.longestOnLoop` bytes, unless it doesn't read it.
    private static let bounds: [Operation: String] = [
        .individualizeDevice: "JSON of at most 4,096 bytes, two digests of it",
        .retrieveConfiguration: "64 MVPDs; longer catalogs are a worker's",
        .session: "two look-ups; a completed login, a new access token or a signature is a worker's",
        .sessionDevice: "two look-ups; a completed login, a new access token or a signature is a worker's",
        .retrieveServiceProviderConfiguration: "64 MVPDs; longer catalogs and new access tokens are a worker's",
        .retrieveAuthenticationSession: "two look-ups; a new access token is a worker's",
        .retrieveProfiles:
            "a few look-ups for each profile; encryption, service tokens and new access tokens are a worker's",
        .retrieveProfileForMVPD: "a few look-ups; encryption, service tokens and new access tokens are a worker's",
        .retrieveProfileForCode: "a few look-ups; encryption and new access tokens are a worker's",
        .retrieveCookieDomains: "64 MVPDs; longer catalogs are a worker's",
        .probeAssertionConsumer: "a fixed page",
        .completePassiveAuthentication: "a fixed page",
        .completeBackgroundLogin: "a fixed page",
        .reportErrors: "the content's length is compared, nothing is read",
        .accessEnablerScript: "a fixed text",
        .storageProxyScript: "a fixed text",
        .storageProxy: "a fixed page",
        .backgroundLoginFile: "a fixed page",
        .backgroundLogoutFile: "a fixed page",
        .serveCertificate: "one certificate",
        .serveKey: "one key",
        .showLanding: "64 parameters, of each 1,024 code points",
        .listKeys: "three keys",
        .offerCertificate: "a fixed page with the addresses of a few forms",
        .publishTokenKeys: "a fixed text",
        .describeEnvironment: "64 hosts; longer lists are a worker's",
        .showDashboard: "a fixed page",
        .serveDashboardFile: "a copy of one file; the first request hashes all of them, 200 kilobytes",
        .reportReadiness: "a flag",
        .publishKeys: "one key",
        .describeOpenIDProvider: "a fixed list of addresses",
        .readClock: "three numbers",
        .awaitExchange: "a filter; the journal is read on a queue",
        .followEvents: "a filter; the journal is read on a queue",
        .logo: "two letters and a name out of 4,096 bytes of path",
    ]

    private func runsOnLoop(_ site: TestSite, _ request: HTTPRequest) -> Bool {
        if case .ready = site.backend.pipeline.respond(to: request) { true } else { false }
    }

    @Test("Each operation of the loop has a bound")
    func table() throws {
        let routes = try TestSite().backend.families.flatMap(\.endpoints).map(\.route)
        let operations = routes.filter { if case .loop = $0.place { true } else { false } }.map(\.operation)
        #expect(Set(operations) == Set(Self.bounds.keys))
    }

    @Test("A lookup in a store that may wait for a disk doesn't run on a loop")
    func waitingStores() throws {
        let site = try TestSite { $0.store = .sqlite(file: TemporaryFile.path()) }
        let routes = site.backend.families.flatMap(\.endpoints).map(\.route)
        let without = routes.filter { !$0.asksStores }.map(\.operation)
        // The first two answer later or in a stream, the last one must answer while the disk can't.
        #expect(Set(without) == [.awaitExchange, .followEvents, .reportReadiness])
        for path in ["/adobe-services/config/REF", "/adobe-services/sessionDevice?reg_code=A", "/_sim/clock"] {
            #expect(!runsOnLoop(site, site.request(.get, path)), "\(path)")
            #expect(!runsOnLoop(site, site.request(.get, path, ["X-Pass-Fault": "{\"status\": 503}"])), "\(path)")
        }
        #expect(runsOnLoop(site, site.request(.get, "/_sim/ready")))
    }

    @Test("A large request is read by a worker")
    func longInput() throws {
        let site = try TestSite()
        let form = "application/x-www-form-urlencoded"
        func post(_ count: Int) -> HTTPRequest {
            site.request(
                .post, "/_sim/done", [.contentType: form], body: Array(repeating: UInt8(ascii: "a"), count: count))
        }
        #expect(runsOnLoop(site, post(4000)))
        #expect(!runsOnLoop(site, post(4096)))
        let query = String(repeating: "a", count: 4096)
        #expect(!runsOnLoop(site, site.request(.get, "/_sim/done?\(query)")))
        #expect(!runsOnLoop(site, site.request(.get, "/adobe-services/config/REF?\(query)")))
        #expect(runsOnLoop(site, site.request(.get, "/adobe-services/config/REF?a=1")))
        #expect(
            runsOnLoop(site, site.request(.post, "/adobe-services/errors", body: Array(repeating: 0, count: 60_000))))
    }

    @Test("A poll is answered on the loop until there is something to sign or to verify")
    func polls() throws {
        let site = try TestSite()
        func poll(_ site: TestSite, _ more: String = "", bearer: String? = nil) -> HTTPRequest {
            var fields: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
            if let bearer { fields.append(.authorization, "Bearer \(bearer)") }
            let body = "requestor_id=REF30&device_id=d&reg_code=ABCDEFG" + more
            return site.request(.post, "/adobe-services/sessionDevice", fields, body: Array(body.utf8))
        }
        #expect(runsOnLoop(site, poll(site)))
        #expect(runsOnLoop(site, poll(site, "&signed_requestor_id=x")))
        let strict = try TestSite { $0.requestorProof = .strict }
        #expect(!runsOnLoop(strict, poll(strict, "&signed_requestor_id=x")))

        #expect(!runsOnLoop(site, poll(site, bearer: "x")))
        #expect(runsOnLoop(site, poll(site, bearer: try site.registeredClient().bearer)))
        // Another simulator with the same keys has made this one, its second.
        let other = try TestSite()
        _ = try other.registeredClient()
        let bearer = try other.registeredClient().bearer
        #expect(!runsOnLoop(site, poll(site, bearer: bearer)))
        #expect(site.send(poll(site, bearer: bearer)).status == .unauthorized)
        #expect(runsOnLoop(site, poll(site, bearer: bearer)))
    }

    @Test("A long catalog is listed by a worker")
    func longCatalog() throws {
        let site = try TestSite {
            for number in 0..<100 { $0.mvpds["M\(number)"] = .init() }
            $0.proxy.landingHosts = (0..<100).map { "h\($0).example" }
        }
        for path in ["/adobe-services/config/REF", "/adobe-services/cookieDomains", "/_sim/environment"] {
            #expect(!runsOnLoop(site, site.request(.get, path)), "\(path)")
            #expect(site.get(path).status == .ok)
        }
    }

    @Test("The landing page shows the beginning of a long request, and says what it leaves out")
    func landing() throws {
        let site = try TestSite()
        let pairs = (0..<200).map { (name: "n\($0)", value: String(repeating: "é", count: $0 == 0 ? 5000 : 9)) }
        let page = site.post("/_sim/done", pairs)
        #expect(page.status == .ok && page.body.count < 20_000)
        #expect(page.text.contains("<dt>n63</dt>") && !page.text.contains("<dt>n64</dt>"))
        #expect(page.text.contains("136 more values are not shown."))
        #expect(page.text.contains("… (cut off, 10000 bytes in total)"))
        #expect(!page.text.contains("\u{FFFD}"))
        #expect(!site.get("/_sim/done", [("a", "b")]).text.contains("cut"))
    }
}
