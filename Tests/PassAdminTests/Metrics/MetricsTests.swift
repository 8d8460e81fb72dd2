import PassAdmin
import PassCore
import PassCrypto
import PassDomain
import PassHTTP
import PassTestSupport
import Testing

@Suite("The report of metrics")
struct MetricsTests {
    private static let authority = Result {
        try CertificateAuthority.create(name: "Test authority", now: Timestamp(seconds: 1_767_225_600))
    }

    private static let families = [
        MetricFamily(
            "a_requests", .counter, labels: ["operation", "status"], "Requests.",
            [.init(["Session", "2xx"], .number(3)), .init(["a\"b\\c\nd", "5xx"], .number(0))]),
        MetricFamily("a_store_bytes", .gauge, unit: .bytes, "Memory.", [.init([], .number(-1))]),
        MetricFamily(
            "a_duration_seconds", .histogram, unit: .seconds, labels: ["operation"], "Time.",
            [.init(["Session"], .histogram(.init(bounds: [0.0001, 0.25, 1], counts: [2, 0, 1, 4], sum: 12.5)))]),
        MetricFamily("a_rare", .counter, "Nothing so far.", []),
    ]

    private func answer(_ accept: String?, _ families: [MetricFamily] = families) throws -> HTTPResponse {
        var fields: HTTPFields = [.host: "localhost"]
        if let accept { fields.append(.accept, accept) }
        return try TestWorld(
            AdminFamily(
                isReady: { true }, authority: Self.authority.get(), keys: [], tokenKeys: [], hosts: [],
                namespaces: TestNamespaces(), metrics: { families })
        ).answer(HTTPRequest(target: "/_sim/metrics", fields: fields))
    }

    private func text(_ response: HTTPResponse) -> String { String(decoding: response.body, as: UTF8.self) }

    @Test("OpenMetrics text has each family's help, type and unit before its samples, and ends with EOF")
    func openMetrics() throws {
        let response = try answer(nil)
        #expect(response.status == .ok)
        #expect(response.fields[.contentType] == "application/openmetrics-text; version=1.0.0; charset=utf-8")
        #expect(response.fields[.cacheControl] == "no-store" && response.fields[.vary] == "Accept")
        #expect(
            text(response) == #"""
                # HELP a_requests Requests.
                # TYPE a_requests counter
                a_requests_total{operation="Session",status="2xx"} 3
                a_requests_total{operation="a\"b\\c\nd",status="5xx"} 0
                # HELP a_store_bytes Memory.
                # TYPE a_store_bytes gauge
                # UNIT a_store_bytes bytes
                a_store_bytes -1
                # HELP a_duration_seconds Time.
                # TYPE a_duration_seconds histogram
                # UNIT a_duration_seconds seconds
                a_duration_seconds_bucket{operation="Session",le="0.0001"} 2
                a_duration_seconds_bucket{operation="Session",le="0.25"} 2
                a_duration_seconds_bucket{operation="Session",le="1.0"} 3
                a_duration_seconds_bucket{operation="Session",le="+Inf"} 7
                a_duration_seconds_sum{operation="Session"} 12.5
                a_duration_seconds_count{operation="Session"} 7
                # HELP a_rare Nothing so far.
                # TYPE a_rare counter
                # EOF

                """#)
        let reading = try MetricsReading(text(response))
        #expect(reading.families.map(\.name) == ["a_requests", "a_store_bytes", "a_duration_seconds", "a_rare"])
        #expect(reading["a_store_bytes"] == -1)
    }

    @Test("Prometheus text names counters with their suffix, and has neither units nor EOF")
    func prometheus() throws {
        let response = try answer("text/plain")
        #expect(response.fields[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
        #expect(text(response).hasPrefix("# HELP a_requests_total Requests.\n# TYPE a_requests_total counter\n"))
        #expect(!text(response).contains("UNIT") && !text(response).contains("EOF"))
        let reading = try MetricsReading(text(response), .prometheus)
        #expect(
            reading.families.map(\.name) == [
                "a_requests_total", "a_store_bytes", "a_duration_seconds", "a_rare_total",
            ])
    }

    @Test(
        "Accept chooses the format; clients without a preference get OpenMetrics",
        arguments: [
            ("*/*", true), ("text/html", true), ("", true), (";;,/,a", true), ("application/json", true),
            ("text/plain", false), ("TEXT/PLAIN; version=0.0.4", false), ("text/*", false),
            ("text/plain;q=0.5, */*;q=0.1", false), ("text/plain, */*", true), ("text/plain;q=0", true),
            ("application/openmetrics-text", true), ("application/*;q=0.9,text/plain;q=0.8", true),
            ("application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.6", false),
            (
                "application/openmetrics-text;version=1.0.0;q=0.5,application/openmetrics-text;version=0.0.1;q=0.4,"
                    + "text/plain;version=0.0.4;q=0.3,*/*;q=0.2", true
            ),
            ("text/plain;q=7", false), ("application/openmetrics-text;q=0, text/plain;q=0.001", false),
        ])
    func accept(_ accept: String, _ isOpenMetrics: Bool) throws {
        let type = try #require(answer(accept).fields[.contentType])
        #expect(type.hasPrefix(isOpenMetrics ? "application/openmetrics-text" : "text/plain"))
    }

    @Test("Without metrics the text is still whole")
    func empty() throws {
        #expect(text(try answer(nil, [])) == "# EOF\n")
        #expect(try answer("text/plain", []).body.isEmpty)
    }
}
