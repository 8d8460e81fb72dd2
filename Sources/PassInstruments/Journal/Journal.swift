package import PassCore
package import PassDomain
package import PassHTTP

/// The last exchanges of one namespace, in the order in which they arrived; a new one replaces the oldest when the
/// journal is full.
///
/// An exchange is recorded when it arrives, and completed by its answer. Neither step waits for the journal's readers.
package final class Journal: Sendable {
    /// The feed that tells the journal's observers of each arrival and each answer.
    package let feed = JournalFeed()
    private let capacity: Int
    private let archive: JournalArchive
    private let number: Int
    private let turns = Guarded<[ClockTurn]>([])
    private let steps = Guarded(JournalSteps())
    /// Whether exchanges have been removed since the last reset of the namespace.
    private let isCut = Guarded(false)

    /// Opens a journal.
    ///
    /// - Parameters:
    ///   - capacity: the largest number of entries.
    ///   - archive: the archive that stores the entries of several journals. When it is full, new entries replace the
    ///     oldest ones of all journals.
    /// - Returns: `nil` for a capacity of 0, which records nothing.
    package init?(capacity: Int, in archive: JournalArchive) {
        guard capacity > 0 else { return nil }
        self.capacity = capacity
        self.archive = archive
        number = archive.open()
    }

    deinit {
        archive.close(number)
    }

    /// Records the arrival of a request.
    ///
    /// - Parameters:
    ///   - request: the request with its address resolved.
    ///   - receivedTarget: the target as it was received, if the resolved one may differ.
    /// - Returns: the exchange's name, and the place where its answer belongs.
    package func begin(
        _ request: HTTPRequest, receivedTarget: String? = nil, _ operation: Operation?, at time: Timestamp
    ) -> JournalTicket {
        let facts = JournalArrival.Facts(
            time: time, operation: operation, receivedTarget: receivedTarget,
            isRequestBodyCut: request.body.count > JournalEntry.longestBody)
        let ticket = JournalTicket(JournalArrival(request: request, facts: facts))
        archive.record(ticket, in: number, capacity: capacity)
        if feed.isWatched { tell(ticket) }
        return ticket
    }

    /// Records the answer to a request. Does nothing if the journal no longer holds the request.
    package func complete(
        _ ticket: JournalTicket, _ response: HTTPResponse, _ circumstances: JournalCircumstances = .init()
    ) {
        archive.complete(ticket, response, circumstances)
        if feed.isWatched { tell(ticket) }
    }

    /// Records a request together with its answer, which follows at once.
    ///
    /// - Parameters:
    ///   - receivedTarget: the target as it was received, if the resolved one may differ.
    ///   - nanoseconds: the time until the answer.
    ///   - outcome: the slot with the outcome, which the journal takes out of it.
    ///   - checks: the log of the checks, whose notes are copied.
    ///   - name: adds the exchange's name to the answer before the answer is copied.
    package func record(
        _ request: HTTPRequest, receivedTarget: String?, _ operation: Operation?, at time: Timestamp,
        _ response: inout HTTPResponse, nanoseconds: UInt64, _ outcome: OutcomeSlot?, _ checks: CheckLog?,
        name: (ExchangeID, inout HTTPResponse) -> Void
    ) {
        // Observers are told of arrivals and of answers, so the request and its answer are recorded one after the
        // other.
        guard !feed.isWatched else {
            let ticket = begin(request, receivedTarget: receivedTarget, operation, at: time)
            name(ticket.id, &response)
            return complete(
                ticket, response,
                JournalCircumstances(nanoseconds: nanoseconds, outcome: outcome.map { .slot($0) }, checks: checks))
        }
        let facts = JournalArrival.Facts(
            time: time, operation: operation, receivedTarget: receivedTarget,
            isRequestBodyCut: request.body.count > JournalEntry.longestBody)
        archive.record(
            request, facts, &response, nanoseconds: nanoseconds, outcome, checks, in: number, capacity: capacity,
            name: name)
    }

    /// Returns a function that records the answer to a request later.
    ///
    /// The function doesn't keep the journal alive, and does nothing once the journal's namespace is gone.
    package func completion(of ticket: JournalTicket) -> @Sendable (HTTPResponse, JournalCircumstances) -> Void {
        { [archive, feed] response, circumstances in
            archive.complete(ticket, response, circumstances)
            if feed.isWatched, let entry = archive.entry(ticket) { feed.tell(entry) }
        }
    }

    /// Records a finished entry without changing it.
    @discardableResult
    package func record(_ entry: JournalEntry) -> ExchangeID {
        let facts = JournalArrival.Facts(
            time: entry.time, operation: entry.operation, receivedTarget: entry.receivedTarget,
            isRequestBodyCut: entry.isRequestBodyCut, importedID: entry.importedID)
        let ticket = JournalTicket(JournalArrival(request: entry.request, facts: facts))
        archive.record(ticket, entry.answer, in: number, capacity: capacity)
        if feed.isWatched { tell(ticket) }
        return ticket.id
    }

    private func tell(_ ticket: JournalTicket) {
        if let entry = archive.entry(ticket) { feed.tell(entry) }
    }

    /// The recorded entries in the order of their arrival, oldest first.
    package var entries: [JournalEntry] {
        var place: Int?
        return archive.entries(of: number, numbers[...], from: &place)
    }

    /// The numbers of the recorded exchanges, oldest first.
    package var numbers: [UInt64] { archive.numbers(of: number) }

    /// Returns the entries of the given exchanges that are still recorded, oldest first.
    ///
    /// A reader of many exchanges asks for some at a time, so that not all of them are in memory twice.
    ///
    /// - Parameters:
    ///   - numbers: the numbers of the exchanges, in ascending order.
    ///   - place: `nil` for the first call; for each later one, the value that the previous call left, where the search
    ///     continues.
    package func entries(_ numbers: ArraySlice<UInt64>, from place: inout Int?) -> [JournalEntry] {
        archive.entries(of: number, numbers, from: &place)
    }

    /// The recorded entries that have an answer, in the order in which they were answered.
    package var answered: [JournalEntry] {
        entries.filter { !$0.isInFlight }.sorted { ($0.answer?.number ?? 0) < ($1.answer?.number ?? 0) }
    }

    /// The number of the last arrival or answer in any journal, as an ID. Later arrivals and answers have larger
    /// numbers.
    package var position: ExchangeID { archive.position }

    /// The number of recorded entries.
    package var count: Int { archive.count(of: number) }

    /// The number of exchanges that the journal has lost for lack of room since it was last emptied.
    package var evicted: Int { archive.evicted(of: number) }

    /// Removes all entries and changes of the clock, and forgets how many were evicted.
    ///
    /// - Parameter reset: whether the namespace itself is reset, so that its history begins here.
    package func removeAll(reset: Bool = false) {
        let wasEmpty = count == 0
        archive.removeAll(of: number)
        turns.withLock { $0 = [] }
        steps.withLock { $0.removeAll(reset: reset) }
        isCut.withLock { isCut in isCut = !reset && (isCut || !wasEmpty) }
    }

    /// Whether the journal has all exchanges since the namespace began: none was evicted or removed.
    package var isWhole: Bool { evicted == 0 && !isCut.withLock(\.self) }

    /// Records a change of the World's clock after the last arrival or answer. The journal keeps the last thousand
    /// changes.
    package func recordTurn(from before: ClockTurn.Reading, to after: ClockTurn.Reading) {
        let turn = ClockTurn(position: position, before: before, after: after)
        turns.withLock { turns in
            if turns.count >= Self.mostTurns { turns.removeFirst(turns.count + 1 - Self.mostTurns) }
            turns.append(turn)
        }
    }

    /// The recorded changes of the World's clock, oldest first.
    package var clockTurns: [ClockTurn] { turns.withLock(\.self) }

    private static let mostTurns = 1_000

    /// Records a change of the namespace after the last arrival or answer. The journal keeps the last thousand changes.
    package func recordStep(_ change: JournalStep.Change, at time: Timestamp) {
        let step = JournalStep(position: position, time: time, change)
        steps.withLock { $0.append(step) }
    }

    /// The recorded changes of the namespace, oldest first.
    package var changes: [JournalStep] { steps.withLock(\.all) }

    /// Whether the journal has everything that happened to the namespace since it began.
    package var isComplete: Bool { isWhole && !steps.withLock(\.isCut) }

    /// Marks the journal as incomplete: before its first exchange, the namespace had a state, or was changed in a way,
    /// that no step describes.
    package func markCut() { isCut.withLock { $0 = true } }
}
