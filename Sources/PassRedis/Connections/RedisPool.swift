import Dispatch
import PassCore
import PassDomain
import PassNetwork

/// The connections to a server. One thread at a time uses a connection, and sends the operations of several threads
/// together (see `CommandBatches`).
///
/// While the server can't be reached, operations fail at once, but after each pause one of them tries to connect again.
/// The pauses grow from a twentieth of a second to two seconds. If a connection breaks during an operation, the server
/// may have carried the operation out or not. In that case, an operation that only reads is repeated once, unless it
/// has timed out, and any other fails.
final class RedisPool: Sendable {
    private struct State {
        var free: [RedisConnection] = []
        var isClosed = false
        /// Grows by one each time all connections are given up. A connection that was made before isn't used again.
        var generation = 0
        /// The server's latest error; `nil` once the server has recovered from it.
        var failure: StoreError?
        /// Whether the server refused changes but may still answer reads, so that only a successful change ends the
        /// failure.
        var failureIsOfChanges = false
        /// The number of attempts that have failed since the server was last reached.
        var failures = 0
        /// The time on the monotonic clock before which no operation tries to connect again.
        var nextAttempt: Int64 = 0
        /// The time on the monotonic clock at which the server last replied.
        var lastReply: Int64 = 0
        var isProbing = false
    }

    /// The maximum number of connections that are kept open for the next use.
    private static let mostFree = 64
    private static let shortestPause: Int64 = 50
    private static let longestPause: Int64 = 2_000
    /// The time without a reply after which `probe` sends its command, in milliseconds.
    private static let longestSilence: Int64 = 500

    let server: RedisServer
    private let state = Guarded(State())
    private let batches = CommandBatches()

    init(_ server: RedisServer) {
        self.server = server
    }

    /// The server's latest error; `nil` if the server has recovered from it.
    var failure: StoreError? { state.withLock { $0.failure } }

    /// Sends commands together and returns a reply for each.
    ///
    /// - Parameter changes: whether the commands change something. If they don't, they are sent once more after a
    ///   connection has broken.
    /// - Throws: `StoreError`, also if the server answers a command with an error.
    func run(_ commands: [RedisCommand], changes: Bool) throws -> [RedisReply] {
        do {
            return try attempt(commands, changes: changes)
        } catch let error as RedisConnection.Broken {
            guard !changes, !error.isTimeout else { throw unavailable(error) }
        }
        do {
            return try attempt(commands, changes: changes)
        } catch let error as RedisConnection.Broken {
            throw unavailable(error)
        }
    }

    /// Sends one command and returns its reply.
    func run(_ command: RedisCommand, changes: Bool) throws -> RedisReply {
        try run([command], changes: changes)[0]
    }

    private func attempt(_ commands: [RedisCommand], changes: Bool) throws -> [RedisReply] {
        let replies = try batches.replies(to: commands, exchange)
        for case .error(let text) in replies {
            let error = RedisRefusal.error(text, server.name)
            fail(error, ofChanges: changes, isLasting: false)
            throw error
        }
        succeed(changes: changes)
        return replies
    }

    /// Sends the commands of several operations together, and returns the replies of each.
    private func exchange(_ operations: [[RedisCommand]]) throws -> [[RedisReply]] {
        let (connection, generation) = try take()
        do {
            let deadline = MonotonicClock.milliseconds + server.replyMilliseconds
            var all = try Self.replies(to: operations, knowsScripts: true, connection, until: deadline)
            let known = all.map { replies in replies.firstIndex { $0.isUnknownScript } ?? replies.count }
            if known != all.map(\.count) {
                // Later commands may rely on the unknown script, so they are repeated with it.
                let rest = zip(operations, known).map { Array($0[$1...]) }
                let others = try Self.replies(to: rest, knowsScripts: false, connection, until: deadline)
                for index in all.indices { all[index][known[index]...] = others[index][...] }
            }
            giveBack(connection, generation)
            if all.joined().contains(where: \.isOfReplica) { giveUpConnections() }
            return all
        } catch let error as RedisConnection.Broken {
            giveUpConnections()
            if error.isTimeout { fail(unavailable(error), ofChanges: false, isLasting: true) }
            throw error
        }
    }

    private static func replies(
        to operations: [[RedisCommand]], knowsScripts: Bool, _ connection: RedisConnection, until deadline: Int64
    ) throws -> [[RedisReply]] {
        let commands = operations.count == 1 ? operations[0] : Array(operations.joined())
        var replies = try connection.replies(to: commands, knowsScripts: knowsScripts, until: deadline)[...]
        return operations.map { operation in
            defer { replies = replies.dropFirst(operation.count) }
            return Array(replies.prefix(operation.count))
        }
    }

    private func unavailable(_ error: RedisConnection.Broken) -> StoreError {
        StoreError(.unavailable, "The store \(server.name) can't be reached: \(error.reason)")
    }

    // MARK: Connections

    private func take() throws -> (RedisConnection, generation: Int) {
        while true {
            let now = MonotonicClock.milliseconds
            let (known, generation) = try state.withLock { state -> (RedisConnection?, Int) in
                if state.isClosed {
                    throw StoreError(.unavailable, "The store \(server.name) is closed.")
                }
                if let known = state.free.popLast() { return (known, state.generation) }
                if let failure = state.failure, state.failures > 0 {
                    guard now >= state.nextAttempt else { throw failure }
                    // One operation tries to connect; until it succeeds, the others fail.
                    state.nextAttempt = now + server.connectMilliseconds
                }
                return (nil, state.generation)
            }
            guard let known else { return (try connect(), generation) }
            if !known.hasEnded { return (known, generation) }
        }
    }

    private func connect() throws -> RedisConnection {
        do {
            return try server.connect()
        } catch {
            let known = (error as? RedisConnection.Broken).map(unavailable) ?? (error as? StoreError)
            let failure = known ?? StoreError(.unavailable, "The store \(server.name) can't be reached: \(error)")
            fail(failure, ofChanges: false, isLasting: true)
            throw failure
        }
    }

    private func giveBack(_ connection: RedisConnection, _ generation: Int) {
        state.withLock { state in
            guard !state.isClosed, state.generation == generation, state.free.count < Self.mostFree else { return }
            state.free.append(connection)
        }
    }

    /// Closes the free connections at once, and each of the others when its operation ends.
    ///
    /// After one connection has failed, the others have probably failed too: they are closed, they hang, or they lead
    /// to a server that is no longer the master.
    private func giveUpConnections() {
        state.withLock { state in
            state.free = []
            state.generation += 1
        }
    }

    /// Closes the free connections at once, and each of the others when its operation ends. Later operations throw.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.free = []
        }
    }

    // MARK: Failures

    /// Notes that the server has failed.
    ///
    /// - Parameter isLasting: whether the server can't be reached, so that the next attempt comes after a pause.
    private func fail(_ error: StoreError, ofChanges: Bool, isLasting: Bool) {
        state.withLock { state in
            // A failed read says nothing about changes, so it doesn't hide an earlier failure of one.
            let changesFail = !isLasting && state.failure != nil && state.failureIsOfChanges
            state.failureIsOfChanges = ofChanges || changesFail
            state.failure = error
            guard isLasting else { return }
            state.failures += 1
            let pause = min(Self.shortestPause << Int64(min(state.failures - 1, 10)), Self.longestPause)
            state.nextAttempt = MonotonicClock.milliseconds + pause
        }
    }

    private func succeed(changes: Bool) {
        state.withLock { state in
            state.lastReply = MonotonicClock.milliseconds
            state.failures = 0
            if changes || !state.failureIsOfChanges { state.failure = nil }
        }
    }

    /// Finds out on another thread whether the server can be reached and takes changes, unless that is known.
    func probe(with command: RedisCommand) {
        let now = MonotonicClock.milliseconds
        let begins = state.withLock { state in
            guard !state.isProbing, !state.isClosed else { return false }
            let isKnown = state.failure == nil && now - state.lastReply < Self.longestSilence
            state.isProbing = !isKnown
            return state.isProbing
        }
        guard begins else { return }
        DispatchQueue.global(qos: .utility).async {
            // `run` notes the outcome in the state.
            _ = try? self.run(command, changes: true)
            self.state.withLock { $0.isProbing = false }
        }
    }
}

extension RedisReply {
    /// Whether the server doesn't know the script whose digest it was sent.
    fileprivate var isUnknownScript: Bool {
        if case .error(let text) = self { text.hasPrefix("NOSCRIPT") } else { false }
    }

    /// Whether the server has refused a change because it is a replica now.
    fileprivate var isOfReplica: Bool {
        if case .error(let text) = self { text.hasPrefix("READONLY") } else { false }
    }
}
