extension JournalArchive {
    /// The figures of all journals together.
    package struct Totals: Sendable {
        /// The number of entries now.
        package var held: Int
        /// An estimate of the memory that the entries take, in bytes, and its limit.
        package var bytes: Int
        package var limit: Int
        /// The number of entries that were recorded since the archive began, and of those that were lost for lack of
        /// room. Emptying a journal changes neither.
        package var recorded: Int
        package var evicted: Int
    }
}
