import PassCore
import PassDomain
import PassHTTP
import PassInstruments
import Testing

@Suite("The journal")
struct JournalTests {
    @Test("A journal keeps exchanges up to its capacity, oldest first, and drops the oldest")
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

    @Test("An exchange that is recorded with its answer has its name in the answer, and its outcome and checks")
    func atOnce() throws {
        let journal = try #require(Journal(capacity: 2, in: JournalArchive(bytes: .max)))
        var named: [ExchangeID] = []
        for number in 1...3 {
            let checks = CheckLog()
            checks.note(true, .scope("scope \(number)"))
            checks.outcomeSlot.set(.refused("reason \(number)"))
            var response = HTTPResponse(.ok, text: "answer \(number)")
            journal.record(
                HTTPRequest(method: .post, target: "/\(number)", body: Array("body \(number)".utf8)),
                receivedTarget: "/n/\(number)", .session, at: Timestamp(milliseconds: Int64(number)), &response,
                nanoseconds: UInt64(number), checks.outcomeSlot, checks
            ) { id, response in
                named.append(id)
                response.fields.append("X-Name", id.description)
            }
            #expect(response.fields["X-Name"] == named.last?.description)
            #expect(checks.outcomeSlot.value == nil)
        }
        #expect(journal.evicted == 1)
        let entries = journal.answered
        try #require(entries.map(\.id) == Array(named.suffix(2)))
        for (entry, number) in zip(entries, 2...3) {
            #expect(entry.request.target == "/\(number)" && entry.receivedTarget == "/n/\(number)")
            #expect(entry.request.body == Array("body \(number)".utf8) && entry.operation == .session)
            let answer = try #require(entry.answer)
            #expect(answer.response.fields["X-Name"] == entry.id.description && answer.number > entry.id.number)
            #expect(answer.response.body == Array("answer \(number)".utf8))
            #expect(answer.circumstances.nanoseconds == UInt64(number))
            #expect(answer.circumstances.outcome?.words == JournalOutcome("refused", reason: "reason \(number)"))
            #expect(answer.circumstances.checks?.count == 1)
        }
    }

    @Test("An answer that exceeds the archive's limit is recorded without its body, or not at all")
    func noRoom() throws {
        for (limit, isKept) in [(6_000, true), (200, false)] {
            let journal = try #require(Journal(capacity: 5, in: JournalArchive(bytes: limit)))
            var response = HTTPResponse(.ok, text: String(repeating: "a", count: 10_000))
            journal.record(
                HTTPRequest(method: .get, target: "/"), receivedTarget: nil, nil, at: Timestamp(milliseconds: 0),
                &response, nanoseconds: 1, nil, nil
            ) { _, _ in }
            #expect(journal.count == (isKept ? 1 : 0) && journal.evicted == (isKept ? 0 : 1))
            #expect(journal.entries.allSatisfy { $0.answer?.isBodyCut == true && $0.answer?.response.body == [] })
        }
    }

    @Test("A journal without capacity isn't created")
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
