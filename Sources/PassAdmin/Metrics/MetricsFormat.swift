import PassCore

/// A text format of metrics.
enum MetricsFormat: CaseIterable {
    /// OpenMetrics 1.0.
    case openMetrics
    /// The older format of Prometheus, which tools such as `promtool check metrics` read.
    case prometheus

    var contentType: String {
        switch self {
        case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
        case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
        }
    }

    /// The media type and subtype, as `Accept` names them.
    private var type: (String, String) {
        switch self {
        case .openMetrics: ("application", "openmetrics-text")
        case .prometheus: ("text", "plain")
        }
    }

    /// Returns the format that an `Accept` field prefers (RFC 9110, section 12.5.1).
    ///
    /// The result is OpenMetrics if the field prefers neither format, is absent, or accepts neither.
    static func preferred(_ accept: [String]) -> MetricsFormat {
        let ranges = accept.flatMap { $0.asciiLowercased.split(separator: ",") }.compactMap { Range(String($0)) }
        return quality(of: .prometheus, ranges) > quality(of: .openMetrics, ranges) ? .prometheus : .openMetrics
    }

    /// Returns the weight of the most specific media range that covers the format; 0 if none does.
    private static func quality(of format: MetricsFormat, _ ranges: [Range]) -> Double {
        let (type, subtype) = format.type
        let exact = ranges.filter { $0.type == type && $0.subtype == subtype }
        let whole = ranges.filter { $0.type == type && $0.subtype == "*" }
        let any = ranges.filter { $0.type == "*" && $0.subtype == "*" }
        return [exact, whole, any].first { !$0.isEmpty }?.map(\.quality).max() ?? 0
    }

    /// One media range of an `Accept` field.
    private struct Range {
        let type: String
        let subtype: String
        /// The weight, 0 to 1. A malformed weight counts as 1.
        let quality: Double

        init?(_ text: String) {
            let parts = text.filter { $0 != " " && $0 != "\t" }.split(
                separator: ";", omittingEmptySubsequences: false)
            let names = parts[0].split(separator: "/", omittingEmptySubsequences: false)
            guard names.count == 2 else { return nil }
            (type, subtype) = (String(names[0]), String(names[1]))
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
            quality = weight.map { (0...1).contains($0) ? $0 : 1 } ?? 1
        }
    }
}
