import PassCore
import Testing

@testable import PassSQLite

@Suite("The cache of a store's records")
struct RecordCacheTests {
    private struct Refusal: Error {}

    private let cache = RecordCache(limit: 4_000)

    private func place(_ key: String, _ kind: String = "notes") -> RecordPlace {
        RecordPlace(store: StorePlace(namespace: 1, kind: kind), key: Array(key.utf8))
    }

    private struct Look: Equatable {
        var row: String?
        var isRead = false

        init(_ row: String?, isRead: Bool) {
            (self.row, self.isRead) = (row, isRead)
        }
    }

    /// Returns the record at a place, and whether it was read from the file.
    private func look(_ key: String, file: String?) throws -> Look {
        var isRead = false
        let row = try cache.row(place(key)) { () -> (row: String, size: Int)? in
            isRead = true
            return file.map { (row: $0, size: $0.utf8.count) }
        }
        return Look(row, isRead: isRead)
    }

    @Test("A record is read once, and so is the absence of one")
    func reading() throws {
        #expect(try look("a", file: "text") == Look("text", isRead: true))
        #expect(try look("a", file: "other") == Look("text", isRead: false))
        #expect(try look("b", file: nil) == Look(nil, isRead: true))
        #expect(try look("b", file: "other") == Look(nil, isRead: false))
        #expect(cache.knows(place("a")) == true && cache.knows(place("b")) == false)
        #expect(cache.knows(place("c")) == nil && cache.knows(place("a", "codes")) == nil)
        #expect(throws: Refusal.self) {
            try cache.row(place("c")) { () -> (row: String, size: Int)? in throw Refusal() }
        }
        #expect(cache.knows(place("c")) == nil)
    }

    @Test("A change is seen when it is durable, and what was read before it isn't taken in")
    func changing() throws {
        _ = try look("a", file: "old")
        try cache.change(place("a")) { () throws -> (row: String, size: Int)? in
            #expect(cache.knows(place("a")) == nil)
            #expect(try look("a", file: "old") == Look("old", isRead: true))
            #expect(cache.knows(place("a")) == nil)
            return (row: "new", size: 3)
        }
        #expect(try look("a", file: nil) == Look("new", isRead: false))
        let row = try cache.row(place("b")) { () -> (row: String, size: Int)? in
            try cache.change(place("b")) { (row: "new", size: 3) }
            return (row: "old", size: 3)
        }
        #expect(row == "old")
        #expect(try look("b", file: nil) == Look("new", isRead: false))
    }

    @Test("A change that fails or has an unknown result, and a removal, leave the record to the file")
    func failing() throws {
        _ = try look("a", file: "old")
        #expect(throws: Refusal.self) {
            try cache.change(place("a")) { () -> (row: String, size: Int)? in throw Refusal() }
        }
        #expect(try look("a", file: "old") == Look("old", isRead: true))
        try cache.change(place("a")) { () -> (row: String, size: Int)? in nil }
        #expect(cache.knows(place("a")) == nil)
        _ = try look("a", file: "old")
        cache.remove([place("a"), place("b")]) {}
        #expect(try look("a", file: nil) == Look(nil, isRead: true))
    }

    @Test("The records that were used last stay, within the limit")
    func limit() throws {
        for index in 0..<100 {
            _ = try look("used", file: "text")
            _ = try look("\(index)", file: "text")
        }
        #expect(try look("used", file: nil) == Look("text", isRead: false))
        #expect(try look("99", file: nil) == Look("text", isRead: false))
        let held = (0..<100).count { cache.knows(place("\($0)")) != nil }
        #expect((5..<20).contains(held))
        _ = try look("large", file: String(repeating: "x", count: 100_000))
        #expect(try look("small", file: "text") == Look("text", isRead: true))
        #expect(try look("small", file: "text") == Look("text", isRead: false))
    }
}
