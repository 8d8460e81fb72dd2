import PassCore
import PassDomain
import PassNetwork
import PassRedis
import PassSQLite
import PassTestSupport
import Testing

@testable import PassStore

/// A kind of engine that the conformance tests go through; another implementation is one more value.
struct EngineKind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Whether several processes may use one place at the same time.
    var isShared = false
    /// Returns a place for records that no other test uses.
    var place: @Sendable () throws -> String
    /// Opens the engine at a place, as one process does.
    var open: @Sendable (_ place: String, _ account: ByteAccount) throws -> any StoreEngine

    static let memory = EngineKind(testDescription: "memory") {
        ""
    } open: { _, account in
        MemoryEngine(account)
    }
    static let sqlite = EngineKind(testDescription: "SQLite") {
        TemporaryFile.path()
    } open: { place, account in
        try SQLiteEngine(place, isRelaxed: true, account: account)
    }
    static let redis = EngineKind(testDescription: "Redis", isShared: true) {
        try String(#require(RedisProcess.database().split(separator: "/").last))
    } open: { place, account in
        let address = HostAndPort(host: "127.0.0.1", port: try RedisProcess.shared.get().port)
        let server = RedisServer(.server(address), database: try #require(Int(place)))
        return try RedisEngine(server, account: account)
    }

    static let all = [memory, sqlite, redis]
    /// The engines whose records outlive a process.
    static let kept = [sqlite, redis]

    /// Returns an empty store of an engine of its own.
    func store(capacity: Int) throws -> any RecordStore<Note> {
        let engine = try open(place(), ByteAccount(limit: 1_000_000_000))
        return engine.shelf(for: .default, isFinished: true).store(of: Note.self, capacity: capacity, leeway: 0)
    }

    /// Returns one store as two users see it at the same time: two processes if the engine lets several in, which share
    /// nothing but the place, and otherwise two threads of the one process that has it.
    func twice(capacity: Int) throws -> [any RecordStore<Note>] {
        let place = try place()
        let first = try open(place, ByteAccount(limit: 1_000_000_000))
        if isShared {
            let second = try open(place, ByteAccount(limit: 1_000_000_000))
            return [first, second].map {
                $0.shelf(for: .default, isFinished: true).store(of: Note.self, capacity: capacity, leeway: 0)
            }
        }
        let shelf = first.shelf(for: .default, isFinished: true)
        let store = shelf.store(of: Note.self, capacity: capacity, leeway: 0)
        return [store, store]
    }
}
