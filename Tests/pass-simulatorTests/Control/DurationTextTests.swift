import Testing

@testable import pass_simulator

@Suite("Durations on the command line")
struct DurationTextTests {
    @Test(
        "A number means seconds, and units can be combined",
        arguments: [
            ("90", Duration.seconds(90)), ("0", .zero), ("90s", .seconds(90)), ("15m", .seconds(900)),
            ("1h30m", .seconds(5_400)), ("7d", .seconds(604_800)), ("250ms", .milliseconds(250)),
            ("1m250ms", .milliseconds(60_250)), ("-1h", .seconds(-3_600)), ("-5", .seconds(-5)),
            ("3155760000", .seconds(3_155_760_000)),
        ])
    func duration(text: String, expected: Duration) {
        #expect(DurationText.duration(text) == expected)
    }

    @Test(
        "Any other text isn't a duration, and neither are more than 100 years",
        arguments: [
            "", "-", "h", "1 h", "1.5h", "1y", "--1h", "1h-5m", "h1", "٣h", "3155760001", "36525000d",
            "9223372036854775807", "9223372036854775807d", "99999999999999999999", "9223372036854775807ms1ms",
        ])
    func none(text: String) {
        #expect(DurationText.duration(text) == nil)
    }
}
