import Testing

@testable import pass_simulator

@Suite("The process's arguments")
struct ProcessArgumentsTests {
    @Test("The runtime's arguments are used, and the system's record isn't read then")
    func handedOver() throws {
        let words = try ProcessArguments.words(["pass-simulator", "serve", "--log", ""]) {
            Issue.record("read")
            return nil
        }
        #expect(words == ["serve", "--log", ""])
        #expect(try ProcessArguments.words(["pass-simulator"]) { nil } == [])
    }

    @Test(
        "If the runtime has no arguments, those of the system's record are used",
        arguments: [
            ("pass-simulator\0serve\0--data-dir\0a b\0", ["serve", "--data-dir", "a b"]), ("pass-simulator\0", []),
            ("pass-simulator\0--listen\0\0", ["--listen", ""]), ("pass-simulator", []), ("a\0b", ["b"]),
        ])
    func recorded(_ record: String, _ words: [String]) throws {
        #expect(try ProcessArguments.words([]) { Array(record.utf8) } == words)
    }

    @Test("Missing arguments from both are refused, because options could be lost", arguments: [nil, []] as [[UInt8]?])
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
