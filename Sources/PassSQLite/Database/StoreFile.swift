import PassDomain

/// The work of the `store` commands: checking and compacting a store's file.
package enum StoreFile {
    /// The findings of a check of a file.
    package struct Report: Sendable {
        /// The version of the file; 0 if the file is too damaged to tell.
        package var version: Int
        /// The number of records of each kind in each namespace.
        package var records: [(namespace: String, kind: String, count: Int)] = []
        /// The faults of the file, one sentence each.
        package var faults: [String] = []
    }

    /// The maximum number of faults that a check reports.
    private static let mostFaults = 20

    /// Reads the whole file, and changes nothing. A simulator may use the file at the same time.
    ///
    /// - Throws: `StoreError` for a file that can't be opened, isn't a store, or has a newer version than this
    ///   simulator's.
    package static func check(_ path: String) throws -> Report {
        var report = Report(version: 0)
        do {
            let connection = try SQLiteConnection(StoreDatabase.name(path), .read)
            report.version = try StoreSchema.version(connection, path)
            guard report.version > 0 else { throw StoreError(.damaged, "The file \(path) is empty.") }
            try connection.each("PRAGMA integrity_check(\(mostFaults))") { row in
                let fault = row.text(0)
                if fault != "ok" { report.faults.append(fault) }
            }
            guard report.faults.isEmpty else { return report }
            try connection.each(
                """
                SELECT namespaces.name, kind, count(*) FROM records JOIN namespaces ON namespaces.id = namespace
                WHERE name IS NOT NULL GROUP BY name, kind ORDER BY name, kind
                """
            ) { report.records.append((namespace: $0.text(0), kind: $0.text(1), count: Int($0.integer(2)))) }
            try connection.each("SELECT kind, hex(key), body FROM records") { row in
                if report.faults.count < mostFaults, !RecordCodec.isWellFormed(row.bytes(2)) {
                    report.faults.append(
                        "A record of the kind \(row.text(0)) with the key \(row.text(1)) has an unknown format.")
                }
            }
            return report
        } catch let error as SQLiteError {
            let known = error.storeError(path)
            guard known.code == .damaged else { throw known }
            report.faults.append(error.message)
            return report
        }
    }

    /// Rewrites the file so that removed records take no room.
    ///
    /// - Returns: the size in bytes before and after.
    /// - Throws: `StoreError` if the file is in use, can't be opened or has too little room on its disk; it stays as it
    ///   is.
    package static func compact(_ path: String) throws -> (before: Int64, after: Int64) {
        do {
            // For a file that doesn't exist, this throws before the lock file is created.
            _ = try SQLiteConnection(StoreDatabase.name(path), .read)
            let lock = try StoreFileLock(of: path)
            defer { withExtendedLifetime(lock) {} }
            let connection = try SQLiteConnection(StoreDatabase.name(path), .write)
            guard try StoreSchema.version(connection, path) > 0 else {
                throw StoreError(.damaged, "The file \(path) is empty.")
            }
            let before = try connection.size
            try connection.execute("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
            return (before, try connection.size)
        } catch let error as SQLiteError {
            throw error.storeError(path)
        }
    }
}

extension SQLiteConnection {
    /// The size of the file in bytes.
    var size: Int64 {
        get throws(SQLiteError) {
            try first("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()") { $0.integer(0) }
                ?? 0
        }
    }
}
