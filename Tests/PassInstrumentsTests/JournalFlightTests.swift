import PassCore
import PassHTTP
import PassInstruments
import Testing

@Suite("Exchanges in flight")
struct JournalFlightTests {
    private func journal(_ capacity: Int = 10, bytes: Int = .max) throws -> Journal {
        try #require(Journal(capacity: capacity, in: JournalArchive(bytes: bytes, run: 5)))
    }

    private func begin(_ journal: Journal, _ path: String) -> JournalTicket {
        journal.begin(HTTPRequest(target: path), nil, at: Timestamp(milliseconds: 1))
    }

    @Test("An exchange is recorded on arrival, and its answer completes it")
    func flight() throws {
        let journal = try journal()
        let first = begin(journal, "/first")
        let second = begin(journal, "/second")
        #expect(journal.entries.map(\.isInFlight) == [true, true] && journal.answered.isEmpty)
        #expect(journal.entries.map(\.id) == [first.id, second.id] && first.id != second.id)
        journal.complete(
            second, HTTPResponse(.notFound),
            JournalCircumstances(nanoseconds: 7, isFaulted: true, rules: ["r"]))
        journal.complete(first, HTTPResponse())
        #expect(journal.entries.map(\.request.path) == ["/first", "/second"])
        #expect(journal.answered.map(\.request.path) == ["/second", "/first"])
        let answer = try #require(journal.entries[1].answer)
        #expect(answer.response.status == .notFound && answer.circumstances.nanoseconds == 7)
        #expect(answer.circumstances.isFaulted && answer.circumstances.rules == ["r"])
    }

    @Test("An answer to an exchange that the journal no longer holds is dropped")
    func late() throws {
        let journal = try journal(1)
        let first = begin(journal, "/first")
        _ = begin(journal, "/second")
        journal.complete(first, HTTPResponse())
        #expect(journal.entries.map(\.request.path) == ["/second"] && journal.answered.isEmpty)
        journal.removeAll()
        let third = begin(journal, "/third")
        journal.complete(first, HTTPResponse(.notFound))
        #expect(journal.answered.isEmpty)
        journal.complete(third, HTTPResponse())
        #expect(journal.answered.map(\.request.path) == ["/third"])
    }

    @Test("Exchanges that are lost for lack of room are counted until the journal is emptied")
    func evicted() throws {
        let journal = try journal(2)
        for _ in 1...5 { _ = begin(journal, "/") }
        #expect(journal.evicted == 3 && journal.count == 2)
        journal.removeAll()
        #expect(journal.evicted == 0 && journal.entries.isEmpty)
        let small = try self.journal(bytes: 1_000)
        _ = begin(small, "/")
        #expect(small.evicted == 1 && small.entries.isEmpty)
    }

    @Test("The bytes of answers are counted, and entries are evicted to make room for them")
    func bytes() throws {
        let archive = JournalArchive(bytes: 20_000)
        let journal = try #require(Journal(capacity: 100, in: archive))
        let first = begin(journal, "/first")
        let second = begin(journal, "/second")
        journal.complete(first, HTTPResponse(body: Array(repeating: 1, count: 10_000)))
        #expect(journal.count == 2 && archive.byteCount > 10_000)
        journal.complete(second, HTTPResponse(body: Array(repeating: 1, count: 10_000)))
        #expect(journal.entries.map(\.request.path) == ["/second"] && journal.evicted == 1)
        #expect(archive.byteCount <= 20_000)
        journal.complete(second, HTTPResponse(body: []))
        journal.removeAll()
        #expect(archive.byteCount == 0)
    }

    @Test("An answer that can't fit is recorded without its body")
    func tooLong() throws {
        let archive = JournalArchive(bytes: 20_000)
        let journal = try #require(Journal(capacity: 100, in: archive))
        let ticket = begin(journal, "/")
        journal.complete(ticket, HTTPResponse(body: Array(repeating: 1, count: 30_000)))
        let answer = try #require(journal.entries.first?.answer)
        #expect(answer.response.body.isEmpty && answer.isBodyCut)
    }

    @Test("Many threads record at once, and each exchange has its own name and answer")
    func parallel() async throws {
        let journal = try journal(10_000)
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    for number in 0..<100 {
                        let ticket = begin(journal, "/\(thread)/\(number)")
                        journal.complete(ticket, HTTPResponse(text: "\(thread)/\(number)"))
                    }
                }
            }
        }
        let entries = journal.answered
        #expect(entries.count == 800 && Set(entries.map(\.id)).count == 800)
        #expect(
            entries.allSatisfy { entry in
                entry.request.path == "/" + String(decoding: entry.answer?.response.body ?? [], as: UTF8.self)
            })
    }
}
