package import PassCore
package import PassDomain
package import PassHTTP

/// The last exchanges of one namespace, in the order in which they arrived; a new one replaces the oldest when the
/// journal is full.
///
/// An exchange is recorded when it arrives, and completed by its answer. Neither waits for the journal's readers.
package final class Journal: Sendable {
    /// The observers of this journal, who are told of each arrival and each answer.
    package let feed = JournalFeed()
    private let capacity: Int
    private let archive: JournalArchive
    private let number: Int

    /// Opens a journal.
    ///
    /// - Parameters:
    ///   - capacity: the largest number of entries.
    ///   - archive: the archive that stores the entries of several journals; there, too, new entries replace the
    ///     oldest.
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
    /// - Returns: the exchange's name, and the place where its answer belongs.
    package func begin(_ request: HTTPRequest, _ operation: Operation?, at time: Timestamp) -> JournalTicket {
        let entry = JournalEntry(time: time, operation: operation, request: request)
        let ticket = archive.record(entry, in: number, capacity: capacity)
        if feed.isWatched { tell(ticket) }
        return ticket
    }

    /// Records the answer to a request. Does nothing if the journal no longer holds the request.
    package func complete(_ ticket: JournalTicket, _ answer: JournalAnswer) {
        archive.complete(ticket, answer, in: number)
        if feed.isWatched { tell(ticket) }
    }

    /// Records an entry as it is.
    @discardableResult
    package func record(_ entry: JournalEntry) -> ExchangeID {
        let ticket = archive.record(entry, in: number, capacity: capacity)
        if feed.isWatched { tell(ticket) }
        return ticket.id
    }

    private func tell(_ ticket: JournalTicket) {
        if let entry = archive.entry(ticket) { feed.tell(entry) }
    }

    /// The recorded entries in the order of their arrival, oldest first.
    package var entries: [JournalEntry] { archive.entries(of: number) }

    /// The recorded entries that have an answer, in the order in which they were answered.
    package var answered: [JournalEntry] {
        entries.filter { !$0.isInFlight }.sorted { ($0.answer?.number ?? 0) < ($1.answer?.number ?? 0) }
    }

    /// The place of the last arrival or answer of all journals; later ones have larger numbers.
    package var position: ExchangeID { archive.position }

    /// The number of recorded entries.
    package var count: Int { archive.count(of: number) }

    /// The number of exchanges that the journal recorded and lost since it was last emptied, for lack of room.
    package var evicted: Int { archive.evicted(of: number) }

    /// Removes all entries, and forgets how many were evicted.
    package func removeAll() {
        archive.removeAll(of: number)
    }
}
