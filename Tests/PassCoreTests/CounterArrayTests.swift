import Dispatch
import PassCore
import Testing

@Suite("Counters without a lock")
struct CounterArrayTests {
    @Test("Each counter counts separately, and wraps to the smallest number")
    func separate() {
        let counters = CounterArray(count: 3)
        counters.add(at: 1)
        counters.add(5, at: 1)
        counters.add(.max, at: 2)
        counters.add(at: 2)
        #expect(counters.count == 3)
        #expect((0..<3).map { counters[$0] } == [0, 6, .min])
    }

    @Test("No addition of several threads is lost")
    func threads() {
        let counters = CounterArray(count: 2)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for _ in 0..<10_000 { counters.add(at: thread % 2) }
        }
        #expect(counters[0] == 40_000 && counters[1] == 40_000)
    }
}
