import PassCore
import PassDomain
import Testing

@Suite("The log of checks")
struct CheckLogTests {
    private func resources(_ log: CheckLog) -> [Int] {
        log.all.map { if case .resourceCount(let count, _) = $0.check { count } else { -1 } }
    }

    @Test("Notes made while a log collects are kept in their order, with their results")
    func order() {
        let log = CheckLog()
        let result = CheckLog.collect(in: log) {
            Check.note(true, .resourceCount(1, limit: 5)) && Check.note(false, .resourceCount(2, limit: 5))
        }
        #expect(!result && resources(log) == [1, 2] && log.all.map(\.hasPassed) == [true, false])
    }

    @Test("Outside a log nothing is noted, and the values aren't computed")
    func outside() {
        func value() -> Int {
            Issue.record("The value was made.")
            return 1
        }
        // The macro would make the value itself.
        let hasPassed = Check.note(true, .resourceCount(value(), limit: 5))
        #expect(hasPassed)
        let log = CheckLog()
        CheckLog.collect(in: log) {
            CheckLog.collect(in: nil) { _ = Check.note(true, .resourceCount(value(), limit: 5)) }
            Check.note(true, .resourceForm)
        }
        let hasFailed = !Check.note(false, .resourceCount(value(), limit: 5))
        #expect(hasFailed && log.all.count == 1)
    }

    @Test("An error ends the collection, too")
    func error() {
        struct Failure: Error {}
        let log = CheckLog()
        #expect(throws: Failure.self) { try CheckLog.collect(in: log) { throw Failure() } }
        Check.note(true, .resourceForm)
        #expect(log.all.isEmpty)
    }

    @Test("A log keeps the first 63 checks and the last one", arguments: [7, 8, 9, 63, 64, 65, 1_000])
    func bound(_ count: Int) {
        let log = CheckLog()
        for number in 1...count { log.note(true, .resourceCount(number, limit: 5)) }
        let kept = count <= 64 ? Array(1...count) : Array(1...63) + [count]
        #expect(resources(log) == kept && log.leftOut == max(0, count - 64))
        #expect(log.count == kept.count)
    }

    @Test("A copy has the notes that were kept", arguments: [0, 7, 14, 15, 70])
    func copied(_ count: Int) {
        let log = CheckLog()
        for number in 0..<count { log.note(number % 2 == 0, .resourceCount(number, limit: 5)) }
        let copy = CheckLog(log.kept)
        #expect(resources(copy) == resources(log) && copy.count == log.count && copy.leftOut == log.leftOut)
        #expect(copy.all.map(\.hasPassed) == log.all.map(\.hasPassed))
    }

    @Test("The log knows whether the last check failed")
    func last() {
        #expect(!CheckLog.lastHasFailed)
        CheckLog.collect(in: CheckLog()) {
            #expect(!CheckLog.lastHasFailed)
            for number in 1...100 {
                Check.note(number % 3 == 0, .resourceForm)
                #expect(CheckLog.lastHasFailed == (number % 3 != 0))
            }
        }
    }

    @Test("Logs that collect at the same time don't mix")
    func threads() async {
        await withTaskGroup(of: [Int].self) { group in
            for number in 0..<50 {
                group.addTask {
                    let log = CheckLog()
                    CheckLog.collect(in: log) {
                        for _ in 0..<20 { Check.note(true, .resourceCount(number, limit: 5)) }
                    }
                    return log.all.map { if case .resourceCount(number, _) = $0.check { 0 } else { 1 } }
                }
            }
            for await wrong in group { #expect(wrong == Array(repeating: 0, count: 20)) }
        }
    }
}
