import PassCore
import PassHTTP
import PassInstruments
import Testing

@Suite("The journal")
struct JournalTests {
    @Test("A journal keeps as many exchanges as it may, the oldest first, and forgets the oldest")
    func ring() throws {
        let journal = try #require(Journal(capacity: 3, in: JournalArchive(bytes: .max)))
        for number: Int64 in 1...2 { journal.record(.make(number)) }
        #expect(journal.entries.map(\.time.milliseconds) == [1, 2])
        for number: Int64 in 3...7 { journal.record(.make(number)) }
        #expect(journal.entries.map(\.time.milliseconds) == [5, 6, 7])
        journal.removeAll()
        #expect(journal.entries.isEmpty)
        for number: Int64 in 8...9 { journal.record(.make(number)) }
        #expect(journal.entries.map(\.time.milliseconds) == [8, 9])
    }

    @Test("A journal that may keep nothing isn't made")
    func off() {
        #expect(Journal(capacity: 0, in: JournalArchive(bytes: .max)) == nil)
    }

    @Test("A body of 64 KiB is kept whole; a longer one is cut there and marked")
    func longBodies() {
        let whole = JournalEntry.make(1, body: 65_536)
        #expect(whole.request.body.count == 65_536 && !whole.isRequestBodyCut && whole.answer?.isBodyCut == false)
        let cut = JournalEntry.make(1, body: 65_537)
        #expect(cut.request.body.count == 65_536 && cut.answer?.response.body.count == 65_536)
        #expect(cut.isRequestBodyCut && cut.answer?.isBodyCut == true)
    }
}

extension JournalEntry {
    /// An entry whose time tells its number, and whose request and response have bodies of that length.
    static func make(_ number: Int64, body: Int = 0) -> JournalEntry {
        JournalEntry(
            time: Timestamp(milliseconds: number), operation: nil,
            request: HTTPRequest(target: "/", body: Array(repeating: 0x61, count: body)),
            response: HTTPResponse(body: Array(repeating: 0x62, count: body)))
    }
}
