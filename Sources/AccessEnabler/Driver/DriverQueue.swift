import Dispatch

/// The executor of a driver: one job at a time, on a Dispatch queue.
final class DriverQueue: SerialExecutor {
    private let queue = DispatchQueue(label: "AccessEnabler.driver")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
