import PassCore
import PassDomain
import Testing

@testable import PassStore

/// What every store must do, then what the store in memory does besides.
@Suite("Record stores")
struct RecordStoreTests {
    private let now = Timestamp(seconds: 1000)

    private func note(_ key: String, _ text: String = "", timeToLive: Int64 = 60) -> Note {
        Note(key: ExactText(key), text: text, expires: now + .seconds(timeToLive))
    }

    @Test("A record is found until the instant at which it expires", arguments: EngineKind.all)
    func expiry(_ kind: EngineKind) throws {
        let store = try kind.store(capacity: 10)
        #expect(try store.insert(note("a"), now: now))
        #expect(try store.find("a", now: now + .seconds(59)) != nil)
        #expect(try store.find("a", now: now + .seconds(60)) == nil)
        #expect(try store.remove("a", now: now + .seconds(60)) == nil)
    }

    @Test("Removing all matching records leaves the others, and makes room", arguments: EngineKind.all)
    func removeAll(_ kind: EngineKind) throws {
        let store = try kind.store(capacity: 2)
        try store.put(note("a", "old"), now: now)
        try store.put(note("b", "new"), now: now)
        try store.removeAll(now: now) { $0.text == "old" }
        #expect(try store.find("a", now: now) == nil)
        #expect(try store.find("b", now: now) != nil)
        #expect(try store.insert(note("c"), now: now))
        // What is left of the first "a" doesn't touch the second.
        #expect(try store.insert(note("a", "new", timeToLive: 500), now: now + .seconds(100)))
        #expect(try store.find("a", now: now + .seconds(200)) != nil)
    }

    @Test("Insert leaves a live record alone and replaces an expired one", arguments: EngineKind.all)
    func insert(_ kind: EngineKind) throws {
        let store = try kind.store(capacity: 10)
        #expect(try store.insert(note("a", "first"), now: now))
        #expect(try !store.insert(note("a", "second"), now: now))
        #expect(try store.find("a", now: now)?.text == "first")
        let later = now + .seconds(60)
        #expect(try store.insert(Note(key: "a", text: "third", expires: later + .seconds(1)), now: later))
        #expect(try store.find("a", now: later)?.text == "third")
    }

    @Test("Put replaces, also with another expiry", arguments: EngineKind.all)
    func put(_ kind: EngineKind) throws {
        let store = try kind.store(capacity: 10)
        try store.put(note("a", "first", timeToLive: 5), now: now)
        try store.put(note("a", "second", timeToLive: 500), now: now)
        try store.put(note("b"), now: now + .seconds(10))
        #expect(try store.find("a", now: now + .seconds(400))?.text == "second")
    }

    @Test("Update changes a record in place, and nothing when it throws", arguments: EngineKind.all)
    func update(_ kind: EngineKind) throws {
        struct Refusal: Error {}
        let store = try kind.store(capacity: 10)
        try store.put(note("a"), now: now)
        let result = try store.update("a", now: now) { note -> Int in
            note.text = "changed"
            return 7
        }
        #expect(result == 7)
        #expect(throws: Refusal.self) {
            try store.update("a", now: now) { note in
                note.text = "lost"
                throw Refusal()
            }
        }
        #expect(try store.find("a", now: now)?.text == "changed")
        #expect(try store.update("missing", now: now) { $0.text = "x" } == nil)
    }

    @Test(
        "Upsert stores the first record of a key, then changes it, and nothing when it throws",
        arguments: EngineKind.all)
    func upsert(_ kind: EngineKind) throws {
        struct Refusal: Error {}
        let store = try kind.store(capacity: 1)
        func upsert(_ key: String, now: Timestamp) throws -> String? {
            try store.upsert(Note(key: ExactText(key), text: "first", expires: now + .seconds(60)), now: now) {
                note -> String in
                note.text += "+"
                return note.text
            }
        }
        #expect(try upsert("a", now: now) == nil)
        #expect(try store.find("a", now: now)?.text == "first")
        #expect(try upsert("a", now: now) == "first+")
        #expect(throws: Refusal.self) { try store.upsert(note("a"), now: now) { _ in throw Refusal() } }
        #expect(try store.find("a", now: now)?.text == "first+")
        #expect(throws: EntitlementFailure.storeFull) { try upsert("b", now: now) }
        let later = now + .seconds(60)
        #expect(try upsert("a", now: later) == nil)
        #expect(try store.find("a", now: later)?.text == "first")
    }

    @Test("A change may postpone a record's expiry, or expire it now", arguments: EngineKind.all)
    func changedExpiry(_ kind: EngineKind) throws {
        let store = try kind.store(capacity: 1)
        try store.put(note("a", timeToLive: 5), now: now)
        try store.update("a", now: now) { $0.expires = now + .seconds(500) }
        let later = now + .seconds(400)
        #expect(try store.find("a", now: later) != nil)
        #expect(throws: EntitlementFailure.storeFull) { try store.put(note("b", timeToLive: 900), now: later) }
        try store.upsert(note("a"), now: later) { $0.expires = later }
        #expect(try store.find("a", now: later) == nil)
        try store.put(note("b", timeToLive: 900), now: later)
    }

    @Test(
        "A full store refuses new keys, takes known ones, and has room again when records expire",
        arguments: EngineKind.all)
    func capacity(_ kind: EngineKind) throws {
        let store = try kind.store(capacity: 2)
        try store.put(note("a"), now: now)
        try store.put(note("b"), now: now)
        #expect(throws: EntitlementFailure.storeFull) { try store.put(note("c"), now: now) }
        try store.put(note("b", "again"), now: now)
        let later = now + .seconds(60)
        #expect(try store.insert(Note(key: "c", expires: later + .seconds(1)), now: later))
    }

    @Test("Sweeping removes only expired records", arguments: EngineKind.all)
    func sweep(_ kind: EngineKind) throws {
        let store = try kind.store(capacity: 5_000)
        for index in 0..<4_000 { try store.put(note("short \(index)", timeToLive: 10), now: now) }
        try store.put(note("long"), now: now)
        try store.sweep(now: now + .seconds(9))
        #expect(try store.count == 4_001)
        try store.sweep(now: now + .seconds(10))
        #expect(try store.count == 1)
        #expect(try store.find("long", now: now + .seconds(59)) != nil)
        try store.sweep(now: now + .seconds(60))
        #expect(try store.count == 0)
    }

    @Test("Exactly one of many insertions of one key at the same instant succeeds", arguments: EngineKind.all)
    func race(_ kind: EngineKind) async throws {
        let store = try kind.store(capacity: 100)
        let wins = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<64 { group.addTask { try store.insert(note("token"), now: now) } }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(wins == 1)
    }

    @Test("None of many upserts of one key at the same instant is lost", arguments: EngineKind.all)
    func upsertRace(_ kind: EngineKind) async throws {
        let store = try kind.store(capacity: 100)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<64 { group.addTask { _ = try store.upsert(note("a", "+"), now: now) { $0.text += "+" } } }
            try await group.waitForAll()
        }
        #expect(try store.find("a", now: now)?.text.count == 64)
    }

    @Test("Expired records are removed from memory as new ones arrive")
    func sweeping() throws {
        let store = MemoryStore<Note>(capacity: 1_000_000)
        for index in 0..<10_000 {
            let instant = now + .seconds(Int64(index))
            try store.put(Note(key: ExactText("\(index)"), expires: instant + .seconds(10)), now: instant)
        }
        #expect(store.count < 20)
    }

    @Test("Records that are removed, or stored again with another expiry, are removed from memory too")
    func leftovers() throws {
        let store = MemoryStore<Note>(capacity: 1_000_000)
        for index in 0..<10_000 {
            try store.put(note("removed", timeToLive: 1_000_000), now: now)
            store.remove("removed", now: now)
            try store.put(note("kept", timeToLive: 1_000_000 + Int64(index)), now: now)
        }
        for index in 0..<10_000 {
            try store.update("kept", now: now) { $0.expires = now + .seconds(1_000_000 + Int64(index)) }
        }
        #expect(store.expiryCount < 100)
        #expect(store.find("kept", now: now) != nil)
        try store.put(note("a"), now: now + .seconds(2_000_000))
        #expect(store.count == 1)
    }

    @Test("A store is full at its share of bytes, and has room again when records are removed")
    func share() throws {
        let account = ByteAccount(limit: 1_000_000)
        let store = MemoryStore<Note>(capacity: 1_000, share: 10_000, account: account)
        try store.put(note("a", String(repeating: "a", count: 6_000)), now: now)
        #expect(throws: EntitlementFailure.storeFull) {
            try store.put(note("b", String(repeating: "b", count: 6_000)), now: now)
        }
        #expect(throws: EntitlementFailure.storeFull) {
            try store.update("a", now: now) { $0.text += $0.text }
        }
        #expect(store.find("a", now: now)?.text.utf8.count == 6_000)
        try store.update("a", now: now) { $0.text = "" }
        try store.put(note("b", String(repeating: "b", count: 6_000)), now: now)
        // What has expired makes room for what comes.
        try store.put(
            Note(key: "c", text: String(repeating: "c", count: 9_000), expires: now + .seconds(90)),
            now: now + .seconds(60))
        #expect(store.count == 1)
    }

    @Test("A record that grows gets the bytes of expired records")
    func growthAfterExpiry() throws {
        let store = MemoryStore<Note>(capacity: 1_000, share: 10_000, account: ByteAccount(limit: 1_000_000))
        try store.put(note("a", String(repeating: "a", count: 6_000)), now: now)
        try store.put(note("b", String(repeating: "b", count: 3_000), timeToLive: 5), now: now)
        func grow(at time: Timestamp) throws {
            try store.update("a", now: time) { $0.text = String(repeating: "c", count: 8_000) }
        }
        #expect(throws: EntitlementFailure.storeFull) { try grow(at: now + .seconds(4)) }
        try grow(at: now + .seconds(5))
        #expect(store.find("a", now: now + .seconds(5))?.text.utf8.count == 8_000)
    }

    @Test("A record that keeps its expiry keeps its place in the queue")
    func samePlace() throws {
        let store = MemoryStore<Note>(capacity: 10)
        try store.put(note("a"), now: now)
        try store.update("a", now: now) { $0.text = "text" }
        #expect(store.expiryCount == 1)
        try store.update("a", now: now) { $0.expires = now + .seconds(90) }
        #expect(store.expiryCount == 2)
    }

    @Test("The queue is rebuilt when it has more than twice as many entries as there are records, and 64")
    func rebuilding() throws {
        let store = MemoryStore<Note>(capacity: 100)
        for index in 0..<100 { try store.put(note("\(index)"), now: now) }
        var most = 0
        for round in Int64(1)...10 {
            for index in 0..<100 {
                try store.update(ExactText("\(index)"), now: now) { $0.expires = now + .seconds(60 + round) }
                most = max(most, store.expiryCount)
            }
        }
        #expect(most == 2 * 100 + 64)
    }

    @Test("Each byte by which a record grows or shrinks is counted")
    func growth() throws {
        let account = ByteAccount(limit: 1_000_000)
        let store = MemoryStore<Note>(capacity: 10, account: account)
        try store.put(note("a", "text"), now: now)
        let used = account.used
        try store.update("a", now: now) { $0.text = "texts" }
        #expect(account.used == used + 1)
        try store.update("a", now: now) { $0.text = "tests" }
        #expect(account.used == used + 1)
        try store.update("a", now: now) { $0.text = "test" }
        #expect(account.used == used)
    }

    @Test("Stores of one account share its bytes, and release all of them")
    func account() throws {
        let account = ByteAccount(limit: 10_000)
        do {
            let first = MemoryStore<Note>(capacity: 1_000, account: account)
            let second = MemoryStore<Note>(capacity: 1_000, account: account)
            let text = String(repeating: "a", count: 4_000)
            try first.put(note("a", text), now: now)
            try second.put(note("a", text), now: now)
            #expect(throws: EntitlementFailure.storeFull) { try second.put(note("b", text), now: now) }
            first.remove("a", now: now)
            try second.put(note("b", text), now: now)
            second.removeAll(now: now) { $0.key == "a" }
            try first.put(note("a", text), now: now)
            #expect(account.used > 8_000)
        }
        #expect(account.used == 0)
    }

    @Test("The memory of many expired records is released without new ones")
    func shrinking() throws {
        let account = ByteAccount(limit: .max)
        let store = MemoryStore<Note>(capacity: 100_000, account: account)
        for index in 0..<10_000 { try store.put(note("\(index)"), now: now) }
        store.sweep(now: now + .seconds(60))
        #expect(store.count == 0 && store.expiryCount == 0 && account.used == 0)
        #expect(store.room < 100)
    }
}
