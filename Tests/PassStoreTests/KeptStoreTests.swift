import PassCore
import PassDomain
import PassTestSupport
import Testing

@testable import PassStore

/// What every engine must do whose records outlive the process.
@Suite("Record stores that outlive a process")
struct KeptStoreTests {
    private let now = Timestamp(seconds: 1000)
    private let description = WorldDescription(
        snapshot: [1, 2], clockSince: Timestamp(seconds: 1000), hasOwnSettings: true, isPinned: true, idle: .seconds(5))

    private func notes(_ shelf: any StoreShelf, capacity: Int = 10) -> any RecordStore<Note> {
        shelf.store(of: Note.self, capacity: capacity, leeway: 0)
    }

    private func note(_ key: String) -> Note { Note(key: ExactText(key), text: key, expires: now + .seconds(60)) }

    private func name(_ text: String) throws -> NamespaceName { try #require(NamespaceName(text)) }

    @Test("A restart finds the records of each namespace, and counts them", arguments: EngineKind.kept)
    func restart(_ kind: EngineKind) throws {
        let place = try kind.place()
        do {
            let engine = try kind.open(place, ByteAccount(limit: 1_000_000))
            let store = notes(engine.shelf(for: .default, isFinished: true))
            #expect(try store.insert(note("a"), now: now))
            try notes(engine.shelf(for: name("other"), isFinished: true)).put(note("b"), now: now)
            engine.close()
            #expect(throws: StoreError(.unavailable, "")) { try store.find("a", now: now) }
            #expect(throws: StoreError(.unavailable, "")) { try store.put(note("c"), now: now) }
        }
        let account = ByteAccount(limit: 1_000_000)
        let engine = try kind.open(place, account)
        let kept = try engine.keptNamespaces()
        #expect(try kept.map(\.name) == [.default, name("other")])
        let stores = kept.map { notes($0.shelf, capacity: 1) }
        #expect(try stores[0].find("a", now: now) == note("a") && stores[0].find("b", now: now) == nil)
        #expect(try stores[1].records(now: now) == [note("b")])
        #expect(try stores.map { try $0.count } == [1, 1])
        #expect(throws: EntitlementFailure.storeFull) { try stores[0].put(note("c"), now: now) }
        // Stores that are released give their bytes back.
        withExtendedLifetime(stores) { #expect(account.used > 0) }
    }

    @Test("A restart finds changes, and no removed or expired records", arguments: EngineKind.kept)
    func changes(_ kind: EngineKind) throws {
        let place = try kind.place()
        do {
            let engine = try kind.open(place, ByteAccount(limit: 1_000_000))
            let store = notes(engine.shelf(for: .default, isFinished: true))
            for key in ["changed", "grown", "removed", "matched"] { try store.put(note(key), now: now) }
            try store.put(Note(key: "short", expires: now + .seconds(5)), now: now)
            try store.update("changed", now: now) { $0.text = "new" }
            try store.upsert(note("grown"), now: now) { $0.expires = now + .seconds(500) }
            try store.remove("removed", now: now)
            try store.removeAll(now: now) { $0.key == "matched" }
            engine.close()
        }
        let engine = try kind.open(place, ByteAccount(limit: 1_000_000))
        let store = notes(try #require(try engine.keptNamespaces().first).shelf)
        let found = try store.records(now: now + .seconds(5)).sorted { $0.key.string < $1.key.string }
        #expect(found.map(\.key) == ["changed", "grown"] && found[0].text == "new")
        #expect(try store.find("grown", now: now + .seconds(400)) != nil)
        #expect(try store.find("changed", now: now + .seconds(400)) == nil)
    }

    @Test("The description of a World is kept with its namespace, until it is discarded", arguments: EngineKind.kept)
    func descriptions(_ kind: EngineKind) throws {
        let place = try kind.place()
        do {
            let engine = try kind.open(place, ByteAccount(limit: 1_000_000))
            try engine.shelf(for: .default, isFinished: true).keep(description)
            try engine.shelf(for: name("other"), isFinished: true).publish()
            engine.close()
        }
        do {
            let engine = try kind.open(place, ByteAccount(limit: 1_000_000))
            let kept = try engine.keptNamespaces()
            #expect(kept.map(\.description) == [description, nil])
            try kept[0].shelf.discard()
            engine.close()
        }
        let engine = try kind.open(place, ByteAccount(limit: 1_000_000))
        #expect(try engine.keptNamespaces().map(\.name) == [name("other")])
    }

    @Test("A published shelf replaces the namespace, and the old one's records are removed", arguments: EngineKind.kept)
    func publish(_ kind: EngineKind) throws {
        let place = try kind.place()
        do {
            let engine = try kind.open(place, ByteAccount(limit: 1_000_000))
            let old = notes(engine.shelf(for: .default, isFinished: true))
            try old.put(note("old"), now: now)
            let shelf = engine.shelf(for: .default, isFinished: false)
            let new = notes(shelf)
            try new.put(note("new"), now: now)
            let before = try #require(try engine.keptNamespaces().first)
            #expect(try notes(before.shelf).records(now: now) == [note("old")])
            try shelf.publish()
            // A request that began before goes on with the old records.
            try old.put(note("late"), now: now)
            #expect(try old.count == 2 && new.count == 1)
            engine.close()
        }
        let engine = try kind.open(place, ByteAccount(limit: 1_000_000))
        #expect(try engine.keptNamespaces().map { try notes($0.shelf).records(now: now) } == [[note("new")]])
    }

    @Test("A second process is accepted or refused as the engine says, and harms nothing", arguments: EngineKind.kept)
    func second(_ kind: EngineKind) throws {
        let place = try kind.place()
        let first = try kind.open(place, ByteAccount(limit: 1_000_000))
        let store = notes(first.shelf(for: .default, isFinished: true))
        try store.put(note("a"), now: now)
        if kind.isShared {
            let second = try kind.open(place, ByteAccount(limit: 1_000_000))
            #expect(try notes(second.shelf(for: .default, isFinished: true)).find("a", now: now) == note("a"))
        } else {
            #expect(throws: StoreError(.inUse, "")) { try kind.open(place, ByteAccount(limit: 1_000_000)) }
        }
        try store.put(note("b"), now: now)
        #expect(try store.count == 2)
        first.close()
        _ = try kind.open(place, ByteAccount(limit: 1_000_000))
    }
}
