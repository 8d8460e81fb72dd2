import PassCore
import PassDomain
import PassNetwork
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
        let server = RedisServer(.server(HostAndPort(host: "127.0.0.1", port: port)), database: number)
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
