import Dispatch
import PassCore
import Synchronization
import Testing

@testable import PassNetwork

@Suite("Worker pool")
struct WorkerPoolTests {
    @Test("Takes as many jobs as its capacity, refuses more, and has room again when they are done")
    func capacity() {
        let pool = WorkerPool(width: 1, capacity: 3)
        let gate = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        for _ in 0..<3 {
            #expect(
                pool.submit(of: .one) { _ in
                    gate.wait()
                    done.signal()
                })
        }
        #expect(!pool.submit(of: .one) { _ in })
        #expect(pool.load.waiting + pool.load.running == 3 && pool.load.running <= 1)
        for _ in 0..<3 { gate.signal() }
        for _ in 0..<3 { done.wait() }
    }

    @Test("Runs every job once, and no more at a time than its limit")
    func width() {
        let pool = WorkerPool(width: 3, capacity: 10_000)
        let running = Atomic(0)
        let most = Atomic(0)
        let all = DispatchGroup()
        for _ in 0..<5_000 {
            all.enter()
            let isTaken = pool.submit(of: .one) { _ in
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

    @Test("Jobs that wait for each other all run if each worker has its own thread")
    func waitingJobs() {
        let pool = WorkerPool(width: 40, capacity: 100, waits: true)
        let begun = DispatchGroup()
        let all = DispatchGroup()
        for _ in 0..<40 {
            begun.enter()
            all.enter()
        }
        for _ in 0..<40 {
            #expect(
                pool.submit(of: .one) { _ in
                    begun.leave()
                    begun.wait()
                    all.leave()
                })
        }
        all.wait()
    }

    @Test("Is crowded while several jobs wait for each worker, and no longer when they are done")
    func crowd() {
        let pool = WorkerPool(width: 2, capacity: 100)
        let gate = DispatchSemaphore(value: 0)
        let started = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        for _ in 0..<2 {
            #expect(
                pool.submit(of: .one) { _ in
                    started.signal()
                    gate.wait()
                })
        }
        for _ in 0..<2 { started.wait() }
        for _ in 0..<7 { #expect(pool.submit(of: .one) { _ in done.signal() }) }
        #expect(!pool.isCrowded)
        #expect(pool.submit(of: .one) { _ in done.signal() })
        #expect(pool.isCrowded)
        for _ in 0..<2 { gate.signal() }
        for _ in 0..<8 { done.wait() }
        #expect(!pool.isCrowded)
    }
    /// One worker that is busy until the gate opens, and the outcomes of the jobs that waited meanwhile.
    private final class BusyPool: Sendable {
        let pool: WorkerPool
        private let gate = DispatchSemaphore(value: 0)
        private let done = DispatchGroup()
        private let events = Guarded<[String]>([])

        /// - Parameter capacity: how many may wait.
        init(capacity: Int) {
            pool = WorkerPool(width: 1, capacity: capacity + 1)
            let started = DispatchSemaphore(value: 0)
            let isTaken = pool.submit(of: .one) { [gate] _ in
                started.signal()
                gate.wait()
            }
            #expect(isTaken)
            started.wait()
        }

        func submit(_ name: String, of owner: WorkerPool.Owner) -> Bool {
            done.enter()
            let isTaken = pool.submit(of: owner) { [self] outcome in
                events.withLock { $0.append(outcome == .run ? name : "no \(name)") }
                done.leave()
            }
            if !isTaken { done.leave() }
            return isTaken
        }

        /// Lets the worker go on and returns when nothing waits.
        func finish() -> [String] {
            gate.signal()
            done.wait()
            return events.withLock { $0 }
        }
    }

    @Test("Namespaces and addresses take turns, each with its own work in order")
    func turns() {
        let busy = BusyPool(capacity: 100)
        for name in ["a1", "a2", "a3", "a4"] { #expect(busy.submit(name, of: .one)) }
        for name in ["b1", "b2"] { #expect(busy.submit(name, of: .otherNamespace)) }
        #expect(busy.submit("c1", of: .otherPeer))
        #expect(busy.finish() == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"])
    }

    @Test("In a full queue the newest job of the owner with the most is dropped, and only for an owner with fewer")
    func dropping() {
        let busy = BusyPool(capacity: 4)
        for name in ["a1", "a2", "a3", "a4"] { #expect(busy.submit(name, of: .one)) }
        #expect(!busy.submit("a5", of: .one))
        #expect(busy.submit("b1", of: .otherNamespace))
        #expect(busy.submit("b2", of: .otherNamespace))
        #expect(!busy.submit("b3", of: .otherNamespace))
        #expect(busy.submit("c1", of: .otherPeer))
        #expect(!busy.submit("c2", of: .otherPeer))
        // A tie: one of the two with two lost a job.
        let events = busy.finish()
        #expect(events.prefix(2) == ["no a4", "no a3"])
        #expect(["no a2", "no b2"].contains(events[2]))
        #expect(Set(events.dropFirst(3)).isSuperset(of: ["a1", "b1", "c1"]))
        #expect(events.count == 7)
    }

    @Test(
        "However many jobs one owner submits, another owner's job is neither refused nor behind more than one of them")
    func flood() {
        let busy = BusyPool(capacity: 512)
        var taken = 0
        for index in 0..<600 where busy.submit("flood \(index)", of: .one) { taken += 1 }
        #expect(taken == 512)
        for index in 0..<150 { #expect(busy.submit("other \(index)", of: .otherNamespace)) }
        let events = busy.finish().filter { !$0.hasPrefix("no ") }
        #expect(events.count == 512)
        #expect(events.lastIndex(of: "other 149") == 299)
    }
}

extension WorkerPool.Owner {
    fileprivate static let one = Self(namespace: "suite-1", peerAddress: "127.0.0.1")
    fileprivate static let otherNamespace = Self(namespace: "suite-2", peerAddress: "127.0.0.1")
    fileprivate static let otherPeer = Self(namespace: "suite-1", peerAddress: "127.0.0.2")
}
