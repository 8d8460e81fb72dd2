import Dispatch
import PassCore

/// The operations of many threads, sent to the server in batches.
///
/// An operation that finds fewer batches under way than allowed is sent at once. Operations that arrive later wait, and
/// are sent in one batch when an earlier batch has ended: the more threads there are, the fewer system calls each
/// operation takes, here and in the server. The thread of a batch's first operation sends the batch, so a single
/// operation waits for no other thread. The end of a batch wakes the threads of all its other operations in one system
/// call.
final class CommandBatches: Sendable {
    /// Operations that are sent to the server together.
    private final class Batch: Sendable {
        private struct State {
            var operations: [[RedisCommand]]
            /// The replies to each operation; `nil` until the batch ends.
            var outcome: Result<[[RedisReply]], any Error>?
        }

        private let state: Guarded<State>
        /// Tells the thread of the first operation that the batch may be sent.
        let turn = DispatchSemaphore(value: 0)
        /// Tells the threads of the other operations, all at once, that the batch has ended.
        private let ending = DispatchGroup()

        init(_ commands: [RedisCommand]) {
            state = Guarded(State(operations: [commands]))
            ending.enter()
        }

        var operations: [[RedisCommand]] { state.withLock { $0.operations } }

        /// Adds an operation, and returns its index; `nil` if the batch is full.
        func add(_ commands: [RedisCommand]) -> Int? {
            state.withLock { state in
                guard state.operations.count < CommandBatches.mostTogether else { return nil }
                state.operations.append(commands)
                return state.operations.count - 1
            }
        }

        func end(_ outcome: Result<[[RedisReply]], any Error>) {
            state.withLock { $0.outcome = outcome }
            ending.leave()
        }

        /// Waits for the end of the batch, and returns the replies to the operation with an index.
        func replies(at index: Int) throws -> [RedisReply] {
            ending.wait()
            guard let outcome = state.withLock({ $0.outcome }) else { preconditionFailure("the batch hasn't ended") }
            return try outcome.get()[index]
        }
    }

    private struct State {
        var underWay = 0
        /// The batches that wait for their turn.
        var waiting: [Batch] = []
        /// The waiting batch to which new operations are added, until the thread of its first operation sends it.
        var open: Batch?
    }

    /// The maximum number of operations in a batch.
    static let mostTogether = 64

    private let mostBatches: Int
    private let state = Guarded(State())

    /// Creates batches for the operations of one server.
    ///
    /// - Parameter mostBatches: the maximum number of batches under way at once; with two, a long reply holds up only
    ///   some of the other operations.
    init(mostBatches: Int = 2) {
        self.mostBatches = mostBatches
    }

    /// The number of operations that wait for a batch to end.
    var waitingCount: Int {
        state.withLock { $0.waiting.reduce(0) { $0 + $1.operations.count } }
    }

    /// Returns a reply for each command of an operation.
    ///
    /// - Parameter exchange: sends the commands of several operations together, and returns the replies of each.
    /// - Throws: what `exchange` throws, for all operations of its batch.
    func replies(
        to commands: [RedisCommand], _ exchange: ([[RedisCommand]]) throws -> [[RedisReply]]
    ) throws -> [RedisReply] {
        let (batch, index, mustWait) = state.withLock { state in
            if state.underWay < mostBatches {
                state.underWay += 1
                return (Batch(commands), 0, false)
            }
            if let open = state.open, let index = open.add(commands) { return (open, index, true) }
            let batch = Batch(commands)
            state.open = batch
            state.waiting.append(batch)
            return (batch, 0, true)
        }
        if index == 0 {
            if mustWait { batch.turn.wait() }
            send(batch, exchange)
        }
        return try batch.replies(at: index)
    }

    /// Sends a batch, and lets the next waiting batch be sent when the replies have arrived.
    private func send(_ batch: Batch, _ exchange: ([[RedisCommand]]) throws -> [[RedisReply]]) {
        state.withLock { if $0.open === batch { $0.open = nil } }
        let outcome = Result { try exchange(batch.operations) }
        let next = state.withLock { state -> Batch? in
            if state.waiting.isEmpty {
                state.underWay -= 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.turn.signal()
        batch.end(outcome)
    }
}
