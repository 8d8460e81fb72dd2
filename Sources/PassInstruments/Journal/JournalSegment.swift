import CPassSystem

/// A block of memory that is filled with records from its start until there is no room for the next one.
///
/// The archive counts the block's records that it still holds. When none is left, the whole block is used again, or is
/// freed as soon as no reader refers to it. So the archive drops a record without reading it, which would be slow
/// because the record is no longer in the processor's caches.
final class JournalSegment: @unchecked Sendable {
    // `@unchecked` because of the memory: only the archive writes to it, and gives readers only the offsets of records
    // that are complete. A segment is erased when nothing else refers to it.

    /// The counts, which have memory of their own because Swift checks an object's variables for overlapping accesses.
    private struct Counts {
        var used = 0
        var held = 0
    }

    private let memory: UnsafeMutableRawPointer
    private let counts: UnsafeMutablePointer<Counts>
    /// The size of the memory in bytes.
    let capacity: Int

    /// The size of the processor's larger pages on most systems, in bytes.
    static let largePage = 2 << 20

    init(capacity: Int) {
        // A full journal writes to memory that it hasn't used for a long time. With small pages, the processor would
        // have to look up their addresses again.
        let isLarge = capacity >= Self.largePage
        memory = .allocate(byteCount: capacity, alignment: isLarge ? Self.largePage : JournalRecord.alignment)
        if isLarge { CPassSystem_use_large_pages(memory, capacity) }
        counts = .allocate(capacity: 1)
        counts.initialize(to: Counts())
        self.capacity = capacity
    }

    deinit {
        erase()
        counts.deallocate()
        memory.deallocate()
    }

    /// Returns the offset of memory for one more record; `nil` if there is too little.
    func reserve(_ byteCount: Int) -> Int? {
        let used = counts.pointee.used
        guard byteCount <= capacity - used else { return nil }
        counts.pointee.used = used + byteCount
        counts.pointee.held += 1
        return used
    }

    /// Subtracts one from the number of records that the archive holds.
    ///
    /// - Returns: whether the archive holds no more records of this segment.
    func release() -> Bool {
        counts.pointee.held -= 1
        return counts.pointee.held == 0
    }

    /// The record at that offset.
    func record(at offset: Int) -> JournalRecord { JournalRecord(at: memory + offset) }

    /// Removes all records, so that others can take their memory.
    func erase() {
        var offset = 0
        while offset < counts.pointee.used {
            let record = record(at: offset)
            offset += record.byteCount
            record.erase()
        }
        counts.pointee = Counts()
    }
}
