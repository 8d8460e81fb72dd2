import Testing

@testable import pass_simulator

@Suite("The process's arguments")
struct ProcessArgumentsTests {
    @Test("What the runtime hands over counts, and the system's record isn't read then")
    func handedOver() throws {
        let words = try ProcessArguments.words(["pass-simulator", "serve", "--log", ""]) {
            Issue.record("read")
            return nil
        }
        #expect(words == ["serve", "--log", ""])
        #expect(try ProcessArguments.words(["pass-simulator"]) { nil } == [])
    }

    @Test(
        "Where the runtime has no arguments, those of the system's record count",
        arguments: [
            ("pass-simulator\0serve\0--data-dir\0a b\0", ["serve", "--data-dir", "a b"]), ("pass-simulator\0", []),
            ("pass-simulator\0--listen\0\0", ["--listen", ""]), ("pass-simulator", []), ("a\0b", ["b"]),
        ])
    func recorded(_ record: String, _ words: [String]) throws {
        #expect(try ProcessArguments.words([]) { Array(record.utf8) } == words)
    }

    @Test("Without arguments from either it is refused, as options could be lost", arguments: [nil, []] as [[UInt8]?])
    func refused(_ record: [UInt8]?) {
        do {
            _ = try ProcessArguments.words([]) { record }
            Issue.record("accepted")
        } catch {
            #expect(error.status == .badUsage)
            #expect(error.message.contains("LD_PRELOAD"))
        }
    }
}
