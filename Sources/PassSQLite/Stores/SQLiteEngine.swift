package import PassCore
package import PassDomain

/// The engine that keeps records in an SQLite file, so that a restart loses none.
package final class SQLiteEngine: StoreEngine {
    let database: StoreDatabase
    private let account: ByteAccount
    /// The sizes of the stores that earlier runs have left.
    private let kept: [StorePlace: StoreTally]

    /// Opens a file, which is created if it is missing.
    ///
    /// - Parameters:
    ///   - isRelaxed: whether an answer may be sent before its changes are safe from a loss of power. A process that is
    ///     killed loses nothing either way.
    ///   - cacheBytes: the maximum size of the records that are also kept in memory; `nil` for the usual limit.
    ///   - account: counts the bytes of all records.
    /// - Throws: `StoreError` if the file can't be used; it stays as it is.
    package convenience init(
        _ path: String, isRelaxed: Bool, cacheBytes: Int? = nil, account: ByteAccount
    ) throws {
        try self.init(StoreDatabase(path, isRelaxed: isRelaxed, cacheBytes: cacheBytes), account)
    }

    init(_ database: StoreDatabase, _ account: ByteAccount) throws {
        self.database = database
        self.account = account
        var kept: [StorePlace: StoreTally] = [:]
        try database.readers.read { connection in
            try connection.each(
                "SELECT namespace, kind, count(*), sum(min(max(size, 0), 1 << 40)) FROM records GROUP BY namespace, kind"
            ) { row in
                kept[StorePlace(namespace: row.integer(0), kind: row.text(1))] = StoreTally(
                    count: Int(row.integer(2)), bytes: Int(row.integer(3)))
            }
        }
        self.kept = kept
    }

    package var mayWait: Bool { true }
    package var outlivesProcess: Bool { true }
    package var trouble: StoreError? { database.writer.failure }
    package func probe() { database.writer.probe() }

    package func shelf(for name: NamespaceName, isFinished: Bool) -> any StoreShelf {
        SQLiteShelf(
            SQLiteNamespace(database, name, number: database.newNamespace(), isFinished: isFinished), account)
    }

    package func keptNamespaces() throws -> [KeptNamespace] {
        var namespaces: [KeptNamespace] = []
        try database.readers.read { connection in
            try connection.each(
                "SELECT id, name, snapshot, clock_since, own_settings, pinned, idle FROM namespaces ORDER BY id"
            ) { row in
                guard let name = NamespaceName(row.text(1)) else { return }
                let snapshot = row.bytes(2)
                let description =
                    snapshot.isEmpty
                    ? nil
                    : WorldDescription(
                        snapshot: snapshot, clockSince: Timestamp(milliseconds: row.integer(3)),
                        hasOwnSettings: row.integer(4) != 0, isPinned: row.integer(5) != 0,
                        idle: row.integerIfPresent(6).map { TimeToLive(milliseconds: $0) })
                namespaces.append(
                    KeptNamespace(
                        name: name,
                        shelf: SQLiteShelf(
                            SQLiteNamespace(
                                database, name, number: row.integer(0), isFinished: true, isKept: true,
                                description: description), account, kept: kept),
                        description: description))
            }
        }
        return namespaces
    }

    package func close() { database.close() }
}
