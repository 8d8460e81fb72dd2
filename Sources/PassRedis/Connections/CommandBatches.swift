import Dispatch
import PassCore

/// The operations of many threads, which go to the server together.
///
/// An operation that finds few others under way is sent at once. Those that arrive meanwhile wait, and go in one batch
/// when a connection is free again: the more threads there are, the fewer system calls each operation takes, here and in
/// the server. A batch is sent by the thread of its first operation, so an only operation waits for no other thread.
final class CommandBatches: Sendable {
    /// An operation that waits for its replies, or for its turn to send.
    private final class Waiting: Sendable {
        let commands: [RedisCommand]
        /// The outcome; `nil` for an operation that is woken to send the next batch.
        let outcome = Guarded<Result<[RedisReply], any Error>?>(nil)
        let wakes = DispatchSemaphore(value: 0)

        init(_ commands: [RedisCommand]) {
            self.commands = commands
        }

        func end(_ outcome: Result<[RedisReply], any Error>) {
            self.outcome.withLock { $0 = outcome }
            wakes.signal()
        }
    }

    private struct State {
        /// The operations that wait while the maximum number of batches is under way.
        var waiting: [Waiting] = []
        var underWay = 0
    }

    /// The maximum number of operations in a batch.
    static let mostTogether = 64

    private let mostBatches: Int
    private let state = Guarded(State())

    /// Creates batches for the operations of one server.
    ///
    /// - Parameter mostBatches: the maximum number of batches at once; with two, a long reply holds up only some of the
    ///   other operations.
    init(mostBatches: Int = 2) {
        self.mostBatches = mostBatches
    }

    /// The number of operations that wait for a batch to end.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Returns a reply for each command of an operation.
    ///
    /// - Parameter exchange: sends the commands of several operations together, and returns the replies of each.
    /// - Throws: what `exchange` throws, for all operations of its batch.
    func replies(
        to commands: [RedisCommand], _ exchange: ([[RedisCommand]]) throws -> [[RedisReply]]
    ) throws -> [RedisReply] {
        let own = Waiting(commands)
        let isFirst = state.withLock { state in
            if state.underWay < mostBatches {
                state.underWay += 1
                return true
            }
            state.waiting.append(own)
            return false
        }
        if !isFirst {
            own.wakes.wait()
            if let outcome = own.outcome.withLock({ $0 }) { return try outcome.get() }
        }
        return try send(own, exchange)
    }

    /// Sends an operation with those that wait, and has the next batch sent by one that has arrived meanwhile.
    private func send(
        _ own: Waiting, _ exchange: ([[RedisCommand]]) throws -> [[RedisReply]]
    ) throws -> [RedisReply] {
        let others = state.withLock { state in
            let others = Array(state.waiting.prefix(Self.mostTogether - 1))
            state.waiting.removeFirst(others.count)
            return others
        }
        let outcome = Result { try exchange([own.commands] + others.map(\.commands)) }
        let next = state.withLock { state -> Waiting? in
            if state.waiting.isEmpty {
                state.underWay -= 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.wakes.signal()
        for (index, other) in others.enumerated() { other.end(outcome.map { $0[index + 1] }) }
        return try outcome.get()[0]
    }
}
