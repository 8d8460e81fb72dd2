/// The exchange at which most failures end, as a backend that isn't the expected one makes it.
struct CommonEnd: Sendable, Hashable {
    /// `POST /o/client/register -> 501`.
    let line: String
    let count: Int
    let failures: Int

    /// `nil` when fewer than ten failures, or no more than half of them, end alike.
    init?(of results: [ScenarioResult]) {
        let failures = results.compactMap(\.failure)
        var counts: [String: Int] = [:]
        for failure in failures {
            if let line = failure.exchange.first.flatMap(Self.withoutPlace) { counts[line, default: 0] += 1 }
        }
        guard let (line, count) = counts.max(by: { $0.value < $1.value }), count >= 10, count * 2 > failures.count
        else { return nil }
        (self.line, self.count, self.failures) = (line, count, failures.count)
    }

    /// Whether the answer is that of a server which doesn't know the call.
    var isForeign: Bool { ["404", "405", "501"].contains { line.hasSuffix(" -> \($0)") } }

    /// `#3 POST http://h/_ns/a/adobe-services/regcode -> 200` without its number, host and namespace; `nil` for other text.
    private static func withoutPlace(_ line: String) -> String? {
        let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
        guard words.count == 4, words[0].hasPrefix("#") else { return nil }
        var path = words[2]
        if let scheme = path.firstRange(of: "://") { path = path[scheme.upperBound...].drop { $0 != "/" } }
        if let base = path.firstRange(of: "/adobe-services/") { path = path[path.index(before: base.upperBound)...] }
        return "\(words[1]) \(path) \(words[3])"
    }
}
