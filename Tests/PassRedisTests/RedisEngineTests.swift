import PassCore
import PassDomain
import PassNetwork
import PassTestSupport
import Testing

@testable import PassRedis

@Suite("The engine for Valkey and Redis")
struct RedisEngineTests {
    private let now = Timestamp(seconds: 1000)
    private let redis: RedisProcess

    init() throws {
        redis = try RedisProcess()
    }

    private func open(_ limit: Int = 1_000_000) throws -> RedisEngine {
        try RedisEngine(server, account: ByteAccount(limit: limit))
    }

    private var server: RedisServer {
        RedisServer(.server(HostAndPort(host: "127.0.0.1", port: redis.port)), database: 3)
    }

    private func revocations(_ shelf: any StoreShelf, capacity: Int = 10) -> any RecordStore<Revocation> {
        shelf.store(of: Revocation.self, capacity: capacity, leeway: 0)
    }

    private func revocation(_ session: SessionID, timeToLive: Int64 = 60) -> Revocation {
        Revocation(session: session, expires: now + .seconds(timeToLive))
    }

    private func name(_ text: String) throws -> NamespaceName { try #require(NamespaceName(text)) }

    private func keys(_ engine: RedisEngine, _ pattern: String = "*") throws -> [String] {
        try engine.pool.run(RedisCommand("KEYS", RedisWord(pattern)), changes: false).array.compactMap(\.text).sorted()
    }

    @Test("Two processes share the records, the descriptions and the end of a namespace")
    func shared() throws {
        let (first, second) = (try open(), try open())
        let (one, two) = (first.shelf(for: .default, isFinished: true), second.shelf(for: .default, isFinished: true))
        let (left, right) = (revocations(one), revocations(two))
        #expect(try left.insert(revocation("a"), now: now))
        #expect(try !right.insert(revocation("a"), now: now))
        try right.update("a", now: now) { $0.expires = now + .seconds(500) }
        #expect(try left.find("a", now: now + .seconds(400)) != nil)
        let before = try first.revision()
        let description = WorldDescription(
            snapshot: [1, 2], clockSince: now, hasOwnSettings: true, isPinned: true, idle: .seconds(5))
        try one.keep(description)
        #expect(try second.revision() != before)
        // The second hasn't read what the first has kept.
        var other = description
        other.snapshot = [3]
        #expect(throws: StoreError(.outdated, "")) { try two.keep(other) }
        #expect(try two.keptDescription() == description)
        let revisions = try second.revisions()
        try two.keep(other)
        #expect(try first.kept(.default)?.description == other)
        #expect(try first.revisions()[.default, default: 0] > revisions[.default, default: .max])
        // What one publishes, the other sees at once.
        let shelf = first.shelf(for: .default, isFinished: false)
        try revocations(shelf).put(revocation("new"), now: now)
        #expect(try right.records(now: now).map(\.session) == ["a"])
        try shelf.publish()
        #expect(try right.records(now: now).map(\.session) == ["new"])
        #expect(try left.records(now: now).map(\.session) == ["a"])
        #expect(try second.kept(.default)?.description == nil)
        try two.discard()
        #expect(try first.keptNamespaces().isEmpty)
    }

    @Test("The keys of a namespace have its name in braces, and those of other programs are left alone")
    func places() throws {
        let engine = try open()
        _ = try engine.pool.run(RedisCommand("SET", "pass", "theirs"), changes: true)
        let shelf = engine.shelf(for: try name("suite-1"), isFinished: true)
        try revocations(shelf).put(revocation("a"), now: now)
        let keys = try keys(engine).filter { $0 != "pass" }
        let (own, common) = ("pass-simulator:{suite-1}", "pass-simulator:{.store}:")
        #expect(keys.allSatisfy { $0.hasPrefix(own) || $0.hasPrefix(common) })
        #expect(keys.count(where: { $0.hasPrefix(own) }) == 4)
        try shelf.discard()
        #expect(try engine.pool.run(RedisCommand("GET", "pass"), changes: false).text == "theirs")
    }

    @Test("A database of a newer version, or with an unknown one, is refused and isn't changed")
    func newer() throws {
        let engine = try open()
        for (version, code) in [("2", StoreError.Code.newer), ("x", .damaged), ("-1", .damaged)] {
            let key = RedisWord(StoreKeys.schema)
            _ = try engine.pool.run(RedisCommand("SET", key, RedisWord(version)), changes: true)
            #expect(throws: StoreError(code, "")) { try open() }
            #expect(try engine.pool.run(RedisCommand("GET", key), changes: false).text == version)
        }
    }

    @Test("A process with other keys is refused")
    func otherKeys() throws {
        try open().join("first")
        try open().join("first")
        #expect(throws: StoreError(.otherKeys, "")) { try open().join("second") }
    }

    @Test("The server's own expiry is late, and a sweep sets it")
    func hint() throws {
        let engine = try open()
        let shelf = engine.shelf(for: .default, isFinished: true)
        let store = revocations(shelf)
        try store.put(revocation("a"), now: now)
        try store.put(revocation("b", timeToLive: 5), now: now)
        #expect(try shelf.sweep(now: now + .seconds(10)))
        #expect(try store.count == 1 && shelf.count == 1)
        for key in try keys(engine, "*{default}:*") {
            let left = try engine.pool.run(RedisCommand("PTTL", RedisWord(key)), changes: false).integer ?? -1
            #expect(left > NamespaceScripts.unusedMilliseconds && left < 2 * NamespaceScripts.unusedMilliseconds)
        }
    }

    @Test("A script whose digest the server doesn't know is sent as text")
    func unknownScripts() throws {
        let engine = try open()
        let store = revocations(engine.shelf(for: .default, isFinished: true))
        try store.put(revocation("a"), now: now)
        _ = try engine.pool.run(RedisCommand("SCRIPT", "FLUSH"), changes: true)
        #expect(try store.find("a", now: now) != nil)
    }

    @Test("A description gives a server that has lost everything the database's version and the nodes' keys")
    func loss() throws {
        let engine = try open()
        try engine.join("fingerprint")
        let before = try keys(engine)
        _ = try engine.pool.run(RedisCommand("FLUSHDB"), changes: true)
        try engine.shelf(for: .default, isFinished: true).keep(
            WorldDescription(snapshot: [1], clockSince: now, hasOwnSettings: false, isPinned: false, idle: nil))
        #expect(Set(before).isSubset(of: try keys(engine)))
        #expect(throws: StoreError(.otherKeys, "")) { try open().join("another") }
    }

    @Test("The bytes of a store are limited, and released")
    func bytes() throws {
        let account = ByteAccount(limit: 10_000)
        do {
            let engine = try RedisEngine(server, account: account)
            let store = revocations(engine.shelf(for: .default, isFinished: true), capacity: 1000)
            var stored = 0
            #expect(throws: EntitlementFailure.storeFull) {
                while stored < 1000 {
                    try store.put(revocation(SessionID(rawValue: "session-\(stored)")), now: now)
                    stored += 1
                }
            }
            #expect(stored > 5 && account.used > 2_000 && account.used <= 2_500)
            try store.removeAll(now: now) { $0.session != "session-0" }
            #expect(try store.count == 1)
            try store.put(revocation("last"), now: now)
        }
        #expect(account.used == 0)
    }
}
