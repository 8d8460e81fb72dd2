import Foundation
import PassCore
import PassDomain
import PassTestSupport
import Testing

@testable import PassSQLite

@Suite("Files of SQLite stores")
struct StoreSchemaTests {
    private let now = Timestamp(seconds: 1000)
    private let path = TemporaryFile.path()

    private func engine() throws -> SQLiteEngine {
        try SQLiteEngine(path, isRelaxed: true, account: ByteAccount(limit: 1_000_000))
    }

    private func make(_ sql: String) throws {
        try SQLiteConnection(path, .create).execute(sql)
    }

    @Test("A file of version 1 is read; leftovers in it are removed")
    func version1() throws {
        try make(String(decoding: try Fixture.bytes("Store/version-1.sql"), as: UTF8.self))
        let engine = try engine()
        let kept = try engine.keptNamespaces()
        #expect(kept.map(\.name.rawValue) == ["default", "suite-1"])
        let stores = kept.map { $0.shelf.store(of: Revocation.self, capacity: 10, leeway: 0) }
        #expect(try stores[0].records(now: now).map(\.session) == ["session-1"])
        #expect(try stores[1].records(now: now).map(\.session) == ["session-2"])
        let count = try engine.database.readers.read { try $0.first("SELECT count(*) FROM records") { $0.integer(0) } }
        #expect(count == 2)
        // The member that this version doesn't know survives a change.
        try stores[1].update("session-2", now: now) { $0.expires = now + .seconds(5) }
        let body = try engine.database.readers.read {
            try $0.first("SELECT body FROM records WHERE key = CAST('session-2' AS BLOB)") { $0.bytes(0) }
        }
        #expect(
            body.map { String(decoding: $0.dropFirst(), as: UTF8.self) }
                == #"{"expiresMillis":1005000,"reason":"fraud","session":"session-2"}"#)
    }

    @Test("A new file has the tables of the fixture")
    func tables() throws {
        _ = try engine()
        let other = TemporaryFile.path()
        try SQLiteConnection(other, .create).execute(
            String(decoding: try Fixture.bytes("Store/version-1.sql"), as: UTF8.self))
        func columns(_ path: String) throws -> [String] {
            var columns: [String] = []
            try SQLiteConnection(path, .read).each(
                """
                SELECT m.name || '.' || t.name || ' ' || t.type || ' ' || t."notnull" FROM sqlite_schema m
                JOIN pragma_table_xinfo(m.name) t ORDER BY 1
                """
            ) { columns.append($0.text(0)) }
            return columns
        }
        #expect(try columns(path) == columns(other))
    }

    @Test("Steps upgrade a file from its version to the newest, or leave it unchanged")
    func migration() throws {
        let connection = try SQLiteConnection(path, .create)
        try StoreSchema.migrate(connection, path)
        try connection.execute("INSERT INTO namespaces (id, name) VALUES (1, 'default')")
        let broken = StoreSchema.steps + ["ALTER TABLE namespaces ADD COLUMN more TEXT; SELECT nothing"]
        #expect(throws: SQLiteError.self) { try StoreSchema.migrate(connection, path, steps: broken) }
        #expect(try StoreSchema.version(connection, path) == 1)
        let next = StoreSchema.steps + ["ALTER TABLE namespaces ADD COLUMN more TEXT NOT NULL DEFAULT 'x'"]
        try StoreSchema.migrate(connection, path, steps: next)
        #expect(try connection.first("SELECT name || more FROM namespaces") { $0.text(0) } == "defaultx")
        #expect(throws: StoreError(.newer, "")) { try StoreSchema.migrate(connection, path) }
    }

    @Test("A file of a newer version is refused and isn't changed")
    func newer() throws {
        _ = try engine()
        try make("PRAGMA user_version = 2")
        let error = #expect(throws: StoreError.self) { try engine() }
        #expect(error?.code == .newer && error?.message.contains("The store has version 2") == true)
        #expect(try SQLiteConnection(path, .read).first("PRAGMA user_version") { $0.integer(0) } == 2)
    }

    @Test("Another program's database, or a file that isn't a database, is refused and isn't changed")
    func foreign() throws {
        try make("CREATE TABLE notes (text)")
        let other = #expect(throws: StoreError.self) { try engine() }
        #expect(other?.code == .damaged)
        let bytes = Data("This is a letter, and no database. ".utf8) + Data(repeating: 7, count: 5000)
        try bytes.write(to: URL(fileURLWithPath: path))
        let letter = #expect(throws: StoreError.self) { try engine() }
        #expect(letter?.code == .damaged)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    }

    @Test("A damaged file is refused")
    func damaged() throws {
        do {
            let engine = try engine()
            let store = engine.shelf(for: .default, isFinished: true).store(
                of: Revocation.self, capacity: 1000, leeway: 0)
            for index in 0..<500 {
                try store.put(
                    Revocation(session: SessionID(rawValue: "s\(index)"), expires: now + .seconds(60)), now: now)
            }
            engine.close()
        }
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        bytes.replaceSubrange(8192..<20_000, with: Data(repeating: 0xAA, count: 11_808))
        try bytes.write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: StoreError.self) { try engine() }
        #expect(error?.code == .damaged)
    }

    @Test("A folder, and a file in a folder that doesn't exist, are refused with a sentence")
    func unusable() throws {
        #expect(throws: StoreError(.unavailable, "")) {
            _ = try SQLiteEngine("/nowhere/store.sqlite", isRelaxed: true, account: ByteAccount(limit: 1))
        }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        #expect(throws: StoreError(.unavailable, "")) {
            _ = try SQLiteEngine(folder, isRelaxed: true, account: ByteAccount(limit: 1))
        }
    }
}
