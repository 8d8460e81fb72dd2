import Dispatch

/// Where a driver runs: one job at a time, on a thread of Dispatch.
final class DriverQueue: SerialExecutor {
    private let queue = DispatchQueue(label: "AccessEnabler.driver")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
