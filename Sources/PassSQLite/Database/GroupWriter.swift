import Dispatch
import PassCore
import PassDomain

/// The only writer of a store's file: changes that wait together become durable together, in one transaction.
///
/// While one group is written to the disk, the next one gathers. That way, many changes share one wait for the disk,
/// and a change that comes alone is written at once.
final class GroupWriter: Sendable {
    /// A change to the file. The function may run twice, but the change takes effect once.
    typealias Change = @Sendable (SQLiteConnection) throws -> Void

    private struct Waiting {
        let change: Change
        /// The function to call once, with the error if the change wasn't made.
        let done: @Sendable ((any Error)?) -> Void
    }

    private struct State {
        var connection: SQLiteConnection?
        var waiting: [Waiting] = []
        var isWorking = false
        /// The error of the last change, if the file was at fault.
        var failure: StoreError?
        var isProbing = false
    }

    /// The maximum number of changes in a transaction.
    private static let mostTogether = 1_024

    private let path: String
    private let state: Guarded<State>
    /// The queue on which the writer works. A serial queue without a target gets a thread of its own.
    private let queue = DispatchQueue(label: "pass-simulator.store")

    /// Creates the writer of a connection's file.
    ///
    /// - Parameter connection: only this writer uses it from now on.
    init(_ connection: SQLiteConnection, _ path: String) {
        self.path = path
        state = Guarded(State(connection: connection))
    }

    /// Makes a change, and returns its result when the change is durable.
    ///
    /// - Throws: `StoreError` if the file can't be changed; the error of `change`. In both cases, nothing has changed.
    func write<Value: Sendable>(_ change: @escaping @Sendable (SQLiteConnection) throws -> Value) throws -> Value {
        let isDone = DispatchSemaphore(value: 0)
        let result = Guarded<Result<Value, any Error>?>(nil)
        // The semaphore is signaled only after the result is set.
        submit(
            Waiting { connection in
                let value = try change(connection)
                result.withLock { $0 = .success(value) }
            } done: { error in
                if let error { result.withLock { $0 = .failure(error) } }
                isDone.signal()
            })
        isDone.wait()
        guard let result = result.withLock({ $0 }) else { preconditionFailure("a change has a result or an error") }
        return try result.get()
    }

    /// Queues a change and returns without waiting for it; its errors are ignored.
    func post(_ change: @escaping Change) {
        submit(Waiting(change: change) { _ in })
    }

    /// The error with which the last change failed, if the file was at fault; `nil` if a change has succeeded since.
    var failure: StoreError? { state.withLock { $0.failure } }

    /// If the last change failed, rewrites the file's version to find out whether changes succeed again.
    func probe() {
        let begins = state.withLock { state in
            guard state.failure != nil, state.connection != nil, !state.isProbing else { return false }
            state.isProbing = true
            return true
        }
        guard begins else { return }
        submit(
            Waiting(change: { connection in
                let version = try connection.first("PRAGMA user_version") { $0.integer(0) } ?? 0
                try connection.execute("PRAGMA user_version = \(version)")
            }) { _ in self.state.withLock { $0.isProbing = false } })
    }

    /// Makes the waiting changes, and then closes the connection. Later changes throw.
    func close() {
        queue.sync {
            work()
            state.withLock { $0.connection = nil }
        }
    }

    private func submit(_ waiting: Waiting) {
        let starts = state.withLock { state in
            state.waiting.append(waiting)
            defer { state.isWorking = true }
            return !state.isWorking
        }
        if starts { queue.async { self.work() } }
    }

    /// Writes one group after another until none waits.
    private func work() {
        while true {
            let (group, connection) = state.withLock { state -> ([Waiting], SQLiteConnection?) in
                let group = Array(state.waiting.prefix(Self.mostTogether))
                state.waiting.removeFirst(group.count)
                state.isWorking = !group.isEmpty
                return (group, state.connection)
            }
            if group.isEmpty { return }
            guard let connection else {
                let closed = StoreError(.unavailable, "The store \(path) is closed.")
                state.withLock { $0.failure = closed }
                for waiting in group { waiting.done(closed) }
                continue
            }
            write(group, connection)
        }
    }

    private func write(_ group: [Waiting], _ connection: SQLiteConnection) {
        do {
            try connection.transaction {
                for waiting in group { try waiting.change(connection) }
            }
            state.withLock { if $0.failure != nil { $0.failure = nil } }
            for waiting in group { waiting.done(nil) }
        } catch {
            guard group.count > 1 else {
                let error = storeError(error)
                if let failure = error as? StoreError { state.withLock { $0.failure = failure } }
                for waiting in group { waiting.done(error) }
                return
            }
            // One change may have caused the error, or the disk may have room for some of the changes, so each gets a
            // transaction of its own.
            for waiting in group { write([waiting], connection) }
        }
    }

    private func storeError(_ error: any Error) -> any Error {
        (error as? SQLiteError)?.storeError(path) ?? error
    }
}
