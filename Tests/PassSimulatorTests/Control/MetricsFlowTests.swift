import PassAdmin
import PassDomain
import PassEndpointKit
import PassHTTP
import PassTestSupport
import Testing

@testable import PassSimulator

@Suite("The metrics of whole flows")
struct MetricsFlowTests {
    private func metrics(_ site: TestSite) throws -> MetricsReading {
        let answer = site.get("/_sim/metrics")
        try #require(answer.status == .ok, "\(answer.text)")
        return try MetricsReading(answer.text)
    }

    private func outcomes(_ family: String, _ site: TestSite) throws -> [String: Double] {
        let samples = try metrics(site).samples.filter { $0.name == family && !$0.labels.isEmpty && $0.value > 0 }
        return Dictionary(uniqueKeysWithValues: samples.map { ($0.labels[0].value, $0.value) })
    }

    @Test("Requests and latencies are counted by operation and class of status, in all namespaces together")
    func requests() throws {
        let site = try TestSite()
        var other = site
        other.prefix = "/_ns/other"
        for place in [site, other] { _ = place.get("/adobe-services/config/TEST_REQUESTOR") }
        _ = site.get("/adobe-services/config/%00")
        for path in ["/nothing", "/api/nothing", "/nothing/else"] { _ = site.get(path) }
        let reading = try metrics(site)
        let requests = "pass_simulator_requests_total"
        #expect(reading["\(requests){operation=\"RetrieveConfiguration\",status=\"2xx\"}"] == 2)
        #expect(reading["\(requests){operation=\"RetrieveConfiguration\",status=\"4xx\"}"] == 1)
        #expect(reading["\(requests){operation=\"none\",status=\"4xx\"}"] == 3)
        #expect(reading["pass_simulator_request_duration_seconds_count{operation=\"RetrieveConfiguration\"}"] == 3)
        #expect(reading["pass_simulator_request_duration_seconds_count{operation=\"ReportMetrics\"}"] == nil)
        #expect(reading["pass_simulator_namespaces"] == 2)
        #expect(
            try metrics(other)["\(requests){operation=\"ReportMetrics\",status=\"2xx\"}"] == 1,
            "every namespace shows the same")
    }

    @Test("A latency is real elapsed time, and its bucket is the first that it fits")
    func latency() throws {
        let site = try TestSite()
        try site.addRule(#"{"match": {"operation": "RetrieveCookieDomains"}, "action": {"delay": 600000}}"#)
        _ = site.get("/adobe-services/cookieDomains")
        let reading = try metrics(site)
        let duration = "pass_simulator_request_duration_seconds"
        let label = "operation=\"RetrieveCookieDomains\""
        // Nobody waits for the delay without a connection.
        #expect(reading["\(duration)_bucket{\(label),le=\"30.0\"}"] == 1)
        #expect(try #require(reading["\(duration)_sum{\(label)}"]) < 30)
        #expect(reading["pass_simulator_rule_hits_total{\(label)}"] == 1)
    }

    @Test("Latencies at a bound belong to its bucket, and statuses out of range to others")
    func bounds() throws {
        let counts = RequestCounts()
        let requests = [(0, 200), (100_000, 599), (100_001, 99), (30_000_000_000, 600), (30_000_000_001, 100)]
        for (nanoseconds, status) in requests {
            counts.count(nil, status: status, nanoseconds: UInt64(nanoseconds), isRuled: false)
        }
        guard case .histogram(let histogram) = try #require(counts.latencies.first).value else { return }
        #expect(histogram.counts.first == 2 && histogram.counts[1] == 1 && histogram.counts.suffix(2) == [1, 1])
        #expect(histogram.counts.count == histogram.bounds.count + 1)
        let statuses = counts.requests.map { $0.labels[1] }
        #expect(statuses == ["1xx", "2xx", "5xx", "other"])
        #expect(counts.requests.allSatisfy { $0.labels[0] == "none" } && counts.ruleHits.isEmpty)
    }

    @Test("Logins are counted when they begin and by how they end", arguments: ["Adobe", "OAuthTV"])
    func logins(_ mvpd: String) throws {
        let site = try TestSite { $0.unknownMVPDs = .refuse }
        let client = NativeClient(site: site, mvpd: mvpd)
        _ = try client.login()
        #expect(try outcomes("pass_simulator_logins_total", site) == ["completed": 1])
        // The MVPD answers with a signature that isn't its own, and the login stays open.
        let query = [
            ("requestor_id", "TEST_REQUESTOR"), ("mso_id", mvpd), ("redirect_url", "adobepass://ios.app"),
        ]
        if mvpd == "Adobe" {
            try site.addRule(#"{"action": {"mvpd": "badSignature"}}"#)
            var browser = TestBrowser(site)
            let form = try browser.openLogin(query)
            _ = try browser.signIn(form)
            #expect(try outcomes("pass_simulator_logins_total", site) == ["completed": 1, "refused": 1])
            #expect(try metrics(site)["pass_simulator_logins_begun_total"] == 2)
        }
        // An MVPD that the requestor has no integration with.
        _ = site.get("/adobe-services/authenticate/saml", [query[0], ("mso_id", "nobody"), query[2]])
        #expect(try outcomes("pass_simulator_logins_total", site)["failed"] == 1)
        #expect(try metrics(site)["pass_simulator_logins_begun_total"] == (mvpd == "Adobe" ? 3 : 2))
    }

    @Test("A login without a browser is counted, and a copy of a namespace isn't")
    func controlLogin() throws {
        let site = try TestSite()
        try site.signIn(#"{"device": "d", "requestor": "TEST_REQUESTOR", "mvpd": "Adobe", "user": "user"}"#)
        #expect(site.control(.put, "namespaces/copy", #"{"copyOf": "default"}"#).status == .created)
        let reading = try metrics(site)
        #expect(reading["pass_simulator_logins_total{outcome=\"completed\"}"] == 1)
        #expect(reading["pass_simulator_logins_begun_total"] == 1)
        #expect(try #require(reading["pass_simulator_records_bytes"]) > 0)
    }

    @Test(
        "Decisions are counted by resource, and requests without a decision as failed, regardless of the log",
        arguments: [0, 100])
    func decisions(_ journal: Int) throws {
        let site = try TestSite { $0.journal.exchanges = journal }
        let authorizations = "pass_simulator_authorizations_total"
        let preauthorizations = "pass_simulator_preauthorizations_total"
        let (client, app) = (NativeClient(site: site), try RESTv2App(site))
        let token = try client.login()
        try app.login()
        for resource in ["a", "deny:b", "<rss>"] { _ = client.authorize(token, resource) }
        _ = client.authorize("no token")
        _ = client.preauthorize(token, ["a", "deny:b", "deny:c"])
        #expect(try outcomes(authorizations, site) == ["permitted": 1, "denied": 2, "failed": 1])
        #expect(try outcomes(preauthorizations, site) == ["permitted": 1, "denied": 2])
        for resource in ["a", "deny:b"] { _ = app.authorize(resource) }
        _ = app.authorize("too", "many")
        _ = app.preauthorize("a", "deny:b")
        #expect(try outcomes(authorizations, site) == ["permitted": 2, "denied": 3, "failed": 2])
        #expect(try outcomes(preauthorizations, site) == ["permitted": 2, "denied": 3])
    }

    @Test("Each resource of an authorization is counted, and one with a used-up pass is a denial")
    func several() {
        let counts = FlowCounts()
        counts.count(.authorization, .preauthorized(permitted: 2, denied: 3), status: 200, isAnsweredByRule: false)
        counts.count(
            .authorization, .failed(.temporaryAccessRefused(.durationExceeded)), status: 200, isAnsweredByRule: false)
        counts.count(.preauthorization, .defect, status: 500, isAnsweredByRule: false)
        func values(_ samples: [MetricFamily.Sample]) -> [Int] {
            samples.map { if case .number(let number) = $0.value { number } else { -1 } }
        }
        #expect(values(counts.authorized) == [2, 4, 0])
        #expect(values(counts.preauthorized) == [0, 0, 1])
        #expect(values(counts.verifiedTokens) == [0, 0, 0])
    }

    @Test("A denial that a rule forces is counted as a denial, and a forced status as a failure")
    func forced() throws {
        let site = try TestSite()
        let client = NativeClient(site: site)
        let token = try client.login()
        try site.addRule(#"{"action": {"failure": "denied"}, "match": {"operation": "AuthorizeDevice"}, "times": 1}"#)
        _ = client.authorize(token)
        try site.addRule(#"{"action": {"status": 200}, "match": {"operation": "AuthorizeDevice"}, "times": 1}"#)
        _ = client.authorize(token)
        #expect(try outcomes("pass_simulator_authorizations_total", site) == ["denied": 1, "failed": 1])
        #expect(try outcomes("pass_simulator_rule_hits_total", site) == ["AuthorizeDevice": 2])
    }

    @Test("Tokens are counted by kind when they are signed, and media tokens by their verdict")
    func tokens() throws {
        let site = try TestSite()
        let client = NativeClient(site: site)
        let token = try client.login()
        let media = client.mediaToken(try #require(client.authorize(token).element("authzToken"))).text
        for text in [media, media, "none", ""] { _ = site.post("/_sim/tokens/verify", [("token", text)]) }
        #expect(try outcomes("pass_simulator_tokens_issued_total", site) == ["authn": 1, "authz": 1, "media": 1])
        #expect(
            try outcomes("pass_simulator_media_token_verifications_total", site)
                == ["verified": 1, "refused": 2, "failed": 1])
        try site.addRule(#"{"action": {"status": 200}, "match": {"operation": "SignStreamURL"}, "times": 1}"#)
        _ = site.get("/tvs/v1/sign")
        _ = site.get("/tvs/v1/sign", [("mediaToken", "YQ=="), ("resource", "YQ=="), ("url", "https://a.example/")])
        _ = try RESTv2App(site)
        #expect(try outcomes("pass_simulator_tokens_issued_total", site)["access"] == 1)
        #expect(
            try outcomes("pass_simulator_media_token_verifications_total", site)
                == ["verified": 1, "refused": 3, "failed": 2])
    }

    @Test("The journal's entries, bytes and losses are counted for all namespaces; emptying doesn't reset the counts")
    func journal() throws {
        let site = try TestSite { $0.journal.exchanges = 2 }
        var other = site
        other.prefix = "/_ns/other"
        for _ in 0..<3 { _ = site.get("/nothing") }
        _ = other.get("/adobe-services/config/TEST_REQUESTOR")
        var reading = try metrics(site)
        #expect(reading["pass_simulator_journal_exchanges"] == 3)
        #expect(reading["pass_simulator_journal_recorded_total"] == 4)
        #expect(reading["pass_simulator_journal_evicted_total"] == 1)
        let (bytes, limit) = (reading["pass_simulator_journal_bytes"], reading["pass_simulator_journal_limit_bytes"])
        #expect(try #require(bytes) > 0 && #require(limit) == Double(Configuration().limits.journalBytes))
        #expect(site.control(.delete, "exchanges").status.code < 300)
        reading = try metrics(site)
        #expect(reading["pass_simulator_journal_exchanges"] == 1)
        #expect(reading["pass_simulator_journal_recorded_total"] == 4)
    }

    @Test("No name from a client becomes a label, and both formats are correct in every line")
    func bounded() throws {
        let site = try TestSite()
        for name in ["evil\"} 1", "a\nb", "x"] {
            _ = site.get("/_ns/\(name)/adobe-services/config/\(name)", [], ["X-Pass-Namespace": name])
            _ = site.send(site.request(HTTPMethod(rawValue: "M\(name.utf8.count)"), "/\(name)"))
        }
        let client = NativeClient(site: site)
        _ = client.authorize(try client.login())
        let answer = site.get("/_sim/metrics")
        #expect(answer.fields[.contentType] == "application/openmetrics-text; version=1.0.0; charset=utf-8")
        let reading = try MetricsReading(answer.text)
        #expect(reading.lint == [])
        let operations = Set(Operation.allCases.map(\.rawValue) + ["none"])
        let values = reading.samples.flatMap(\.labels).filter { $0.name == "operation" }.map(\.value)
        #expect(!values.isEmpty && Set(values).isSubset(of: operations))
        let plain = site.get("/_sim/metrics", [], [.accept: "text/plain"])
        #expect(plain.fields[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
        let older = try MetricsReading(plain.text, .prometheus)
        #expect(older.lint == [] && older.families.count == reading.families.count)
    }

    @Test("The page lists every metric with its kind, its labels and its meaning, and no other")
    func page() throws {
        let page = CatalogPage("Metrics")
        let families = try TestSite().backend.metrics.families()
        let lines =
            ["| Metric | Type | Labels | Meaning |", "|---|---|---|---|"]
            + families.map { family in
                let labels = family.labels.map { "`\($0)`" }.joined(separator: " ")
                return "| `\(family.sampleName)` | \(family.kind) | \(labels) | \(family.help) |"
            }
        try page.record(lines, as: "metrics")
        #expect(try page.lines("metrics") == lines)
        #expect(families.allSatisfy { $0.name.hasPrefix("pass_simulator_") })
    }

    @Test("A foreign page and an unknown host get no metrics, and the path allows only GET")
    func guarded() throws {
        let site = try TestSite()
        #expect(site.get("/_sim/metrics", [], [.origin: "https://evil.example"]).status == .forbidden)
        #expect(site.get("/_sim/metrics", [], ["Sec-Fetch-Site": "cross-site"]).status == .forbidden)
        var strange = site
        strange.authority = "evil.example"
        #expect(strange.get("/_sim/metrics").status == .misdirectedRequest)
        #expect(site.control(.post, "metrics", "{}").status == .methodNotAllowed)
        #expect(try metrics(site)["pass_simulator_requests_total{operation=\"ReportMetrics\",status=\"4xx\"}"] == 3)
    }
}
