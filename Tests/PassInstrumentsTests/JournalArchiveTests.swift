import PassCore
import PassHTTP
import PassInstruments
import Testing

@Suite("The archive of all journals")
struct JournalArchiveTests {
    @Test("The oldest entries of all journals in an archive are evicted, whichever journal has them")
    func sharedBytes() throws {
        let archive = JournalArchive(bytes: 100_000)
        let first = try #require(Journal(capacity: 100, in: archive))
        let second = try #require(Journal(capacity: 100, in: archive))
        for number: Int64 in 1...3 {
            first.record(.make(number, body: 10_000))
            second.record(.make(-number))
        }
        for number: Int64 in 4...6 { second.record(.make(-number, body: 10_000)) }
        #expect(first.entries.map(\.time.milliseconds) == [3])
        #expect(second.entries.map(\.time.milliseconds) == [-2, -3, -4, -5, -6])
        #expect(archive.byteCount <= 100_000)
        // An entry that can't fit takes no other's place.
        let small = JournalArchive(bytes: 10_000)
        let third = try #require(Journal(capacity: 100, in: small))
        third.record(.make(1))
        third.record(.make(2, body: 10_000))
        #expect(third.entries.map(\.time.milliseconds) == [1])
    }

    @Test("A closed journal releases its memory, and the remaining one goes on in order")
    func end() throws {
        let archive = JournalArchive(bytes: .max)
        let first = try #require(Journal(capacity: 2, in: archive))
        do {
            let second = try #require(Journal(capacity: 100, in: archive))
            for number: Int64 in 1...4 {
                first.record(.make(number))
                second.record(.make(number))
            }
            #expect(second.entries.count == 4)
        }
        #expect(first.entries.map(\.time.milliseconds) == [3, 4])
        first.record(.make(5))
        #expect(first.entries.map(\.time.milliseconds) == [4, 5])
        first.removeAll()
        #expect(archive.byteCount == 0)
    }
    @Test("The archive counts its entries' bytes, and releases them with each entry that is removed")
    func byteCount() throws {
        let archive = JournalArchive(bytes: .max)
        let journal = try #require(Journal(capacity: 2, in: archive))
        #expect(archive.byteCount == 0)
        journal.record(.make(1, body: 1000))
        let one = archive.byteCount
        #expect(one >= 2000)
        journal.record(.make(2, body: 1000))
        #expect(archive.byteCount == 2 * one)
        journal.record(.make(3, body: 1000))
        #expect(archive.byteCount == 2 * one)
        journal.removeAll()
        #expect(archive.byteCount == 0)
    }

    @Test("The totals count every entry and every loss, which emptying and closing journals don't undo")
    func totals() throws {
        let archive = JournalArchive(bytes: 100_000)
        do {
            let first = try #require(Journal(capacity: 2, in: archive))
            let second = try #require(Journal(capacity: 100, in: archive))
            for number: Int64 in 1...3 { first.record(.make(number)) }
            second.record(.make(1))
            second.record(.make(2, body: 200_000))
            let totals = archive.totals
            #expect(totals.held == 3 && totals.bytes == archive.byteCount && totals.limit == 100_000)
            #expect(totals.recorded == 5 && totals.evicted == 2)
            first.removeAll()
            #expect(archive.totals.held == 1 && archive.totals.evicted == 2)
        }
        let totals = archive.totals
        #expect(totals.held == 0 && totals.bytes == 0 && totals.recorded == 5 && totals.evicted == 2)
    }

    @Test("An entry that fits exactly is kept, and isn't if there is one byte less")
    func exactLimit() throws {
        let measured = JournalArchive(bytes: .max)
        let scratch = try #require(Journal(capacity: 1, in: measured))
        scratch.record(.make(1, body: 1000))
        for (room, kept) in [(measured.byteCount, [Int64(1)]), (measured.byteCount - 1, [])] {
            let journal = try #require(Journal(capacity: 1, in: JournalArchive(bytes: room)))
            journal.record(.make(1, body: 1000))
            #expect(journal.entries.map(\.time.milliseconds) == kept)
        }
    }

    @Test("A reader continues where it was, and entries lost meanwhile are left out")
    func reading() throws {
        let journal = try #require(Journal(capacity: 6, in: JournalArchive(bytes: .max)))
        for number: Int64 in 1...6 { journal.record(.make(number)) }
        let numbers = journal.numbers
        #expect(numbers.count == 6 && numbers == numbers.sorted())
        var place: Int?
        let times = { (part: ArraySlice<UInt64>) in journal.entries(part, from: &place).map(\.time.milliseconds) }
        #expect(times(numbers[0..<2]) == [1, 2])
        #expect(times(numbers[2..<3]) == [3])
        // The place where the reader was now holds another exchange.
        for number: Int64 in 7...9 { journal.record(.make(number)) }
        #expect(times(numbers[3..<6]) == [4, 5, 6])
        #expect(times(journal.numbers[3...]) == [7, 8, 9])
        #expect(times(numbers[0..<4]) == [4])
        journal.removeAll()
        #expect(times(numbers[0..<6]).isEmpty && journal.numbers.isEmpty)
    }

    @Test("A late answer to a lost exchange takes no memory")
    func lateAnswer() throws {
        let archive = JournalArchive(bytes: 10_000)
        let journal = try #require(Journal(capacity: 100, in: archive))
        let tickets = (0..<6).map { _ in
            journal.begin(HTTPRequest(target: "/"), nil, at: Timestamp(milliseconds: 1))
        }
        journal.record(.make(2, body: 4_000))
        let (bytes, count) = (archive.byteCount, journal.count)
        #expect(count < 4)
        for ticket in tickets.prefix(4) { journal.complete(ticket, HTTPResponse()) }
        #expect(archive.byteCount == bytes && journal.count == count)
    }

    @Test("One journal's capacity doesn't affect another's entries")
    func separate() throws {
        let archive = JournalArchive(bytes: .max)
        let (small, large) = (
            try #require(Journal(capacity: 1, in: archive)), try #require(Journal(capacity: 9, in: archive))
        )
        for number: Int64 in 1...4 {
            large.record(.make(number))
            small.record(.make(-number))
        }
        #expect(small.entries.map(\.time.milliseconds) == [-4])
        #expect(large.entries.map(\.time.milliseconds) == [1, 2, 3, 4])
        small.removeAll()
        #expect(small.entries.isEmpty && large.entries.count == 4)
    }
}
