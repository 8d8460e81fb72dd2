import PassCore
import PassHTTP
import PassInstruments
import Testing

@Suite("The journal")
struct JournalTests {
    private func entry(_ number: Int64, body: Int = 0) -> JournalEntry {
        JournalEntry(
            time: Timestamp(milliseconds: number), operation: nil,
            request: HTTPRequest(target: "/", body: Array(repeating: 0x61, count: body)),
            response: HTTPResponse(body: Array(repeating: 0x62, count: body)))
    }

    @Test("It keeps as many as it may, the oldest first, and forgets the oldest")
    func ring() throws {
        let journal = try #require(Journal(capacity: 3))
        for number: Int64 in 1...2 { journal.record(entry(number)) }
        #expect(journal.entries.map(\.time.milliseconds) == [1, 2])
        for number: Int64 in 3...7 { journal.record(entry(number)) }
        #expect(journal.entries.map(\.time.milliseconds) == [5, 6, 7])
        journal.removeAll()
        #expect(journal.entries.isEmpty)
        for number: Int64 in 8...9 { journal.record(entry(number)) }
        #expect(journal.entries.map(\.time.milliseconds) == [8, 9])
    }

    @Test("One that may keep nothing isn't made")
    func off() {
        #expect(Journal(capacity: 0) == nil)
    }

    @Test("A body of 64 KiB is kept whole; a longer one is cut there and marked")
    func longBodies() {
        let whole = entry(1, body: 65_536)
        #expect(whole.request.body.count == 65_536 && !whole.isRequestBodyCut && !whole.isResponseBodyCut)
        let cut = entry(1, body: 65_537)
        #expect(cut.request.body.count == 65_536 && cut.response.body.count == 65_536)
        #expect(cut.isRequestBodyCut && cut.isResponseBodyCut)
    }
}
