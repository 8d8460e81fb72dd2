/// A check with its result.
package struct CheckNote: Sendable {
    package let check: Check
    /// Whether the request got past the check.
    package let hasPassed: Bool

    package init(_ check: consuming Check, hasPassed: Bool) {
        self.check = check
        self.hasPassed = hasPassed
    }
}

/// The notes about one request: the checks that it meets, and its outcome. They take a single allocation, which is large
/// enough for most requests.
final class RequestNotes: ManagedBuffer<RequestNotes.Header, CheckNote> {
    struct Header {
        /// The number of kept notes.
        var count = 0
        var leftOut = 0
        /// The notes for which there is no room in the allocation.
        var more: [CheckNote] = []
        /// The last outcome that was set; `nil` for an ordinary answer.
        var outcome: Outcome?
    }

    /// The maximum number of checks that are kept: the first 63, and the last.
    static let most = 64

    private static let room = 14

    /// Returns memory for the outcome and the checks.
    static func make() -> RequestNotes {
        unsafeDowncast(create(minimumCapacity: room) { _ in Header() }, to: RequestNotes.self)
    }

    /// Returns memory for the outcome alone.
    static func makeWithoutRoom() -> RequestNotes {
        unsafeDowncast(create(minimumCapacity: 0) { _ in Header() }, to: RequestNotes.self)
    }

    deinit {
        _ = withUnsafeMutablePointers { header, notes in
            notes.deinitialize(count: min(header.pointee.count, Self.room))
        }
    }

    @inline(never)
    func add(_ check: consuming Check, _ hasPassed: Bool) {
        let note = CheckNote(check, hasPassed: hasPassed)
        withUnsafeMutablePointers { header, notes in
            let count = header.pointee.count
            if count < Self.room {
                (notes + count).initialize(to: note)
            } else if count < Self.most {
                header.pointee.more.append(note)
            } else {
                header.pointee.more[count - Self.room - 1] = note
                header.pointee.leftOut += 1
                return
            }
            header.pointee.count = count + 1
        }
    }

    var lastHasFailed: Bool {
        withUnsafeMutablePointers { header, notes in
            let count = header.pointee.count
            guard let last = header.pointee.more.last ?? (count > 0 ? notes[count - 1] : nil) else { return false }
            return !last.hasPassed
        }
    }

    func move(to target: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
        withUnsafeMutablePointers { header, notes in
            let here = min(header.pointee.count, Self.room)
            let moved = target.bindMemory(to: CheckNote.self, capacity: header.pointee.count)
            moved.moveInitialize(from: notes, count: here)
            if here < header.pointee.count {
                for (index, note) in header.pointee.more.enumerated() { (moved + here + index).initialize(to: note) }
                header.pointee.more = []
            }
            defer { header.pointee.count = 0 }
            return UnsafeMutableRawPointer(moved + header.pointee.count)
        }
    }

    var all: [CheckNote] {
        withUnsafeMutablePointers { header, notes in
            Array(UnsafeBufferPointer(start: notes, count: min(header.pointee.count, Self.room))) + header.pointee.more
        }
    }
}
