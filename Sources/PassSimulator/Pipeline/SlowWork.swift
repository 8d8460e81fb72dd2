import Dispatch
import PassHTTP
import Synchronization

/// The queue of requests that may take seconds, one after the other, so that they keep no worker from the others.
///
/// A request whose client goes before its turn isn't answered.
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
