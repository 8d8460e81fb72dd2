import PassCore
import PassDomain
import PassTestSupport
import Testing

@testable import PassStore

/// What every store must do when several processes change it at once, or several threads where one process has it alone.
@Suite("Record stores with concurrent changes")
struct ConcurrentChangeTests {
    private let now = Timestamp(seconds: 1000)

    private func note(_ key: String) -> Note {
        Note(key: ExactText(key), expires: now + .seconds(60))
    }

    /// Runs `body` with each of the stores many times at once, and returns how often it was true.
    private func race(
        _ stores: [any RecordStore<Note>], times: Int,
        _ body: @escaping @Sendable (_ store: any RecordStore<Note>, _ user: Int, _ turn: Int) throws -> Bool
    ) async throws -> Int {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for turn in 0..<times {
                for (user, store) in stores.enumerated() { group.addTask { try body(store, user, turn) } }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
    }

    @Test("Exactly one of many concurrent insertions of one key succeeds", arguments: EngineKind.all)
    func insertions(_ kind: EngineKind) async throws {
        let stores = try kind.twice(capacity: 1000)
        let wins = try await race(stores, times: 100) { store, _, turn in
            try store.insert(note("\(turn % 10)"), now: now)
        }
        #expect(wins == 10)
    }

    @Test("Exactly one of many removals of one key finds the record", arguments: EngineKind.all)
    func removals(_ kind: EngineKind) async throws {
        let stores = try kind.twice(capacity: 1000)
        for key in 0..<10 { try stores[0].put(note("\(key)"), now: now) }
        let wins = try await race(stores, times: 100) { store, _, turn in
            try store.remove(ExactText("\(turn % 10)"), now: now) != nil
        }
        #expect(try wins == 10 && stores.map { try $0.count } == [0, 0])
    }

    @Test("Concurrent changes of one record are all applied", arguments: EngineKind.all)
    func changes(_ kind: EngineKind) async throws {
        let stores = try kind.twice(capacity: 1000)
        try stores[0].put(note("a"), now: now)
        let made = try await race(stores, times: 100) { store, user, _ in
            try store.update("a", now: now) { $0.text += "\(user)" } != nil
        }
        #expect(made == 200)
        for store in stores {
            let text = try #require(try store.find("a", now: now)).text
            #expect(text.count == 200 && text.count(where: { $0 == "1" }) == 100)
        }
    }

    @Test("One of several first records with one key is stored, and the others change it", arguments: EngineKind.all)
    func firsts(_ kind: EngineKind) async throws {
        let stores = try kind.twice(capacity: 1000)
        let wins = try await race(stores, times: 100) { store, _, turn in
            try store.upsert(note("\(turn % 20)"), now: now) { $0.text += "+" } == nil
        }
        #expect(wins == 20)
        #expect(try stores[1].records(now: now).reduce(0) { $0 + $1.text.count } == 180)
    }

    @Test("The limit of records holds for concurrent insertions together", arguments: EngineKind.all)
    func capacity(_ kind: EngineKind) async throws {
        let stores = try kind.twice(capacity: 50)
        let stored = try await race(stores, times: 60) { store, user, turn in
            do {
                try store.put(note("\(user)-\(turn)"), now: now)
                return true
            } catch EntitlementFailure.storeFull {
                return false
            }
        }
        #expect(stored == 50)
        #expect(try stores.map { try $0.count } == [50, 50])
    }
}
