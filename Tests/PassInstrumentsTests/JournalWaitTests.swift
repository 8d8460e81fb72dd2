import PassCore
import PassHTTP
import PassInstruments
import Testing

@Suite("Waiting for an exchange")
struct JournalWaitTests {
    private func journal() throws -> Journal {
        try #require(Journal(capacity: 5_000, in: JournalArchive(bytes: .max)))
    }

    private func begin(_ journal: Journal, _ path: String) -> JournalTicket {
        journal.begin(HTTPRequest(target: path), nil, at: Timestamp(milliseconds: 1))
    }

    /// Waits until a wait is over, after what `act` does.
    private func wait(
        _ waits: JournalWaits, _ journal: Journal, milliseconds: Int = 60_000,
        for matches: @escaping @Sendable (JournalEntry) -> Bool, while act: () -> Void = {}
    ) async -> String? {
        await withCheckedContinuation { continuation in
            _ = waits.wait(
                on: journal, milliseconds: milliseconds, for: matches,
                then: { end in
                    let path: String? = if case .found(let entry) = end { entry.request.path } else { nil }
                    continuation.resume(returning: path)
                })
            act()
        }
    }

    @Test("An exchange that the journal already holds ends the wait at once")
    func known() async throws {
        let (waits, journal) = (JournalWaits(), try journal())
        _ = begin(journal, "/a")
        _ = begin(journal, "/b")
        #expect(await wait(waits, journal, for: { $0.request.path == "/b" }) == "/b")
        #expect(waits.count == 0 && journal.feed.count == 0)
    }

    @Test("An arrival, or an answer, ends the wait that it matches")
    func news() async throws {
        let (waits, journal) = (JournalWaits(), try journal())
        let arrived = await wait(
            waits, journal, for: { $0.request.path == "/b" },
            while: {
                _ = begin(journal, "/a")
                _ = begin(journal, "/b")
            })
        #expect(arrived == "/b")
        let answered = await wait(
            waits, journal, for: { $0.answer?.response.status == .gone },
            while: { journal.complete(begin(journal, "/c"), HTTPResponse(.gone)) })
        #expect(answered == "/c")
        #expect(waits.count == 0 && journal.feed.count == 0)
    }

    @Test("A wait whose time has run out ends without an exchange")
    func timeout() async throws {
        let (waits, journal) = (JournalWaits(), try journal())
        #expect(await wait(waits, journal, milliseconds: 1, for: { _ in false }) == nil)
        #expect(await wait(waits, journal, milliseconds: 0, for: { _ in false }) == nil)
        #expect(waits.count == 0 && journal.feed.count == 0)
    }

    @Test("A wait ends with its journal, and that isn't a matter of time", arguments: [false, true])
    func journalEnded(isEarlier: Bool) async throws {
        let (waits, journal) = (JournalWaits(), try journal())
        if isEarlier { journal.feed.end() }
        let isEnded = await withCheckedContinuation { continuation in
            _ = waits.wait(
                on: journal, milliseconds: 60_000, for: { _ in false },
                then: { end in
                    let isEnded = if case .journalEnded = end { true } else { false }
                    continuation.resume(returning: isEnded)
                })
            if !isEarlier { journal.feed.end() }
        }
        #expect(isEnded && waits.count == 0 && journal.feed.count == 0)
    }

    @Test("Events beyond the bound are dropped, and the wait reads the journal itself")
    func dropped() async throws {
        let (waits, journal) = (JournalWaits(), try journal())
        let last = "/\(3 * JournalFeed.capacity)"
        let found = await wait(
            waits, journal, for: { $0.request.path == last },
            while: { for number in 1...(3 * JournalFeed.capacity) { _ = begin(journal, "/\(number)") } })
        #expect(found == last)
    }

    @Test("Waits have a bound, and a cancelled one makes room")
    func bound() throws {
        let (waits, journal) = (JournalWaits(limit: 1), try journal())
        let told = Guarded(0)
        let wait = waits.wait(
            on: journal, milliseconds: 60_000, for: { _ in false }, then: { _ in told.withLock { $0 += 1 } })
        let first = try #require(wait)
        let second = waits.wait(on: journal, milliseconds: 1, for: { _ in true }, then: { _ in })
        #expect(second == nil)
        first.cancel()
        first.cancel()
        #expect(waits.count == 0 && journal.feed.count == 0 && told.withLock(\.self) == 0)
        let third = waits.wait(on: journal, milliseconds: 1, for: { _ in true }, then: { _ in })
        #expect(third != nil)
    }
}
