import Dispatch
import PassHTTP
import PassNetwork
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
            if isGivenUp.isRaised.load(ordering: .relaxed) { return }
            let begin = DispatchTime.now()
            reply.send(work())
            // Work that took long has used much memory, which the C library would keep.
            if DispatchTime.now() > begin + Self.long { ProcessResources.returnFreedMemory() }
        }
    }

    private static let long = DispatchTimeInterval.milliseconds(500)
}
