import PassTestSupport
import Testing

@Suite("The strict reader of metrics")
struct MetricsReadingTests {
    private static let counter = "# HELP a A.\n# TYPE a counter\n"
    private static let histogram = "# HELP a A.\n# TYPE a histogram\n"

    @Test(
        "A text that breaks a rule of OpenMetrics is refused",
        arguments: [
            ("# EOF", "the text doesn't end with a line feed"),
            ("a 1\n", "the text doesn't end with EOF"),
            (counter + "a 1\n", "a has a foreign sample"),
            (counter + "a_total -1\n", "a counts less than nothing"),
            (counter + "a_total 1 \n", "1  isn't a number"),
            (counter + "a_total 0x1\n", "0x1 isn't a number"),
            (counter + "a_total NaN\n", "a isn't a number"),
            (counter + "a_total 1\na_total 2\n", "a sample of a comes twice"),
            (counter + "a_total{b=\"1\",b=\"2\"} 1\n", "a label comes twice"),
            (counter + "a_total{__b=\"1\"} 1\n", "__b isn't a label"),
            (counter + "a_total{b=\"\\t\"} 1\n", "a backslash escapes nothing"),
            (counter + "a_total{b=\"1} 1\n", "the value of b doesn't end"),
            (counter + "a_total{b=\"1\"} 1\na_total{c=\"1\"} 1\n", "the samples of a have different labels"),
            (counter + "a_total 1\n# HELP a A.\n", "the description of a comes after its samples"),
            (counter + "# TYPE a counter\n", "a description comes twice"),
            (counter + "\n", "the line is empty"),
            (counter + "1a_total 1\n", "1a_total isn't a name"),
            (counter + "# HELP b B.\n# TYPE b gauge\nb 1\n# HELP a A.\n", "a has no known type"),
            (counter + "# HELP b B.\n# TYPE b gauge\nb 1\n" + counter, "the family a comes twice"),
            ("# TYPE a counter\n", "a has no help"),
            ("# HELP a A.\n# TYPE a sum\n", "a has no known type"),
            ("# HELP a_total A.\n# TYPE a_total gauge\na_total 1\n", "a_total ends with a reserved suffix"),
            ("# HELP a A.\n# TYPE a gauge\n# UNIT a bytes\na 1\n", "a doesn't end with its unit"),
            (
                histogram + "a_bucket{le=\"1\"} 1\na_bucket{le=\"+Inf\"} 1\na_sum 1\na_count 1\n",
                "a bucket of a has no canonical bound"
            ),
            (
                histogram + "a_bucket{le=\"1.0\"} 1\na_sum 1\na_count 1\n", "the bounds of a don't ascend to +Inf"
            ),
            (
                histogram + "a_bucket{le=\"1.0\"} 2\na_bucket{le=\"+Inf\"} 1\na_sum 1\na_count 1\n",
                "the buckets of a don't add up"
            ),
            (
                histogram + "a_bucket{le=\"+Inf\"} 1\na_sum 1\na_count 2\n",
                "the count of a isn't that of its last bucket"
            ),
            (histogram + "a_bucket{le=\"+Inf\"} 1\na_count 1\n", "a histogram of a has no sum and count"),
        ])
    func refused(_ text: String, _ sentence: String) {
        let whole = sentence.contains("EOF") || sentence.contains("line feed") ? text : text + "# EOF\n"
        let fault = #expect(throws: MetricsReading.Fault.self) { try MetricsReading(whole) }
        #expect(fault?.sentence == sentence)
    }

    @Test("An error names the line, and a sample needs its family")
    func line() {
        #expect(throws: MetricsReading.Fault(line: 3, sentence: "1b isn't a name")) {
            try MetricsReading(Self.counter + "1b 1\n# EOF\n")
        }
        #expect(throws: MetricsReading.Fault(line: 1, sentence: "the sample has no family")) {
            try MetricsReading("a 1\n# EOF\n")
        }
    }

    @Test("Names that promtool rejects are reported")
    func lint() throws {
        let text = """
            # HELP a_counter_ms A.
            # TYPE a_counter_ms gauge
            a_counter_ms{aB="1"} 1
            # HELP a_minutes A.
            # TYPE a_minutes gauge
            # EOF

            """
        #expect(
            try MetricsReading(text).lint == [
                "a_counter_ms names its type", "a_counter_ms has an abbreviated unit",
                "a_counter_ms has a label that isn't in snake case", "a_minutes has a unit that isn't a base unit",
            ])
    }
}
