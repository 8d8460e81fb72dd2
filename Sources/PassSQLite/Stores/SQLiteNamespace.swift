import PassCore
import PassDomain
import Synchronization

/// A namespace in an SQLite file: the records that carry its number, and its description.
///
/// A namespace that is reset gets another number. The records of the old number are deleted when no request uses the
/// old World any more, at the latest at the next start.
final class SQLiteNamespace: Sendable {
    let database: StoreDatabase
    private let name: NamespaceName
    /// The number of the namespace in the file.
    let number: Int64
    private let isFinished: Bool
    /// Whether the file has a row for the namespace.
    private let isRegistered: Atomic<Bool>
    private let description: Guarded<WorldDescription?>

    /// Creates the access to a namespace of the file.
    ///
    /// - Parameters:
    ///   - isFinished: whether the namespace gets its name with its first record; otherwise it gets its name only by
    ///     `publish`.
    ///   - isKept: whether the file has the namespace already.
    init(
        _ database: StoreDatabase, _ name: NamespaceName, number: Int64, isFinished: Bool, isKept: Bool = false,
        description: WorldDescription? = nil
    ) {
        self.database = database
        self.name = name
        self.number = number
        self.isFinished = isFinished
        self.description = Guarded(description)
        isRegistered = Atomic(isKept)
    }

    deinit {
        guard isRegistered.load(ordering: .relaxed) else { return }
        database.deleteOrphans(of: number)
    }

    /// Makes a change of this namespace's records durable, and registers the namespace with its first change.
    func write<Value: Sendable>(_ change: @escaping @Sendable (SQLiteConnection) throws -> Value) throws -> Value {
        if isRegistered.load(ordering: .relaxed) { return try database.writer.write(change) }
        let (name, number, isFinished) = (name.rawValue, number, isFinished)
        let value = try database.writer.write { connection in
            if isFinished {
                // If a newer World has taken the name, that World keeps it.
                try connection.run("DELETE FROM namespaces WHERE name = ?1 AND id < ?2") {
                    statement throws(SQLiteError) in
                    try statement.bind(1, name)
                    try statement.bind(2, number)
                }
            }
            try connection.run("INSERT OR IGNORE INTO namespaces (id, name) VALUES (?2, ?1)") {
                statement throws(SQLiteError) in
                if isFinished { try statement.bind(1, name) }
                try statement.bind(2, number)
            }
            return try change(connection)
        }
        isRegistered.store(true, ordering: .relaxed)
        return value
    }

    func publish() throws {
        let (name, number) = (name.rawValue, number)
        try database.writer.write { connection in
            try connection.run("DELETE FROM namespaces WHERE name = ?1 AND id <> ?2") {
                statement throws(SQLiteError) in
                try statement.bind(1, name)
                try statement.bind(2, number)
            }
            try connection.run(
                "INSERT INTO namespaces (id, name) VALUES (?2, ?1) ON CONFLICT (id) DO UPDATE SET name = excluded.name"
            ) { statement throws(SQLiteError) in
                try statement.bind(1, name)
                try statement.bind(2, number)
            }
        }
        isRegistered.store(true, ordering: .relaxed)
    }

    func keep(_ description: WorldDescription) throws {
        guard self.description.withLock({ $0 }) != description else { return }
        let number = number
        try write { connection in
            try connection.run(
                """
                UPDATE namespaces SET snapshot = ?2, clock_since = ?3, own_settings = ?4, pinned = ?5, idle = ?6
                WHERE id = ?1
                """
            ) { statement throws(SQLiteError) in
                try statement.bind(1, number)
                try statement.bind(2, description.snapshot)
                try statement.bind(3, description.clockSince.milliseconds)
                try statement.bind(4, Int64(description.hasOwnSettings ? 1 : 0))
                try statement.bind(5, Int64(description.isPinned ? 1 : 0))
                try statement.bind(6, description.idle?.milliseconds)
            }
        }
        self.description.withLock { $0 = description }
    }

    func discard() throws {
        guard isRegistered.load(ordering: .relaxed) else { return }
        let number = number
        try database.writer.write { connection in
            try connection.run("DELETE FROM namespaces WHERE id = ?1") { statement throws(SQLiteError) in
                try statement.bind(1, number)
            }
        }
    }
}

extension StoreDatabase {
    /// The number of records that one transaction deletes, so that changes of other namespaces get their turn.
    private static let fewRecords = 1_024

    /// Deletes the records that carry a number step by step, unless a namespace with a name has the number.
    fileprivate func deleteOrphans(of number: Int64) {
        writer.post { [weak self] connection in
            try connection.run(
                """
                DELETE FROM records WHERE rowid IN (
                  SELECT rowid FROM records WHERE namespace = ?1
                  AND NOT EXISTS (SELECT 1 FROM namespaces WHERE id = ?1 AND name IS NOT NULL) LIMIT ?2)
                """
            ) { statement throws(SQLiteError) in
                try statement.bind(1, number)
                try statement.bind(2, Int64(Self.fewRecords))
            }
            if connection.changes == Self.fewRecords {
                self?.deleteOrphans(of: number)
            } else {
                try connection.run("DELETE FROM namespaces WHERE id = ?1 AND name IS NULL") {
                    statement throws(SQLiteError) in
                    try statement.bind(1, number)
                }
            }
        }
    }
}
