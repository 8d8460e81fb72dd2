import Dispatch
import PassHTTP
import Synchronization

/// A queue that runs requests that may take seconds, one after the other, so that they don't occupy the workers.
///
/// If a client disconnects before its request's turn, the request isn't run.
final class SlowWork: Sendable {
    private final class Flag: Sendable {
        let isRaised = Atomic(false)
    }

    private let queue = DispatchQueue(label: "pass-simulator.slow")

    /// Gives `reply` the answer that `work` makes.
    func run(_ reply: HTTPReply, _ work: @escaping @Sendable () -> HTTPResponse) {
        let isGivenUp = Flag()
        reply.whenInterrupted { _ in isGivenUp.isRaised.store(true, ordering: .relaxed) }
        queue.async {
            if !isGivenUp.isRaised.load(ordering: .relaxed) { reply.send(work()) }
        }
    }
}
