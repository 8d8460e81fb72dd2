import Dispatch
import Synchronization
import Testing

@testable import PassNetwork

@Suite("Worker pool")
struct WorkerPoolTests {
    @Test("Takes as many pieces as its capacity, refuses more, and has room again when they are done")
    func capacity() {
        let pool = WorkerPool(width: 1, capacity: 3)
        let gate = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        for _ in 0..<3 {
            #expect(
                pool.submit {
                    gate.wait()
                    done.signal()
                })
        }
        #expect(!pool.submit {})
        for _ in 0..<3 { gate.signal() }
        for _ in 0..<3 { done.wait() }
    }

    @Test("Runs every piece once, at most so many at a time")
    func width() {
        let pool = WorkerPool(width: 3, capacity: 10_000)
        let running = Atomic(0)
        let most = Atomic(0)
        let all = DispatchGroup()
        for _ in 0..<5_000 {
            all.enter()
            let isTaken = pool.submit {
                most.max(running.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
                running.subtract(1, ordering: .relaxed)
                all.leave()
            }
            #expect(isTaken)
        }
        all.wait()
        #expect((1...3).contains(most.load(ordering: .relaxed)))
        #expect(running.load(ordering: .relaxed) == 0)
    }

    @Test("Is crowded while several pieces wait for each worker, and no longer when they are done")
    func crowd() {
        let pool = WorkerPool(width: 2, capacity: 100)
        let gate = DispatchSemaphore(value: 0)
        let started = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        for _ in 0..<2 {
            #expect(
                pool.submit {
                    started.signal()
                    gate.wait()
                })
        }
        for _ in 0..<2 { started.wait() }
        for _ in 0..<7 { #expect(pool.submit { done.signal() }) }
        #expect(!pool.isCrowded)
        #expect(pool.submit { done.signal() })
        #expect(pool.isCrowded)
        for _ in 0..<2 { gate.signal() }
        for _ in 0..<8 { done.wait() }
        #expect(!pool.isCrowded)
    }
}
