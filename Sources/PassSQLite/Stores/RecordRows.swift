import PassCore
import PassDomain

/// A record as it is in the file.
struct StoredRow {
    let expires: Timestamp
    /// The number of bytes that count toward the limits.
    let size: Int
    let body: [UInt8]
}

/// The rows of one kind of record in one namespace.
struct RecordRows: Sendable {
    let place: StorePlace
    private let namespace: SQLiteNamespace
    /// The number of bytes that a record takes in the file in addition to its key and its body.
    private static let overhead = 96

    init(_ namespace: SQLiteNamespace, _ place: StorePlace) {
        self.namespace = namespace
        self.place = place
    }

    var cacheRoom: CacheRoom { namespace.database.cacheRoom }

    /// Calls `body` while no other thread changes the record at this place.
    func withLock<Result>(_ place: RecordPlace, _ body: () throws -> Result) rethrows -> Result {
        try namespace.database.locks.withLock(place, body)
    }

    /// Calls `body` while no other thread changes any of the rows.
    func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        try namespace.database.locks.withLock(place, body)
    }

    /// Returns the number of bytes that a record counts toward the limits.
    static func size(_ key: [UInt8], _ body: [UInt8]) -> Int { overhead + 2 * key.count + body.count }

    func find(_ key: [UInt8]) throws -> StoredRow? {
        try namespace.database.readers.read { connection in
            try connection.first(
                "SELECT expires, size, body FROM records WHERE namespace = ?1 AND kind = ?2 AND key = ?3",
                { statement throws(SQLiteError) in try bind(statement, key) },
                { row in
                    StoredRow(
                        expires: Timestamp(milliseconds: row.integer(0)),
                        size: Int(min(max(row.integer(1), 0), 1 << 40)), body: row.bytes(2))
                })
        }
    }

    /// Returns the bodies of the records that expire after `now`.
    func bodies(after now: Timestamp) throws -> [[UInt8]] {
        var bodies: [[UInt8]] = []
        try namespace.database.readers.read { connection in
            try connection.each(
                "SELECT body FROM records WHERE namespace = ?1 AND kind = ?2 AND expires > ?3",
                { statement throws(SQLiteError) in
                    try bind(statement)
                    try statement.bind(3, now.milliseconds)
                },
                { bodies.append($0.bytes(0)) })
        }
        return bodies
    }

    /// Returns the keys and the sizes of records that have expired, in the order of their expiry.
    func expired(_ now: Timestamp, atMost limit: Int) throws -> [(key: [UInt8], size: Int)] {
        var expired: [(key: [UInt8], size: Int)] = []
        try namespace.database.readers.read { connection in
            try connection.each(
                """
                SELECT key, size FROM records WHERE namespace = ?1 AND kind = ?2 AND expires <= ?3
                ORDER BY expires LIMIT ?4
                """,
                { statement throws(SQLiteError) in
                    try bind(statement)
                    try statement.bind(3, now.milliseconds)
                    try statement.bind(4, Int64(limit))
                },
                { expired.append(($0.bytes(0), Int(min(max($0.integer(1), 0), 1 << 40)))) })
        }
        return expired
    }

    /// Writes a record, and returns when it is durable.
    func put(_ body: [UInt8], _ expires: Timestamp, at key: [UInt8]) throws {
        _ = try write(
            """
            INSERT INTO records (namespace, kind, key, expires, size, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT (namespace, kind, key)
            DO UPDATE SET expires = excluded.expires, size = excluded.size, body = excluded.body
            """, body, expires, at: key)
    }

    /// Writes a record unless there is one with its key, expired or not, and returns when it is durable.
    ///
    /// - Returns: whether it was written.
    func add(_ body: [UInt8], _ expires: Timestamp, at key: [UInt8]) throws -> Bool {
        try write(
            "INSERT OR IGNORE INTO records (namespace, kind, key, expires, size, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            body, expires, at: key) == 1
    }

    /// Runs a statement that writes a record, and returns the number of rows that it has changed.
    private func write(_ sql: String, _ body: [UInt8], _ expires: Timestamp, at key: [UInt8]) throws -> Int {
        let place = place
        return try namespace.write { connection in
            try connection.run(sql) { statement throws(SQLiteError) in
                try statement.bind(1, place.namespace)
                try statement.bind(2, place.kind)
                try statement.bind(3, key)
                try statement.bind(4, expires.milliseconds)
                try statement.bind(5, Int64(Self.size(key, body)))
                try statement.bind(6, body)
            }
            return connection.changes
        }
    }

    /// Deletes records, all in one step.
    func delete(_ keys: [[UInt8]]) throws {
        let place = place
        try namespace.write { connection in
            for key in keys {
                try connection.run("DELETE FROM records WHERE namespace = ?1 AND kind = ?2 AND key = ?3") {
                    statement throws(SQLiteError) in
                    try statement.bind(1, place.namespace)
                    try statement.bind(2, place.kind)
                    try statement.bind(3, key)
                }
            }
        }
    }

    private func bind(_ statement: SQLiteStatement) throws(SQLiteError) {
        try statement.bind(1, place.namespace)
        try statement.bind(2, place.kind)
    }

    private func bind(_ statement: SQLiteStatement, _ key: [UInt8]) throws(SQLiteError) {
        try bind(statement)
        try statement.bind(3, key)
    }
}
