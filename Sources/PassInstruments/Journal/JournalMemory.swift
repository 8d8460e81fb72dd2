/// The memory of an archive's records: segments, of which the newest one is being filled.
struct JournalMemory {
    /// The place of a record.
    struct Place {
        fileprivate let segment: Int32
        fileprivate let offset: Int32
    }

    /// A record that a reader may read for as long as it keeps this value, even if the record's place is released.
    struct Pinned: Sendable {
        fileprivate let segment: JournalSegment
        fileprivate let offset: Int

        var entry: JournalEntry { segment.record(at: offset).entry }
    }

    /// The segments by their indices; `nil` for an unused index.
    private var segments: [JournalSegment?] = []
    private var unusedIndices: [Int] = []
    /// The index of the segment that is being filled; `nil` if there is none.
    private var newest: Int?
    /// An empty segment to use before another one is allocated.
    private var spare: JournalSegment?
    /// The size of all segments in bytes.
    private var byteCount = 0
    private let limit: Int
    /// The size of a segment in bytes, unless a record needs more.
    private let segmentSize: Int

    /// Creates memory without records.
    ///
    /// - Parameter limit: the limit of the segments' total size in bytes, which they may exceed by two segments.
    init(limit: Int) {
        self.limit = limit
        segmentSize = limit < 16 * JournalSegment.largePage ? 256 << 10 : JournalSegment.largePage
    }

    /// Returns a place for one more record of that size; `nil` if others must be released first.
    mutating func reserve(_ bytes: Int) -> Place? {
        if let newest, let offset = segments[newest]?.reserve(bytes) { return place(newest, offset) }
        guard let segment = emptySegment(for: bytes), let offset = segment.reserve(bytes) else { return nil }
        let index = unusedIndices.popLast() ?? segments.count
        if index == segments.count { segments.append(segment) } else { segments[index] = segment }
        newest = index
        return place(index, offset)
    }

    private func place(_ segment: Int, _ offset: Int) -> Place { Place(segment: Int32(segment), offset: Int32(offset)) }

    /// Returns an empty segment with room for a record of that size; `nil` if another segment would exceed the limit.
    private mutating func emptySegment(for bytes: Int) -> JournalSegment? {
        let size = max(bytes, segmentSize)
        if size == segmentSize, let spare {
            self.spare = nil
            return spare
        }
        guard byteCount == 0 || byteCount + size - 2 * segmentSize <= limit else { return nil }
        byteCount += size
        return JournalSegment(capacity: size)
    }

    /// The record at a place that `reserve` has returned.
    func record(at place: Place) -> JournalRecord { segment(of: place).record(at: Int(place.offset)) }

    /// Returns the record at a place for a reader.
    func pinned(_ place: Place) -> Pinned { Pinned(segment: segment(of: place), offset: Int(place.offset)) }

    private func segment(of place: Place) -> JournalSegment {
        guard let segment = segments[Int(place.segment)] else {
            preconditionFailure("a segment stays as long as it has a record")
        }
        return segment
    }

    /// Releases the place of a record that was written.
    mutating func release(_ place: Place) {
        if segment(of: place).release() { recycle(Int(place.segment)) }
    }

    /// Reuses a segment that has no records left, unless a reader still refers to it.
    private mutating func recycle(_ index: Int) {
        let isUnread = isKnownUniquelyReferenced(&segments[index])
        guard let segment = segments[index] else { return }
        if isUnread {
            segment.erase()
            if index == newest { return }
        }
        segments[index] = nil
        unusedIndices.append(index)
        if index == newest { newest = nil }
        if isUnread, spare == nil, segment.capacity == segmentSize {
            spare = segment
        } else {
            byteCount -= segment.capacity
        }
    }
}
