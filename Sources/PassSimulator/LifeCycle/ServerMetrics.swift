import PassAdmin
import PassCore
import PassInstruments
import PassNetwork
import PassTokens

/// The metrics of one server, for all of its namespaces together.
///
/// No label has a value that a client chooses, so the number of samples is bounded.
final class ServerMetrics: Sendable {
    private let counts: ServerCounts
    private let worlds: Worlds
    private let load = Guarded<@Sendable () -> HTTPServerLoad>({ HTTPServerLoad() })

    init(_ counts: ServerCounts, _ worlds: Worlds) {
        self.counts = counts
        self.worlds = worlds
    }

    /// Reads the figures of connections and workers from this server from now on. Before the call they are 0.
    func observe(_ server: HTTPServer) {
        load.withLock { $0 = { [weak server] in server?.load ?? HTTPServerLoad() } }
    }

    /// Returns all metrics with their current values.
    func families() -> [MetricFamily] {
        requests + flows + connections(load.withLock { $0 }()) + stores
    }

    private var requests: [MetricFamily] {
        [
            MetricFamily(
                "pass_simulator_requests", .counter, labels: ["operation", "status"],
                "Requests that were answered, by operation and class of the status.", counts.requests.requests),
            MetricFamily(
                "pass_simulator_request_duration_seconds", .histogram, unit: .seconds, labels: ["operation"],
                "Time from the arrival of a request until its answer was made, or delivered if it had a delay or a fault.",
                counts.requests.latencies),
            MetricFamily(
                "pass_simulator_rule_hits", .counter, labels: ["operation"],
                "Requests on which a rule or X-Pass-Fault took effect.", counts.requests.ruleHits),
        ]
    }

    private var flows: [MetricFamily] {
        [
            MetricFamily(
                "pass_simulator_logins_begun", .counter, "Logins that began.", counts.logins.begunLogins),
            MetricFamily(
                "pass_simulator_logins", .counter, labels: ["outcome"],
                "Logins that a subscriber completed, logins that failed without a user, and refused answers of MVPDs.",
                counts.logins.endedLogins),
            MetricFamily(
                "pass_simulator_authorizations", .counter, labels: ["outcome"],
                "Resources that authorizations permitted or denied, and authorizations that failed without a decision.",
                counts.flows.authorized),
            MetricFamily(
                "pass_simulator_preauthorizations", .counter, labels: ["outcome"],
                "Resources that preauthorizations permitted or denied, "
                    + "and preauthorizations that failed without a decision.",
                counts.flows.preauthorized),
            MetricFamily(
                "pass_simulator_tokens_issued", .counter, labels: ["kind"], "Tokens that were signed.",
                IssuedTokens.Kind.allCases.map { .init([$0.rawValue], .number(counts.tokens[$0])) }),
            MetricFamily(
                "pass_simulator_media_token_verifications", .counter, labels: ["outcome"],
                "Media tokens that were verified or refused, and verifications that failed without a verdict.",
                counts.flows.verifiedTokens),
        ]
    }

    private func connections(_ load: HTTPServerLoad) -> [MetricFamily] {
        [
            Self.gauge("pass_simulator_open_connections", "Connections that are open.", load.openConnections),
            MetricFamily(
                "pass_simulator_connections_accepted", .counter, "Connections that were accepted.",
                [.init([], .number(load.acceptedConnections))]),
            MetricFamily(
                "pass_simulator_connection_failures", .counter, labels: ["reason"],
                "Connections and requests that ended before an operation could answer.", counts.failures.samples),
            Self.gauge(
                "pass_simulator_connection_buffer_bytes", unit: .bytes,
                "Memory of incomplete requests and unsent answers.", load.bufferedBytes),
            Self.gauge("pass_simulator_work_waiting", "Requests that wait for a worker.", load.waitingWork),
            Self.gauge("pass_simulator_work_running", "Requests that a worker answers.", load.runningWork),
        ]
    }

    private var stores: [MetricFamily] {
        let journal = worlds.archive.totals
        return [
            Self.gauge("pass_simulator_namespaces", "Namespaces, the default one included.", worlds.namespaces.count),
            Self.gauge(
                "pass_simulator_records_bytes", unit: .bytes, "Memory of logins, codes, tokens and other records.",
                worlds.storedBytes.used),
            Self.gauge(
                "pass_simulator_records_limit_bytes", unit: .bytes, "The most memory that records may take.",
                worlds.storedBytes.limit),
            Self.gauge("pass_simulator_journal_exchanges", "Exchanges that the journal holds.", journal.held),
            Self.gauge(
                "pass_simulator_journal_bytes", unit: .bytes, "Memory of the exchanges that the journal holds.",
                journal.bytes),
            Self.gauge(
                "pass_simulator_journal_limit_bytes", unit: .bytes, "The most memory that the journal may take.",
                journal.limit),
            MetricFamily(
                "pass_simulator_journal_recorded", .counter, "Exchanges that were recorded in the journal.",
                [.init([], .number(journal.recorded))]),
            MetricFamily(
                "pass_simulator_journal_evicted", .counter, "Exchanges that the journal lost for lack of room.",
                [.init([], .number(journal.evicted))]),
        ]
    }

    private static func gauge(
        _ name: String, unit: MetricFamily.Unit? = nil, _ help: String, _ value: Int
    ) -> MetricFamily {
        MetricFamily(name, .gauge, unit: unit, help, [.init([], .number(value))])
    }
}
