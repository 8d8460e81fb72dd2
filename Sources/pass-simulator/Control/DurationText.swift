import PassCore

/// Durations as people write them on a command line.
enum DurationText {
    private static let units: [(name: String, milliseconds: Int64)] = [
        ("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
    ]

    /// Returns the duration that a text means: `90` (seconds), `90s`, `15m`, `1h30m`, `7d`, `250ms` or `-1h`.
    ///
    /// - Returns: `nil` for any other text, and for more than 100 years.
    static func duration(_ text: String) -> Duration? {
        let isNegative = text.hasPrefix("-")
        var rest = isNegative ? text.dropFirst() : text[...]
        guard !rest.isEmpty else { return nil }
        if let seconds = number(rest) { return duration(seconds, 1_000, isNegative) }
        var total: Int64 = 0
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count)
            let name = rest.prefix { !$0.isNumber }
            rest = rest.dropFirst(name.count)
            guard let count = number(digits), let unit = units.first(where: { $0.name == name }) else { return nil }
            let (part, isTooLong) = count.multipliedReportingOverflow(by: unit.milliseconds)
            guard !isTooLong, total <= Int64.max - part else { return nil }
            total += part
        }
        return duration(total, 1, isNegative)
    }

    private static func number(_ digits: Substring) -> Int64? {
        digits.allSatisfy { $0.isASCII && $0.isNumber } ? Int64(digits) : nil
    }

    private static func duration(_ count: Int64, _ milliseconds: Int64, _ isNegative: Bool) -> Duration? {
        guard count <= TimeToLive.longest.milliseconds / milliseconds else { return nil }
        return .milliseconds(isNegative ? -count * milliseconds : count * milliseconds)
    }
}
