import PassDomain

/// The tables of a store's file, and the upgrades from older versions.
enum StoreSchema {
    /// The application ID that marks a file as a store of this simulator: `PasS` in ASCII.
    static let application: Int64 = 0x5061_7353

    /// The statements that upgrade a file from each version to the next; a file's version is the number of steps that
    /// have been run on it.
    static let steps = [
        // A record's namespace is a number, so that a reset can give the name to another number in one step, even if
        // requests still use the old one. A namespace without a name is one that isn't finished yet.
        """
        CREATE TABLE namespaces (
          id INTEGER PRIMARY KEY,
          name TEXT UNIQUE,
          snapshot BLOB,
          clock_since INTEGER NOT NULL DEFAULT 0,
          own_settings INTEGER NOT NULL DEFAULT 0,
          pinned INTEGER NOT NULL DEFAULT 0,
          idle INTEGER
        );
        CREATE TABLE records (
          namespace INTEGER NOT NULL,
          kind TEXT NOT NULL,
          key BLOB NOT NULL,
          expires INTEGER NOT NULL,
          size INTEGER NOT NULL,
          body BLOB NOT NULL,
          UNIQUE (namespace, kind, key)
        );
        CREATE INDEX records_by_expiry ON records (namespace, kind, expires, size);
        """
    ]

    /// Brings a file to the newest version; a new file gets the tables.
    ///
    /// - Throws: `StoreError` for a file of a newer version or of another program, which stays as it is; `SQLiteError`.
    static func migrate(_ connection: SQLiteConnection, _ path: String, steps: [String] = steps) throws {
        let version = try self.version(connection, path, newest: steps.count)
        guard version < steps.count else { return }
        try connection.transaction {
            for step in steps[version...] { try connection.execute(step) }
            try connection.execute("PRAGMA application_id = \(application)")
            try connection.execute("PRAGMA user_version = \(steps.count)")
        }
    }

    /// Returns the version of a file, 0 for an empty one.
    ///
    /// - Throws: `StoreError` for a file of a newer version or of another program; `SQLiteError`.
    static func version(
        _ connection: SQLiteConnection, _ path: String, newest: Int = steps.count
    ) throws -> Int {
        let version = Int(try connection.first("PRAGMA user_version") { $0.integer(0) } ?? 0)
        let application = try connection.first("PRAGMA application_id") { $0.integer(0) } ?? 0
        let tables = try connection.first("SELECT count(*) FROM sqlite_schema") { $0.integer(0) } ?? 0
        if tables == 0, application == 0 { return 0 }
        guard application == Self.application else {
            throw StoreError(.damaged, "The file \(path) is a database of another program. Name another file.")
        }
        guard version >= 0 else { throw StoreError(.damaged, "The store \(path) has the invalid version \(version).") }
        guard version <= newest else {
            throw StoreError(
                .newer,
                "A newer version of pass-simulator wrote the store \(path). The store has version \(version), but "
                    + "this pass-simulator knows only versions up to \(newest). Use the newer pass-simulator, or "
                    + "name another file."
            )
        }
        return version
    }
}
