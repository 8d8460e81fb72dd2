import Dispatch
import PassCore

/// A pool that runs jobs which would block a loop, with a bounded number of jobs at once and a bounded queue.
///
/// A concurrent Dispatch queue would start more and more threads for the jobs that wait in it, so jobs wait in the pool
/// instead. The owners of jobs take turns: however many jobs one owner submits, another owner's first job waits for
/// only one of them.
final class WorkerPool: Sendable {
    /// The owner of a job: the clients of one address in one namespace.
    struct Owner: Hashable, Sendable {
        let namespace: String
        let peerAddress: String
    }

    /// The outcome of waiting, for a job that was accepted.
    enum Outcome {
        /// A worker has reached the job, and runs it now.
        case run
        /// The job is dropped: its owner had the most waiting jobs when there was no room for another owner's job.
        case dropped
    }

    /// A piece of work, which is called exactly once: to run it, or to tell it that it is dropped.
    typealias Job = @Sendable (Outcome) -> Void

    /// The number of waiting jobs per worker at which the pool counts as crowded.
    private static let crowd = 4

    private struct State {
        var waiting = TurnQueue<Owner, Job>()
        /// The number of workers, each of which runs one job at a time.
        var workers = 0
        /// The number of jobs that were accepted and aren't done.
        var unfinished = 0
    }

    private let queue = DispatchQueue(label: "pass-simulator.workers", attributes: .concurrent)
    private let state = Guarded(State())
    private let width: Int
    private let capacity: Int
    private let waits: Bool

    /// Creates a pool without workers, which are started as jobs arrive.
    ///
    /// - Parameters:
    ///   - width: the most jobs that run at once.
    ///   - capacity: the most jobs that wait or run in all.
    ///   - waits: whether jobs wait more than they compute. If so, each worker gets a thread of its own, because a
    ///     concurrent queue has only about as many threads as there are processors.
    init(width: Int, capacity: Int, waits: Bool = false) {
        self.width = width
        self.capacity = capacity
        self.waits = waits
    }

    /// Accepts a job; returns `false` when there is no room for it.
    ///
    /// When the pool is full, the newest job of the owner with the most waiting jobs is dropped in favour of an owner
    /// that has fewer.
    func submit(of owner: Owner, _ job: @escaping Job) -> Bool {
        var (isTaken, startsWorker) = (true, false)
        let dropped = state.withLock { state -> Job? in
            var dropped: Job?
            if state.unfinished >= capacity {
                dropped = state.waiting.makeRoom(for: owner)
                isTaken = dropped != nil
                guard isTaken else { return nil }
                state.unfinished -= 1
            }
            state.unfinished += 1
            state.waiting.append(job, of: owner)
            startsWorker = state.workers < width
            if startsWorker { state.workers += 1 }
            return dropped
        }
        if startsWorker { startWorker() }
        dropped?(.dropped)
        return isTaken
    }

    /// The number of jobs that wait for a worker, and of those that a worker runs.
    var load: (waiting: Int, running: Int) {
        state.withLock { ($0.waiting.count, $0.unfinished - $0.waiting.count) }
    }

    /// Whether so many jobs are waiting that a new one begins only after several jobs per worker.
    var isCrowded: Bool {
        state.withLock { $0.waiting.count >= Self.crowd * width }
    }

    private func startWorker() {
        // A serial queue without a target has a thread of its own.
        let queue = waits ? DispatchQueue(label: "pass-simulator.worker") : self.queue
        queue.async { self.runJobs() }
    }

    /// Runs one job after another until none is waiting.
    private func runJobs() {
        while let job = next() {
            job(.run)
            state.withLock { $0.unfinished -= 1 }
        }
    }

    private func next() -> Job? {
        state.withLock { state in
            let job = state.waiting.popFirst()
            if job == nil { state.workers -= 1 }
            return job
        }
    }
}
