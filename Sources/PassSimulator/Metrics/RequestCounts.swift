import PassAdmin
import PassCore
import PassDomain

/// Counts answered requests, by operation: their statuses, their latencies, and the rules that took effect.
///
/// Every request is counted, so counting takes no lock and allocates nothing.
final class RequestCounts: Sendable {
    /// The classes of statuses; the last one is for statuses that HTTP doesn't define.
    static let statusClasses = ["1xx", "2xx", "3xx", "4xx", "5xx", "other"]
    /// The upper bounds of the buckets of latencies, in seconds.
    static let bounds: [Double] = bucketEnds.map { Double($0) / 1e9 }
    /// The value of the label `operation` for requests that no operation answers.
    static let noOperation = "none"

    /// The upper bounds of the buckets, in nanoseconds.
    private static let bucketEnds: [UInt64] = [
        100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000,
        250_000_000, 500_000_000, 1_000_000_000, 2_500_000_000, 5_000_000_000, 10_000_000_000, 30_000_000_000,
    ]

    private static let names = Operation.allCases.map(\.rawValue) + [noOperation]

    /// The row of requests that no operation answers, after the rows of all operations.
    private let lastRow = RequestCounts.names.count - 1
    private let bucketEnds = RequestCounts.bucketEnds
    private let statuses = CounterArray(count: RequestCounts.names.count * RequestCounts.statusClasses.count)
    private let buckets = CounterArray(count: RequestCounts.names.count * (RequestCounts.bucketEnds.count + 1))
    private let nanoseconds = CounterArray(count: RequestCounts.names.count)
    private let rules = CounterArray(count: RequestCounts.names.count)

    /// Counts an answered request.
    ///
    /// - Parameters:
    ///   - operation: the operation's `number`; `nil` if there is none.
    ///   - nanoseconds: the time from the request's arrival to its answer.
    ///   - isRuled: whether a rule took effect.
    func count(_ operation: Int?, status: Int, nanoseconds: UInt64, isRuled: Bool) {
        let row = operation ?? lastRow
        let statusClass = (100..<600).contains(status) ? status / 100 - 1 : 5
        statuses.add(at: row * 6 + statusClass)
        var bucket = 0
        while bucket < bucketEnds.count, nanoseconds > bucketEnds[bucket] { bucket += 1 }
        buckets.add(at: row * (bucketEnds.count + 1) + bucket)
        self.nanoseconds.add(Int(truncatingIfNeeded: nanoseconds), at: row)
        if isRuled { rules.add(at: row) }
    }

    /// The number of requests by operation and class of status, without zeros.
    var requests: [MetricFamily.Sample] {
        Self.names.enumerated().flatMap { row, name in
            Self.statusClasses.enumerated().compactMap { index, statusClass in
                let count = statuses[row * Self.statusClasses.count + index]
                return count == 0 ? nil : .init([name, statusClass], .number(count))
            }
        }
    }

    /// The latencies by operation, without operations that had no request.
    var latencies: [MetricFamily.Sample] {
        let width = bucketEnds.count + 1
        return Self.names.enumerated().compactMap { row, name in
            let counts = (0..<width).map { buckets[row * width + $0] }
            guard counts.contains(where: { $0 > 0 }) else { return nil }
            let sum = Double(nanoseconds[row]) / 1e9
            return .init([name], .histogram(.init(bounds: Self.bounds, counts: counts, sum: sum)))
        }
    }

    /// The number of requests on which a rule took effect, by operation, without zeros.
    var ruleHits: [MetricFamily.Sample] {
        Self.names.enumerated().compactMap { row, name in
            rules[row] == 0 ? nil : .init([name], .number(rules[row]))
        }
    }
}
