/// The last exchanges of one namespace, in the order in which they were answered; a new one replaces the oldest when
/// the journal is full.
package final class Journal: Sendable {
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
        archive.removeAll(of: number)
    }

    package func record(_ entry: JournalEntry) {
        archive.record(entry, in: number, capacity: capacity)
    }

    /// The recorded entries, oldest first.
    package var entries: [JournalEntry] { archive.entries(of: number) }

    /// The number of recorded entries.
    package var count: Int { archive.count(of: number) }

    package func removeAll() {
        archive.removeAll(of: number)
    }
}
