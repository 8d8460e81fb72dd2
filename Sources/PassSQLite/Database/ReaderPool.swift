import PassCore
import PassDomain

/// Connections that read while the writer writes, each used by one thread at a time.
///
/// A reader sees what was durable when its statement began, and never waits for the writer.
final class ReaderPool: Sendable {
    private struct State {
        var free: [SQLiteConnection] = []
        var isClosed = false
    }

    /// The maximum number of connections that are kept open for the next use.
    private static let mostFree = 64

    private let path: String
    private let state = Guarded(State())

    init(_ path: String) {
        self.path = path
    }

    /// Returns what `body` reads.
    ///
    /// - Throws: `StoreError`.
    func read<Value>(_ body: (SQLiteConnection) throws -> Value) throws -> Value {
        let taken = state.withLock { state in (state.free.popLast(), state.isClosed) }
        if taken.1 { throw StoreError(.unavailable, "The store \(path) is closed.") }
        do {
            let connection = try taken.0 ?? open()
            let value = try body(connection)
            state.withLock { state in
                if !state.isClosed, state.free.count < Self.mostFree { state.free.append(connection) }
            }
            return value
        } catch let error as SQLiteError {
            // A connection that has failed isn't used again.
            throw error.storeError(path)
        }
    }

    /// Closes the free connections at once, and each of the others when its read ends. Later reads throw.
    func close() {
        let free = state.withLock { state in
            state.isClosed = true
            defer { state.free = [] }
            return state.free
        }
        // The connections close when they are released, which may take a while. Without this call, the compiler
        // releases them inside the lock.
        withExtendedLifetime(free) {}
    }

    private func open() throws -> SQLiteConnection {
        let connection = try SQLiteConnection(path, .read)
        try connection.execute("PRAGMA cache_size = -1024; PRAGMA query_only = ON")
        return connection
    }
}
