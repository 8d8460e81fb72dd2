import Dispatch
import PassCore
import Testing

@testable import PassRedis

@Suite("Operations that go to the server together")
struct CommandBatchesTests {
    private struct Lost: Error, Equatable {
        let batch: Int
    }

    private static let limit = DispatchTime.now() + .seconds(60)

    /// Runs an operation that is under way while others arrive, and then those.
    ///
    /// - Returns: the sizes of the batches, and the outcome of each operation, the first one's first.
    private func run(
        _ operations: [[RedisCommand]], replies: @escaping @Sendable (Int, [[RedisCommand]]) throws -> [[RedisReply]]
    ) -> (sizes: [Int], outcomes: [Result<[RedisReply], any Error>]) {
        let batches = CommandBatches(mostBatches: 1)
        let (begun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let sizes = Guarded<[Int]>([])
        let outcomes = Guarded<[Int: Result<[RedisReply], any Error>]>([:])
        let exchange: @Sendable ([[RedisCommand]]) throws -> [[RedisReply]] = { together in
            let number = sizes.withLock { sizes in
                sizes.append(together.count)
                return sizes.count - 1
            }
            if number == 0 {
                begun.signal()
                _ = mayEnd.wait(timeout: Self.limit)
            }
            return try replies(number, together)
        }
        let group = DispatchGroup()
        for (index, operation) in operations.enumerated() {
            DispatchQueue(label: "operation \(index)").async(group: group) {
                let outcome = Result { try batches.replies(to: operation, exchange) }
                outcomes.withLock { $0[index] = outcome }
            }
            if index == 0 {
                _ = begun.wait(timeout: Self.limit)
            } else {
                while batches.waitingCount < index, DispatchTime.now() < Self.limit {}
            }
        }
        mayEnd.signal()
        #expect(group.wait(timeout: Self.limit) == .success)
        return (sizes.withLock { $0 }, operations.indices.compactMap { index in outcomes.withLock { $0[index] } })
    }

    private func echo(_ operations: [[RedisCommand]]) -> [[RedisReply]] {
        operations.map { commands in
            commands.map { command in
                var request: [UInt8] = []
                command.write(to: &request, knowsScripts: true)
                return .bytes(request)
            }
        }
    }

    @Test("Operations that arrive while one is under way go in one batch, and each gets its own replies")
    func together() throws {
        let operations =
            [[RedisCommand("PING")]]
            + (1...5).map { index in
                (0..<index).map { RedisCommand("GET", RedisWord("\(index) \($0)")) }
            }
        let (sizes, outcomes) = run(operations) { _, together in echo(together) }
        #expect(sizes == [1, 5])
        #expect(try outcomes.map { try $0.get() } == echo(operations))
    }

    @Test("An error of a batch reaches its operations, and the next batch goes on")
    func failure() {
        let operations = Array(repeating: [RedisCommand("PING")], count: 4)
        let first = run(operations) { number, together in
            if number == 0 { throw Lost(batch: number) }
            return echo(together)
        }
        #expect(first.sizes == [1, 3])
        #expect(first.outcomes.map { (try? $0.get()) != nil } == [false, true, true, true])
        let second = run(operations) { number, together in
            if number == 1 { throw Lost(batch: number) }
            return echo(together)
        }
        #expect(second.sizes == [1, 3])
        #expect(second.outcomes.map { (try? $0.get()) != nil } == [true, false, false, false])
        for outcome in second.outcomes.dropFirst() {
            #expect(throws: Lost(batch: 1)) { try outcome.get() }
        }
    }

    @Test("More operations than one batch takes go in several")
    func many() throws {
        let operations = Array(repeating: [RedisCommand("PING")], count: 1 + CommandBatches.mostTogether + 1)
        let (sizes, outcomes) = run(operations) { _, together in echo(together) }
        #expect(sizes == [1, CommandBatches.mostTogether, 1])
        #expect(outcomes.allSatisfy { (try? $0.get().count) == 1 })
    }
}
