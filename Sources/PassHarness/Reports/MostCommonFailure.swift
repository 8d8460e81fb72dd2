/// The exchange at which most failures end.
///
/// If the backend is of the wrong kind, many failures end at the same exchange.
struct MostCommonFailure: Sendable, Hashable {
    /// The exchange without its number, host and namespace, e.g. `POST /o/client/register -> 501`.
    let line: String
    /// The number of failures that end at this exchange.
    let count: Int
    /// The number of all failures.
    let failures: Int

    /// Finds the exchange; `nil` if fewer than ten failures, or at most half of all failures, end at the same one.
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

    /// Whether the answer is that of a server that doesn't have the operation: 404, 405 or 501.
    var isForeign: Bool { ["404", "405", "501"].contains { line.hasSuffix(" -> \($0)") } }

    /// Returns an exchange's line without its number, host and namespace, or `nil` for other text.
    ///
    /// `#3 POST http://h/_ns/a/adobe-services/regcode -> 200` becomes `POST /regcode -> 200`.
    private static func withoutPlace(_ line: String) -> String? {
        let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
        guard words.count == 4, words[0].hasPrefix("#") else { return nil }
        var path = words[2]
        if let scheme = path.firstRange(of: "://") { path = path[scheme.upperBound...].drop { $0 != "/" } }
        if let base = path.firstRange(of: "/adobe-services/") { path = path[path.index(before: base.upperBound)...] }
        return "\(words[1]) \(path) \(words[3])"
    }
}
