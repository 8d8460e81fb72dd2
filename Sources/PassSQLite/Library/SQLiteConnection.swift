import CPassSQLite

/// A connection to a database file, which closes the file when its last reference is gone.
///
/// `@unchecked Sendable` because its owner lets only one thread at a time use a connection and its statements. The
/// library is told to use no locks.
final class SQLiteConnection: @unchecked Sendable {
    /// The access that a connection has to the file.
    enum Access {
        case read
        case write
        /// The access to read and write; the file is created if it is missing.
        case create

        fileprivate var flags: Int32 {
            switch self {
            case .read: SQLITE_OPEN_READONLY
            case .write: SQLITE_OPEN_READWRITE
            case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        }
    }

    private let handle: OpaquePointer
    private var statements: [String: SQLiteStatement] = [:]

    /// Opens the database file at this path.
    ///
    /// - Parameter waiting: the longest time for which an operation waits for another connection, in milliseconds.
    init(_ path: String, _ access: Access, waiting milliseconds: Int32 = 5_000) throws(SQLiteError) {
        var handle: OpaquePointer?
        let flags = access.flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE
        let result = sqlite3_open_v2(path, &handle, flags, nil)
        guard result == SQLITE_OK, let handle else {
            let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close_v2(handle)
            throw SQLiteError(code: result, message: message)
        }
        self.handle = handle
        sqlite3_busy_timeout(handle, milliseconds)
    }

    deinit {
        statements = [:]
        sqlite3_close_v2(handle)
    }

    /// The number of rows that the last statement changed.
    var changes: Int { Int(sqlite3_changes(handle)) }

    /// Runs statements without parameters, and ignores their rows.
    func execute(_ sql: String) throws(SQLiteError) {
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// Returns the prepared statement for the text, ready to be bound; the same text is prepared once.
    func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        if let known = statements[sql] {
            known.reset()
            return known
        }
        var pointer: OpaquePointer?
        try check(sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil))
        guard let pointer else { throw SQLiteError(code: SQLITE_MISUSE, message: "an empty statement") }
        let statement = SQLiteStatement(pointer)
        statements[sql] = statement
        return statement
    }

    /// Runs a statement that has no rows or whose rows don't matter.
    func run(_ sql: String, _ bind: (SQLiteStatement) throws(SQLiteError) -> Void = { _ in }) throws(SQLiteError) {
        let statement = try statement(sql)
        defer { statement.reset() }
        try bind(statement)
        while try statement.step() {}
    }

    /// Returns what `row` makes of the first row; `nil` if there is none.
    func first<Value>(
        _ sql: String, _ bind: (SQLiteStatement) throws(SQLiteError) -> Void = { _ in },
        _ row: (SQLiteStatement) -> Value
    ) throws(SQLiteError) -> Value? {
        let statement = try statement(sql)
        defer { statement.reset() }
        try bind(statement)
        return try statement.step() ? row(statement) : nil
    }

    /// Calls `row` for each row.
    func each(
        _ sql: String, _ bind: (SQLiteStatement) throws(SQLiteError) -> Void = { _ in },
        _ row: (SQLiteStatement) -> Void
    ) throws(SQLiteError) {
        let statement = try statement(sql)
        defer { statement.reset() }
        try bind(statement)
        while try statement.step() { row(statement) }
    }

    /// Runs `body` in a transaction that writes, and undoes the transaction if `body` or the commit fails.
    func transaction(_ body: () throws -> Void) throws {
        try execute("BEGIN IMMEDIATE")
        do {
            try body()
            try execute("COMMIT")
        } catch {
            // After some errors, the library has already undone the transaction, and undoing it again would fail.
            if sqlite3_get_autocommit(handle) == 0 { _ = sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
            throw error
        }
    }

    private func check(_ result: Int32) throws(SQLiteError) {
        guard result == SQLITE_OK else {
            throw SQLiteError(code: result, message: String(cString: sqlite3_errmsg(handle)))
        }
    }
}
