/// A writer of metrics as OpenMetrics 1.0 text, or as Prometheus text 0.0.4.
///
/// The formats differ in the name of a counter's family, in `# UNIT`, and in the line that ends the text.
struct MetricsText {
    private let format: MetricsFormat
    private var text = ""

    private init(_ format: MetricsFormat) {
        self.format = format
    }

    static func bytes(_ families: [MetricFamily], _ format: MetricsFormat) -> [UInt8] {
        var writer = MetricsText(format)
        for family in families { writer.write(family) }
        if format == .openMetrics { writer.text += "# EOF\n" }
        return Array(writer.text.utf8)
    }

    private mutating func write(_ family: MetricFamily) {
        let name = format == .openMetrics ? family.name : family.sampleName
        text += "# HELP \(name) \(family.help)\n# TYPE \(name) \(family.kind.rawValue)\n"
        if format == .openMetrics, let unit = family.unit { text += "# UNIT \(name) \(unit.rawValue)\n" }
        for sample in family.samples {
            let labels = Array(zip(family.labels, sample.labels))
            switch sample.value {
            case .number(let number): line(family.sampleName, labels, "\(number)")
            case .histogram(let histogram): write(histogram, family.name, labels)
            }
        }
    }

    private mutating func write(
        _ histogram: MetricFamily.Histogram, _ name: String, _ labels: [(String, String)]
    ) {
        var sum = 0
        for (bound, count) in zip(histogram.bounds.map { "\($0)" } + ["+Inf"], histogram.counts) {
            sum += count
            line(name + "_bucket", labels + [("le", bound)], "\(sum)")
        }
        line(name + "_sum", labels, "\(histogram.sum)")
        line(name + "_count", labels, "\(sum)")
    }

    private mutating func line(_ name: String, _ labels: [(String, String)], _ value: String) {
        text += name
        if !labels.isEmpty {
            text += "{"
            text += labels.map { name, value in "\(name)=\"\(Self.escaped(value))\"" }.joined(separator: ",")
            text += "}"
        }
        text += " \(value)\n"
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
