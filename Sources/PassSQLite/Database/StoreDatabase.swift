import PassCore
import PassDomain

/// A store's file: one writer, any number of readers, and the lock that keeps other processes from writing the file.
final class StoreDatabase: Sendable {
    let path: String
    let writer: GroupWriter
    let readers: ReaderPool
    let locks = KeyLocks()
    let cacheRoom: CacheRoom
    private let lock: Guarded<StoreFileLock?>
    private let lastNamespace: Guarded<Int64>

    /// The size of the largest file that is checked as a whole at the start, in bytes; `store check` also checks larger
    /// ones.
    private static let mostChecked: Int64 = 67_108_864

    /// Opens a file, and creates or migrates its tables.
    ///
    /// - Parameters:
    ///   - isRelaxed: whether a change counts as durable once the operating system has it, although a loss of power may
    ///     undo it.
    ///   - cacheBytes: the maximum size of the records that are also kept in memory; `nil` for the usual limit.
    ///   - mostPages: the maximum size of the file in pages, for tests; `nil` for no limit.
    /// - Throws: `StoreError` if the file can't be used; it stays as it is.
    init(_ path: String, isRelaxed: Bool, cacheBytes: Int? = nil, mostPages: Int? = nil) throws {
        self.path = path
        cacheRoom = CacheRoom(limit: cacheBytes ?? CacheRoom.usualLimit)
        let file = Self.name(path)
        let held = try StoreFileLock(of: path)
        try held.makeStore()
        lock = Guarded(held)
        do {
            let connection = try SQLiteConnection(file, .create)
            try Self.prepare(connection, path, isRelaxed: isRelaxed)
            if let mostPages { try connection.execute("PRAGMA max_page_count = \(mostPages)") }
            let last = try connection.first(
                "SELECT max(ifnull((SELECT max(id) FROM namespaces), 0), ifnull((SELECT max(namespace) FROM records), 0))"
            ) { $0.integer(0) }
            lastNamespace = Guarded(last ?? 0)
            writer = GroupWriter(connection, path)
            readers = ReaderPool(file)
        } catch let error as SQLiteError {
            throw error.storeError(path)
        }
    }

    /// Returns the name to give SQLite for a file, so that SQLite doesn't take the path for a URI or a special name.
    static func name(_ path: String) -> String { path.hasPrefix("/") ? path : "./" + path }

    private static func prepare(_ connection: SQLiteConnection, _ path: String, isRelaxed: Bool) throws {
        // A file of another program or version is refused before anything is written to it.
        let isNew = try StoreSchema.version(connection, path) == 0
        if !isNew, try connection.size <= mostChecked {
            let fault = try connection.first("PRAGMA quick_check(1)") { $0.text(0) } ?? "ok"
            if fault != "ok" { throw SQLiteError.corrupt(fault) }
        }
        // SQLite answers with another mode, and without an error, where the mode can't be set.
        let mode = try connection.first("PRAGMA journal_mode = WAL") { $0.text(0) }
        guard mode == "wal" else {
            throw StoreError(
                .unavailable,
                "The store \(path) can't be used: its file system has no shared memory, which SQLite's write-ahead log "
                    + "needs.")
        }
        try connection.execute("PRAGMA synchronous = \(isRelaxed ? "NORMAL" : "FULL")")
        try connection.execute("PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -16384")
        // Checkpoints are rare, so a page that changes often is copied into the file once for many changes.
        try connection.execute("PRAGMA wal_autocheckpoint = 4000")
        try StoreSchema.migrate(connection, path)
        // Deletes what unfinished or removed namespaces have left behind.
        try connection.transaction {
            try connection.execute("DELETE FROM namespaces WHERE name IS NULL")
            // Each step finds the next namespace's number in the index, so that not all records are read.
            try connection.execute(
                """
                DELETE FROM records WHERE namespace IN (
                  WITH RECURSIVE numbers(id) AS (
                    SELECT min(namespace) FROM records UNION ALL
                    SELECT (SELECT min(namespace) FROM records WHERE namespace > id) FROM numbers WHERE id IS NOT NULL)
                  SELECT id FROM numbers WHERE id NOT IN (SELECT id FROM namespaces))
                """)
        }
    }

    /// Returns a number that no namespace or record in the file uses.
    func newNamespace() -> Int64 {
        lastNamespace.withLock { last in
            last += 1
            return last
        }
    }

    /// Makes the waiting changes, closes the file, and lets other processes use it.
    func close() {
        readers.close()
        writer.close()
        cacheRoom.close()
        lock.withLock { $0 = nil }
    }
}
