import PassCore
import Testing

@testable import PassSQLite

@Suite("The cache of a store's records")
struct RecordCacheTests {
    private struct Refusal: Error {}

    private let room: CacheRoom
    private let cache: RecordCache<String>

    init() {
        room = CacheRoom(limit: 1_500)
        cache = RecordCache(room)
    }

    private struct Look: Equatable {
        var row: String?
        var isRead = false

        init(_ row: String?, isRead: Bool) {
            (self.row, self.isRead) = (row, isRead)
        }
    }

    /// Returns the record with a key, and whether it was read from the file.
    private func look(
        _ key: ExactText, file: String?, in other: RecordCache<String>? = nil
    ) throws -> Look {
        var isRead = false
        let row = try (other ?? cache).row(key) { () -> (row: String, size: Int)? in
            isRead = true
            return file.map { (row: $0, size: $0.utf8.count) }
        }
        return Look(row, isRead: isRead)
    }

    @Test("A record is read once, and so is its absence")
    func reading() throws {
        #expect(try look("a", file: "text") == Look("text", isRead: true))
        #expect(try look("a", file: "other") == Look("text", isRead: false))
        #expect(try look("b", file: nil) == Look(nil, isRead: true))
        #expect(try look("b", file: "other") == Look(nil, isRead: false))
        #expect(cache.knows("a") == true && cache.knows("b") == false)
        #expect(cache.knows("c") == nil)
        #expect(throws: Refusal.self) {
            try cache.row("c") { () -> (row: String, size: Int)? in throw Refusal() }
        }
        #expect(cache.knows("c") == nil)
    }

    @Test("A change is visible when it is durable, and older values read before it aren't cached")
    func changing() throws {
        _ = try look("a", file: "old")
        try cache.change("a") { () throws -> (row: String, size: Int)? in
            #expect(cache.knows("a") == nil)
            #expect(try look("a", file: "old") == Look("old", isRead: true))
            #expect(cache.knows("a") == nil)
            return (row: "new", size: 3)
        }
        #expect(try look("a", file: nil) == Look("new", isRead: false))
        let row = try cache.row("b") { () -> (row: String, size: Int)? in
            cache.change("b") { (row: "new", size: 3) }
            return (row: "old", size: 3)
        }
        #expect(row == "old")
        #expect(try look("b", file: nil) == Look("new", isRead: false))
    }

    @Test("After a failed or unknown change, and a removal, the record is read from the file")
    func failing() throws {
        _ = try look("a", file: "old")
        #expect(throws: Refusal.self) {
            try cache.change("a") { () -> (row: String, size: Int)? in throw Refusal() }
        }
        #expect(try look("a", file: "old") == Look("old", isRead: true))
        cache.change("a") { () -> (row: String, size: Int)? in nil }
        #expect(cache.knows("a") == nil)
        _ = try look("a", file: "old")
        cache.remove(["a", "b"]) {}
        #expect(try look("a", file: nil) == Look(nil, isRead: true))
    }

    @Test("The most recently used records stay, within the limit")
    func limit() throws {
        for index in 0..<100 {
            _ = try look("used", file: "text")
            _ = try look(ExactText("\(index)"), file: "text")
        }
        #expect(try look("used", file: nil) == Look("text", isRead: false))
        #expect(try look("99", file: nil) == Look("text", isRead: false))
        let held = (0..<100).count { cache.knows(ExactText("\($0)")) != nil }
        #expect((5..<20).contains(held))
        _ = try look("large", file: String(repeating: "x", count: 100_000))
        #expect(try look("small", file: "text") == Look("text", isRead: true))
        #expect(try look("small", file: "text") == Look("text", isRead: false))
    }

    @Test("A value that one reader has found is cached, although others change other records")
    func changingOthers() throws {
        try cache.change("b") { () throws -> (row: String, size: Int)? in
            #expect(try look("a", file: "text") == Look("text", isRead: true))
            return (row: "new", size: 3)
        }
        #expect(try look("a", file: nil) == Look("text", isRead: false))
    }

    @Test("Caches that share a limit evict the least recently used record of any of them")
    func sharing() throws {
        let other = RecordCache<String>(room)
        _ = try look("a", file: "text")
        #expect(other.knows("a") == nil)
        for index in 0..<100 { _ = try look(ExactText("\(index)"), file: "text", in: other) }
        #expect(cache.knows("a") == nil && other.knows("99") == true)
    }

    @Test("The memory of a released cache, and of removed records, is free again")
    func givingBack() throws {
        _ = try look("a", file: "text")
        for _ in 0..<100 {
            _ = try look("a", file: "text", in: RecordCache(room))
            _ = try look("b", file: "text")
            cache.remove(["b"]) {}
        }
        #expect(try look("a", file: nil) == Look("text", isRead: false))
    }

    @Test("A closed cache memory holds nothing")
    func closing() throws {
        _ = try look("a", file: "text")
        room.close()
        #expect(try look("a", file: "new") == Look("new", isRead: true))
        cache.change("a") { (row: "newer", size: 5) }
        #expect(cache.knows("a") == nil)
    }
}
