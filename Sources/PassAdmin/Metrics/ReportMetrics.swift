import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET /_sim/metrics`: counts and latencies of the whole server, whatever namespace the request names.
///
/// - Inputs: `Accept`. Parameters are ignored.
/// - 200: OpenMetrics 1.0 text (`application/openmetrics-text; version=1.0.0; charset=utf-8`), which ends with `# EOF`;
///   or Prometheus text 0.0.4 (`text/plain; version=0.0.4; charset=utf-8`) if `Accept` prefers `text/plain`. The page
///   `Metrics` lists the metrics with their labels; times are in seconds, sizes in bytes. An operation has samples from
///   its first request on.
struct ReportMetrics: Endpoint {
    let route = Route(.reportMetrics, [.get], "/_sim/metrics", on: .worker, readsParameters: false)
    let failures: any FailureTable = AdminFailureTable()
    /// Returns the metrics with their current values.
    let read: @Sendable () -> [MetricFamily]

    func respond(to exchange: Exchange) -> HTTPResponse {
        let format = MetricsFormat.preferred(exchange.request.fields.values(.accept))
        return HTTPResponse(
            .ok, fields: [.contentType: format.contentType, .cacheControl: "no-store", .vary: "Accept"],
            body: MetricsText.bytes(read(), format))
    }
}
