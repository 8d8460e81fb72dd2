import Dispatch
import PassCore
import Testing

@Suite("A value behind a lock")
struct GuardedTests {
    @Test("Changes from many threads are all kept")
    func keepsChanges() {
        let count = Guarded(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<10_000 { count.withLock { $0 += 1 } }
        }
        #expect(count.withLock { $0 } == 80_000)
    }

    @Test("An error of the closure is rethrown, and the lock is released")
    func throwing() {
        struct Refusal: Error {}
        let text = Guarded("a")
        #expect(throws: Refusal.self) {
            try text.withLock { text in
                text += "b"
                throw Refusal()
            }
        }
        #expect(text.withLock { $0 } == "ab")
    }

    @Test("The value is released with the lock")
    func releases() {
        final class Held: Sendable {}
        weak var held: Held?
        do {
            let value = Held()
            held = value
            let guarded = Guarded<Held?>(value)
            #expect(guarded.withLock { $0 === held })
        }
        #expect(held == nil)
    }
}
