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
        let journal = try #require(Journal(capacity: 3, in: JournalArchive(bytes: .max)))
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
        #expect(Journal(capacity: 0, in: JournalArchive(bytes: .max)) == nil)
    }

    @Test("A body of 64 KiB is kept whole; a longer one is cut there and marked")
    func longBodies() {
        let whole = entry(1, body: 65_536)
        #expect(whole.request.body.count == 65_536 && !whole.isRequestBodyCut && !whole.isResponseBodyCut)
        let cut = entry(1, body: 65_537)
        #expect(cut.request.body.count == 65_536 && cut.response.body.count == 65_536)
        #expect(cut.isRequestBodyCut && cut.isResponseBodyCut)
    }

    @Test("Of several journals with one archive the oldest entries of all give way, whichever journal has them")
    func sharedBytes() throws {
        let archive = JournalArchive(bytes: 100_000)
        let first = try #require(Journal(capacity: 100, in: archive))
        let second = try #require(Journal(capacity: 100, in: archive))
        for number: Int64 in 1...3 {
            first.record(entry(number, body: 10_000))
            second.record(entry(-number))
        }
        for number: Int64 in 4...6 { second.record(entry(-number, body: 10_000)) }
        #expect(first.entries.map(\.time.milliseconds) == [3])
        #expect(second.entries.map(\.time.milliseconds) == [-2, -3, -4, -5, -6])
        #expect(archive.byteCount <= 100_000)
        // One that can't fit takes nobody's place.
        let small = JournalArchive(bytes: 10_000)
        let third = try #require(Journal(capacity: 100, in: small))
        third.record(entry(1))
        third.record(entry(2, body: 10_000))
        #expect(third.entries.map(\.time.milliseconds) == [1])
    }

    @Test("A journal's end gives back what it had, and what is left goes on in order")
    func end() throws {
        let archive = JournalArchive(bytes: .max)
        let first = try #require(Journal(capacity: 2, in: archive))
        do {
            let second = try #require(Journal(capacity: 100, in: archive))
            for number: Int64 in 1...4 {
                first.record(entry(number))
                second.record(entry(number))
            }
            #expect(second.entries.count == 4)
        }
        #expect(first.entries.map(\.time.milliseconds) == [3, 4])
        first.record(entry(5))
        #expect(first.entries.map(\.time.milliseconds) == [4, 5])
        first.removeAll()
        #expect(archive.byteCount == 0)
    }
}
