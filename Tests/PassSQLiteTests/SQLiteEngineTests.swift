import PassCore
import PassDomain
import PassTestSupport
import Testing

@testable import PassSQLite

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("The SQLite engine")
struct SQLiteEngineTests {
    private let now = Timestamp(seconds: 1000)
    private let path = TemporaryFile.path()

    private func open(_ limit: Int = 1_000_000) throws -> SQLiteEngine {
        try SQLiteEngine(path, isRelaxed: true, account: ByteAccount(limit: limit))
    }

    private func revocations(_ shelf: any StoreShelf, capacity: Int = 10) -> any RecordStore<Revocation> {
        shelf.store(of: Revocation.self, capacity: capacity, leeway: 0)
    }

    private func revocation(_ session: SessionID, timeToLive: Int64 = 60) -> Revocation {
        Revocation(session: session, expires: now + .seconds(timeToLive))
    }

    private func name(_ text: String) throws -> NamespaceName { try #require(NamespaceName(text)) }

    @Test("A link to a file doesn't let two simulators open it")
    func links() throws {
        let engine = try open()
        let (symbolic, hard) = (TemporaryFile.path(), TemporaryFile.path())
        #expect(symlink(path, symbolic) == 0)
        #expect(throws: StoreError(.inUse, "")) {
            try SQLiteEngine(symbolic, isRelaxed: true, account: ByteAccount(limit: 1_000_000))
        }
        engine.close()
        #expect(link(path, hard) == 0)
        for name in [path, hard] {
            #expect(throws: StoreError(.unavailable, "")) {
                try SQLiteEngine(name, isRelaxed: true, account: ByteAccount(limit: 1_000_000))
            }
        }
        #expect(unlink(hard) == 0 && unlink(path) == 0)
        #expect(throws: StoreError(.unavailable, "")) {
            try SQLiteEngine(symbolic, isRelaxed: true, account: ByteAccount(limit: 1_000_000))
        }
    }

    @Test("The rows of a namespace that was taken over are deleted by the next start")
    func publish() throws {
        var engine = try open()
        let old = revocations(engine.shelf(for: .default, isFinished: true))
        try old.put(revocation("old"), now: now)
        let shelf = engine.shelf(for: .default, isFinished: false)
        try revocations(shelf).put(revocation("new"), now: now)
        #expect(try names(engine) == ["default": 1])
        try shelf.publish()
        // A request that began before goes on with the old records.
        try old.put(revocation("late"), now: now)
        #expect(try names(engine) == ["default": 2])
        engine.close()
        engine = try open()
        let kept = try engine.keptNamespaces()
        #expect(try kept.map { try revocations($0.shelf).records(now: now) } == [[revocation("new")]])
        #expect(try rows(engine) == 1)
    }

    @Test("Data that no World uses any more is deleted")
    func orphans() throws {
        let engine = try open()
        do {
            let shelf = engine.shelf(for: .default, isFinished: true)
            let store = revocations(shelf, capacity: 5000)
            for index in 0..<1_500 { try store.put(revocation(SessionID(rawValue: "s\(index)")), now: now) }
            try shelf.discard()
            #expect(try names(engine) == [:])
            #expect(try rows(engine) == 1_500)
        }
        // Each of these waits for what was posted before it.
        let other = engine.shelf(for: try name("other"), isFinished: true)
        for _ in 0..<4 { try other.publish() }
        #expect(try rows(engine) == 0)
    }

    private func names(_ engine: SQLiteEngine) throws -> [String: Int64] {
        var names: [String: Int64] = [:]
        try engine.database.readers.read { connection in
            try connection.each("SELECT name, id FROM namespaces WHERE name IS NOT NULL") {
                names[$0.text(0)] = $0.integer(1)
            }
        }
        return names
    }

    private func rows(_ engine: SQLiteEngine) throws -> Int64? {
        try engine.database.readers.read { connection in
            try connection.first("SELECT count(*) FROM records") { $0.integer(0) }
        }
    }

    @Test("A full disk refuses new data, loses nothing, and works again when there is room")
    func full() throws {
        let database = try StoreDatabase(path, isRelaxed: true, mostPages: 40)
        let engine = try SQLiteEngine(database, ByteAccount(limit: 10_000_000))
        let store = engine.shelf(for: .default, isFinished: true).store(
            of: Revocation.self, capacity: 10_000, leeway: 0)
        func session(_ index: Int) -> SessionID { SessionID(rawValue: "\(index)" + String(repeating: "x", count: 500)) }
        var stored = 0
        let error = #expect(throws: StoreError.self) {
            while stored < 10_000 {
                try store.put(revocation(session(stored)), now: now)
                stored += 1
            }
        }
        #expect(error?.code == .full)
        #expect(try stored > 10 && store.count == stored && store.records(now: now).count == stored)
        for index in 0..<stored { try store.remove(session(index), now: now) }
        try store.put(revocation("new"), now: now)
        #expect(try store.records(now: now) == [revocation("new")])
    }

    @Test("A second simulator on a file is refused, until the first has closed it")
    func inUse() throws {
        let engine = try open()
        #expect(throws: StoreError(.inUse, "")) { try open() }
        engine.close()
        _ = try open()
    }

    @Test("Changes of many threads are durable together")
    func group() async throws {
        let engine = try SQLiteEngine(path, isRelaxed: false, account: ByteAccount(limit: 10_000_000))
        let store = revocations(engine.shelf(for: .default, isFinished: true), capacity: 1000)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<500 {
                group.addTask { try store.put(revocation(SessionID(rawValue: "\(index)")), now: now) }
            }
            try await group.waitForAll()
        }
        #expect(try store.count == 500 && store.records(now: now).count == 500)
    }

    @Test("A change that throws doesn't affect the others of its group")
    func groupWithError() async throws {
        struct Refusal: Error {}
        let database = try StoreDatabase(path, isRelaxed: true)
        let results = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<64 {
                group.addTask {
                    do {
                        try database.writer.write { connection in
                            try connection.execute("INSERT INTO namespaces (id) VALUES (\(index))")
                            if index % 8 == 0 { throw Refusal() }
                        }
                        return true
                    } catch {
                        return false
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(results == 56)
        let count = try database.readers.read { try $0.first("SELECT count(*) FROM namespaces") { $0.integer(0) } }
        #expect(count == 56)
    }
}
