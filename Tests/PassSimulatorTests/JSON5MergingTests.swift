import Testing

@testable import PassSimulator

@Suite("Merging of changed settings with a changed configuration")
struct JSON5MergingTests {
    private func value(_ text: String) throws -> JSON5Node.Value {
        try JSON5Reader.read(Array(text.utf8)).value.withoutPositions
    }

    @Test(
        "Changed settings stay, and everything else is as in the configuration",
        arguments: [
            // What was changed, on what it was based, the configuration now, the result.
            ("{a: 1}", "{a: 1}", "{a: 2, b: 3}", "{a: 2, b: 3}"),
            ("{a: 2}", "{a: 1}", "{a: 1}", "{a: 2}"),
            ("{a: 2, b: 1}", "{a: 1, b: 1}", "{a: 3, b: 4}", "{a: 2, b: 4}"),
            // Removed there, removed here, added there, added here.
            ("{b: 1}", "{a: 1, b: 1}", "{a: 5, b: 1}", "{b: 1}"),
            ("{a: 1, b: 2}", "{a: 1, b: 1}", "{b: 1}", "{b: 2}"),
            ("{a: 2, b: 1}", "{a: 1, b: 1}", "{b: 1}", "{a: 2, b: 1}"),
            ("{a: 1, c: 3}", "{a: 1}", "{a: 2}", "{a: 2, c: 3}"),
            ("{a: 2}", "{a: 1}", "{a: 1, c: 3}", "{a: 2, c: 3}"),
            ("{c: 3}", "{}", "{c: 4}", "{c: 3}"),
            // Objects in objects, and lists as a whole.
            ("{t: {x: {n: 2}}}", "{t: {x: {n: 1}}}", "{t: {x: {n: 1, m: 5}, y: {}}}", "{t: {x: {n: 2, m: 5}, y: {}}}"),
            ("{l: [1, 2]}", "{l: [1]}", "{l: [3]}", "{l: [1, 2]}"),
            ("{l: [1]}", "{l: [1]}", "{l: [3]}", "{l: [3]}"),
        ])
    func merging(_ changed: String, _ before: String, _ now: String, _ result: String) throws {
        #expect(try value(changed).merged(before: value(before), now: value(now)) == value(result))
    }
}
