import PassCore
import PassDomain
import PassHTTP
import PassInstruments
import Testing

@Suite("The memory of recorded exchanges")
struct JournalMemoryTests {
    @Test("A record has every part of its exchange, even after its memory was reused many times")
    func parts() throws {
        let journal = try #require(Journal(capacity: 50, in: JournalArchive(bytes: 2 << 20)))
        for number in 1...3_000 {
            let checks = CheckLog()
            for count in 0..<(number % 20) { checks.note(true, .scope("a scope of check \(count) in \(number)")) }
            let request = HTTPRequest(
                method: .post, target: "/path/\(number)", authority: "host\(number).example",
                fields: ["X-Number": "\(number)"], body: Array("body \(number)".utf8))
            let ticket = journal.begin(
                request, receivedTarget: number % 2 == 0 ? "/n/\(number)/path" : nil, .session,
                at: Timestamp(milliseconds: Int64(number)))
            var response = HTTPResponse(.notFound, text: String(repeating: "\(number) ", count: number % 500))
            response.delivery = number % 3 == 0 ? .delayed(milliseconds: number) : .immediate
            journal.complete(
                ticket, response,
                JournalCircumstances(
                    nanoseconds: UInt64(number), isFaulted: number % 5 == 0,
                    rules: number % 5 == 0 ? ["r\(number)"] : [],
                    outcome: .slot(OutcomeSlot(.refused("the reason of \(number)"))),
                    checks: checks))
        }
        let entries = journal.answered
        try #require(entries.map(\.time.milliseconds) == Array(2_951...3_000))
        for entry in entries {
            let number = Int(entry.time.milliseconds)
            let answer = try #require(entry.answer)
            #expect(entry.request.method == .post && entry.request.target == "/path/\(number)")
            #expect(entry.request.authority == "host\(number).example" && entry.operation == .session)
            #expect(entry.request.fields["X-Number"] == "\(number)")
            #expect(String(decoding: entry.request.body, as: UTF8.self) == "body \(number)")
            #expect(entry.receivedTarget == (number % 2 == 0 ? "/n/\(number)/path" : nil))
            #expect(answer.response.status == .notFound)
            #expect(answer.response.body == Array(String(repeating: "\(number) ", count: number % 500).utf8))
            #expect(answer.response.delivery.delayMilliseconds == (number % 3 == 0 ? number : 0))
            let circumstances = answer.circumstances
            #expect(circumstances.nanoseconds == UInt64(number) && circumstances.isFaulted == (number % 5 == 0))
            #expect(circumstances.rules == (number % 5 == 0 ? ["r\(number)"] : []))
            #expect(circumstances.outcome?.words == JournalOutcome("refused", reason: "the reason of \(number)"))
            let scopes = circumstances.checks?.all.map { note in
                if case .scope(let scope) = note.check { scope } else { "" }
            }
            #expect(scopes == (0..<(number % 20)).map { "a scope of check \($0) in \(number)" })
        }
    }

    @Test("The texts in the checks of an exchange are included in the memory that it takes")
    func checks() throws {
        let archive = JournalArchive(bytes: 1 << 20)
        let journal = try #require(Journal(capacity: 5, in: archive))
        for number: Int64 in 1...3 {
            let checks = CheckLog()
            for part in 0..<4 { checks.note(true, .scope(String(repeating: "\(part)", count: 100_000))) }
            let ticket = journal.begin(HTTPRequest(target: "/"), nil, at: Timestamp(milliseconds: number))
            journal.complete(ticket, HTTPResponse(), JournalCircumstances(checks: checks))
        }
        #expect(journal.entries.map(\.time.milliseconds) == [2, 3])
        #expect((800_000...1 << 20).contains(archive.byteCount))
    }

    @Test("Readers see whole exchanges while others are recorded over the oldest ones")
    func readers() async throws {
        let journal = try #require(Journal(capacity: 300, in: JournalArchive(bytes: 1 << 20)))
        let torn = await withTaskGroup(of: Int.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    for number in 0..<1_000 {
                        let text = "\(writer)/\(number)/" + String(repeating: "x", count: number)
                        let ticket = journal.begin(
                            HTTPRequest(target: "/", body: Array(text.utf8)), nil, at: Timestamp(milliseconds: 1))
                        journal.complete(ticket, HTTPResponse(body: Array(text.utf8)))
                    }
                    return 0
                }
            }
            for _ in 0..<2 {
                group.addTask {
                    var torn = 0
                    for _ in 0..<50 {
                        torn += journal.answered.count { $0.request.body != $0.answer?.response.body }
                    }
                    return torn
                }
            }
            return await group.reduce(0, +)
        }
        #expect(torn == 0 && journal.answered.count == 300)
    }

    @Test("Entries of one journal stay while another one records many times the limit, until they are the oldest")
    func quietJournal() throws {
        let archive = JournalArchive(bytes: 1 << 20)
        let quiet = try #require(Journal(capacity: 10, in: archive))
        let busy = try #require(Journal(capacity: 10, in: archive))
        quiet.record(.make(1, body: 100))
        for number: Int64 in 2...2_000 { busy.record(.make(number, body: 1_000)) }
        #expect(busy.entries.map(\.time.milliseconds) == Array(1_991...2_000))
        #expect(quiet.entries.map(\.time.milliseconds) == [1])
        // It alone keeps the oldest memory in use, and goes when there may be no more.
        let large = try #require(Journal(capacity: 10_000, in: archive))
        for number: Int64 in 1...1_000 { large.record(.make(number, body: 1_000)) }
        #expect(quiet.entries.isEmpty && archive.byteCount <= 1 << 20 && large.count > 300)
    }

    @Test("An exchange that is larger than other memory has memory of its own")
    func large() throws {
        let journal = try #require(Journal(capacity: 3, in: JournalArchive(bytes: 4 << 20)))
        let value = String(repeating: "v", count: 300_000)
        for number: Int64 in 1...6 {
            journal.record(
                JournalEntry(
                    time: Timestamp(milliseconds: number), operation: nil,
                    request: HTTPRequest(target: "/", fields: ["X-Value": value]), response: HTTPResponse()))
        }
        #expect(journal.entries.map(\.time.milliseconds) == [4, 5, 6])
        #expect(journal.entries.allSatisfy { $0.request.fields["X-Value"] == value })
    }
}
