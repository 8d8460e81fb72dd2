import PassCore
import PassDomain
import PassTestSupport
import Testing

@testable import PassRedis

/// Two engines on one database, which share nothing else, as in two processes.
@Suite("Stores that two processes share")
struct SharedStoreTests {
    private let now = Timestamp(seconds: 1000)
    private let engines: [RedisEngine]

    init() throws {
        let port = try RedisProcess.shared.get().port
        let number = try #require(try RedisProcess.database().split(separator: "/").last.flatMap { Int($0) })
        let server = RedisServer(.server(RedisAddress(host: "127.0.0.1", port: port)), database: number)
        engines = try (0..<2).map { _ in try RedisEngine(server, account: ByteAccount(limit: 1_000_000)) }
    }

    private func stores(capacity: Int = 1000) -> [any RecordStore<Revocation>] {
        engines.map { engine in
            engine.shelf(for: .default, isFinished: true).store(of: Revocation.self, capacity: capacity, leeway: 0)
        }
    }

    private func revocation(_ session: SessionID) -> Revocation {
        Revocation(session: session, expires: now + .seconds(60))
    }

    /// Runs `body` with each store many times at once, and returns how often it was true.
    private func race(
        _ stores: [any RecordStore<Revocation>], times: Int,
        _ body: @escaping @Sendable (any RecordStore<Revocation>, Int) throws -> Bool
    ) async throws -> Int {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for turn in 0..<times {
                for store in stores { group.addTask { try body(store, turn) } }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
    }

    @Test("Changes of one record are all made")
    func changes() async throws {
        let (stores, now) = (stores(), now)
        try stores[0].put(revocation("a"), now: now)
        let made = try await race(stores, times: 100) { store, _ in
            try store.update("a", now: now) { $0.expires = $0.expires + TimeToLive(milliseconds: 1) } != nil
        }
        #expect(made == 200)
        #expect(try stores[1].find("a", now: now)?.expires.milliseconds == 1_060_200)
    }

    @Test("Exactly one of the first records with one key is stored, and the others change it")
    func first() async throws {
        let (stores, now) = (stores(), now)
        let wins = try await race(stores, times: 100) { store, turn in
            let first = Revocation(session: SessionID(rawValue: "\(turn % 20)"), expires: now + .seconds(60))
            return try store.upsert(first, now: now) { $0.expires = $0.expires + TimeToLive(milliseconds: 1) } == nil
        }
        #expect(wins == 20)
        let added = try stores[0].records(now: now).reduce(0) { $0 + $1.expires.milliseconds - 1_060_000 }
        #expect(added == 180)
    }

    @Test("The limit of records holds for all processes together")
    func capacity() async throws {
        let (stores, now) = (stores(capacity: 50), now)
        let stored = try await race(stores, times: 60) { store, turn in
            let session = SessionID(rawValue: "\(turn)-\(ObjectIdentifier(store as AnyObject).hashValue)")
            do {
                try store.put(Revocation(session: session, expires: now + .seconds(60)), now: now)
                return true
            } catch EntitlementFailure.storeFull {
                return false
            }
        }
        #expect(stored == 50)
        #expect(try stores.map { try $0.count } == [50, 50])
    }

    @Test("Many records are read and removed step by step")
    func many() throws {
        let stores = stores(capacity: 20_000)
        let engine = engines[0]
        // The commands go together, which is faster than one after another.
        let shelf = engine.shelf(for: .default, isFinished: true)
        let store = shelf.store(of: Revocation.self, capacity: 20_000, leeway: 0)
        try store.put(revocation("first"), now: now)
        let base = try #require(
            try engine.pool.run(
                RedisCommand("HGET", RedisWord(StoreKeys.world(.default)), "generation"), changes: false
            ).text)
        let place = "\(StoreKeys.world(.default)):\(base):\(Revocation.kind)"
        var commands: [RedisCommand] = []
        for index in 0..<11_000 {
            let session = "session-\(index)"
            let body = RecordCodec.encode(revocation(SessionID(rawValue: session)))
            commands.append(RedisCommand("HSET", RedisWord(place), RedisWord(session), RedisWord(body)))
            commands.append(RedisCommand("ZADD", RedisWord("\(place):expiry"), "1060000", RedisWord(session)))
        }
        _ = try engine.pool.run(commands, changes: true)
        #expect(try stores[1].records(now: now).count == 11_001)
        try stores[1].removeAll(now: now) { $0.session.rawValue.hasSuffix("7") }
        #expect(try stores[0].count == 9_901)
        try stores[0].sweep(now: now + .seconds(60))
        #expect(try stores[1].count == 0)
    }
}
