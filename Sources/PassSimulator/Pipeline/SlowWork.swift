import Dispatch
import PassHTTP
import PassNetwork
import Synchronization

/// A queue that runs slow requests one after the other. They may take seconds, and would otherwise occupy the workers.
///
/// If a client disconnects before its request's turn, the request isn't run.
final class SlowWork: Sendable {
    private final class Flag: Sendable {
        let isRaised = Atomic(false)
    }

    private let queue = DispatchQueue(label: "pass-simulator.slow")

    /// Runs `work` on the queue, and sends its answer through `reply`.
    func run(_ reply: HTTPReply, _ work: @escaping @Sendable () -> HTTPResponse) {
        let isGivenUp = Flag()
        reply.whenInterrupted { _ in isGivenUp.isRaised.store(true, ordering: .relaxed) }
        queue.async {
            if isGivenUp.isRaised.load(ordering: .relaxed) { return }
            let begin = DispatchTime.now()
            reply.send(work())
            // Work that took long has used much memory, which the C library would keep after it was freed.
            if DispatchTime.now() > begin + Self.long { ProcessResources.returnFreedMemory() }
        }
    }

    private static let long = DispatchTimeInterval.milliseconds(500)
}
