import Testing

@testable import PassHarness

@Suite("Filters")
struct GlobTests {
    @Test(
        "A pattern matches the whole text, whatever the case",
        arguments: [
            ("*", "", true), ("14*", "14", true), ("14*", "142", true), ("14*", "114", false), ("1?", "14", true),
            ("1?", "1", false), ("1?", "142", false), ("*logout*", "Nobody is logged out by LOGOUT", true),
            ("a*b*c", "axxbxxbyyc", true), ("a*b*c", "acb", false), ("30", "30", true), ("30", "130", false),
            ("**x", "x", true), ("", "", true), ("", "x", false),
        ])
    func matches(pattern: String, text: String, fits: Bool) {
        #expect(Glob(pattern).matches(text) == fits)
    }

    @Test("A filter may match a scenario's number, group or title")
    func scenarios() {
        let scenario = Scenario.make("66a", isOurs: true, title: "Nothing is lost")
        for pattern in ["66?", "*lost", "Our own*", "Cancel*"] { #expect(Glob(pattern).matches(scenario)) }
        #expect(!Glob("67*").matches(scenario))
    }
}
