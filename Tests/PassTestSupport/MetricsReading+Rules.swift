extension Block {
    /// Checks what the whole family must meet.
    func check() throws {
        guard let family else { return }
        let name = family.name
        guard !family.help.isEmpty else { throw BrokenRule("\(name) has no help") }
        if !family.unit.isEmpty, !name.hasSuffix("_\(family.unit)") {
            throw BrokenRule("\(name) doesn't end with its unit")
        }
        let series = samples.map(\.series)
        guard Set(series).count == series.count else { throw BrokenRule("a sample of \(name) comes twice") }
        guard samples.allSatisfy({ !$0.value.isNaN }) else { throw BrokenRule("\(name) isn't a number") }
        let labels = Set(samples.map { $0.labels.map(\.name).filter { $0 != "le" } })
        guard labels.count <= 1 else { throw BrokenRule("the samples of \(name) have different labels") }
        switch family.type {
        case "counter": try checkCounter(name)
        case "gauge":
            guard samples.allSatisfy({ $0.name == name }) else { throw BrokenRule("\(name) has a foreign sample") }
            guard !Self.reserved.contains(where: { name.hasSuffix($0) }) else {
                throw BrokenRule("\(name) ends with a reserved suffix")
            }
        case "histogram": try checkHistogram(name)
        default: throw BrokenRule("\(name) has no known type")
        }
    }

    private static let reserved = ["_total", "_bucket", "_sum", "_count", "_created", "_info"]

    private func checkCounter(_ name: String) throws {
        let suffixed =
            switch format {
            case .openMetrics: name + "_total"
            case .prometheus: name
            }
        guard suffixed.hasSuffix("_total"), !suffixed.hasSuffix("_total_total") else {
            throw BrokenRule("\(name) doesn't end with _total")
        }
        guard samples.allSatisfy({ $0.name == suffixed }) else { throw BrokenRule("\(name) has a foreign sample") }
        guard samples.allSatisfy({ $0.value >= 0 && $0.value.isFinite }) else {
            throw BrokenRule("\(name) counts less than nothing")
        }
    }

    /// Checks the histograms of a family, whose samples come one histogram after another.
    private func checkHistogram(_ name: String) throws {
        var rest = samples[...]
        var seen: Set<String> = []
        while let first = rest.first {
            let labels = first.labels.dropLast().map { "\($0)=\($1)" }.joined(separator: ",")
            guard seen.insert(labels).inserted else { throw BrokenRule("the samples of \(name) are mixed") }
            let buckets = rest.prefix { $0.name == "\(name)_bucket" && Self.plain($0) == labels }
            rest = rest.dropFirst(buckets.count)
            let bounds = try buckets.map { bucket in
                guard let last = bucket.labels.last, last.name == "le", let bound = Self.bound(last.value) else {
                    throw BrokenRule("a bucket of \(name) has no canonical bound")
                }
                return bound
            }
            guard bounds.last == .infinity, zip(bounds, bounds.dropFirst()).allSatisfy({ $0 < $1 }) else {
                throw BrokenRule("the bounds of \(name) don't ascend to +Inf")
            }
            guard zip(buckets, buckets.dropFirst()).allSatisfy({ $0.value <= $1.value }) else {
                throw BrokenRule("the buckets of \(name) don't add up")
            }
            guard let sum = rest.popFirst(), sum.name == "\(name)_sum", Self.joined(sum) == labels,
                let count = rest.popFirst(), count.name == "\(name)_count", Self.joined(count) == labels
            else { throw BrokenRule("a histogram of \(name) has no sum and count") }
            guard count.value == buckets.last?.value else {
                throw BrokenRule("the count of \(name) isn't that of its last bucket")
            }
            guard sum.value >= 0, sum.value.isFinite, count.value > 0 || sum.value == 0 else {
                throw BrokenRule("the sum of \(name) can't be")
            }
        }
    }

    private static func plain(_ bucket: MetricsReading.Sample) -> String {
        bucket.labels.dropLast().map { "\($0)=\($1)" }.joined(separator: ",")
    }

    private static func joined(_ sample: MetricsReading.Sample) -> String {
        sample.labels.map { "\($0)=\($1)" }.joined(separator: ",")
    }

    /// Reads a bound in the canonical form of OpenMetrics: `+Inf`, or a decimal fraction such as `0.25` and `1.0`.
    private static func bound(_ text: String) -> Double? {
        if text == "+Inf" { return .infinity }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            parts[1] == "0" || parts[1].last != "0", parts[0] == "0" || parts[0].first != "0"
        else { return nil }
        return Double(text)
    }
}

extension MetricsReading {
    /// The families with names that `promtool check metrics` finds fault with, each with the reason.
    package var lint: [String] {
        families.flatMap { family -> [String] in
            let words = family.name.split(separator: "_").map(String.init)
            var faults: [String] = []
            if family.name != family.name.lowercased() || words.joined(separator: "_") != family.name {
                faults.append("isn't in snake case")
            }
            if words.contains(where: Self.typeNames.contains) { faults.append("names its type") }
            if words.contains(where: Self.abbreviations.contains) { faults.append("has an abbreviated unit") }
            if words.contains(where: Self.otherUnits.contains) { faults.append("has a unit that isn't a base unit") }
            if family.help.isEmpty { faults.append("has no help") }
            let labels = samples.filter { $0.name.hasPrefix(family.name) }.flatMap { $0.labels.map(\.name) }
            if labels.contains(where: { $0 != $0.lowercased() }) {
                faults.append("has a label that isn't in snake case")
            }
            return faults.map { "\(family.name) \($0)" }
        }
    }

    private static let typeNames: Set = ["counter", "gauge", "histogram", "summary", "untyped"]
    private static let abbreviations: Set = [
        "s", "ms", "us", "ns", "sec", "b", "kb", "mb", "gb", "tb", "pb", "m", "h", "d",
    ]
    private static let otherUnits: Set = [
        "milliseconds", "microseconds", "nanoseconds", "minutes", "hours", "days", "weeks", "kilobytes", "megabytes",
        "gigabytes", "bits", "percent",
    ]
}
