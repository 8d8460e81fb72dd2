import PassAdmin
import PassCore
import PassNetwork

/// Counts the connections and requests that ended before an operation could answer, by reason.
final class ConnectionFailures: Sendable {
    /// The reasons, in the order of their counters.
    private static let reasons = [
        "badRequest", "tls", "tooManyConnections", "tooManyConnectionsOfPeer", "tooMuchWork", "tooMuchHeld",
        "noDescriptors",
    ]

    private let counters = CounterArray(count: ConnectionFailures.reasons.count)

    func count(_ event: HTTPServerEvent) {
        switch event {
        case .refused: counters.add(at: 0)
        case .tlsFailed: counters.add(at: 1)
        case .tooManyConnections: counters.add(at: 2)
        case .tooManyConnectionsOfPeer: counters.add(at: 3)
        case .tooMuchWork: counters.add(at: 4)
        case .tooMuchHeld: counters.add(at: 5)
        case .outOfDescriptors: counters.add(at: 6)
        }
    }

    var samples: [MetricFamily.Sample] {
        Self.reasons.enumerated().map { .init([$1], .number(counters[$0])) }
    }
}
