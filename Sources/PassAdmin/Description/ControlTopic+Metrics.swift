import PassDomain
import PassEndpointKit
import PassHTTP

extension ControlTopic {
    static let metrics = ControlTopic(calls: { route in
        guard route.operation == .reportMetrics else { return [] }
        return [
            .control(
                route, .get, "Counts and latencies of the whole server",
                .init(
                    200, "OpenMetrics, or the text format of Prometheus for clients that prefer text/plain",
                    content: ("application/openmetrics-text; version=1.0.0; charset=utf-8", nil),
                    otherTypes: ["text/plain; version=0.0.4; charset=utf-8"]))
        ]
    })
}
