import CPassSystem

/// The checks that led to one answer, in the order in which they ran.
///
/// A log belongs to one request and needs no lock. Between the request's arrival and its answer, only one thread at a
/// time works on it and hands it on through a queue, and nothing is noted after the answer. This is the proof for
/// `@unchecked Sendable`.
package struct CheckLog: @unchecked Sendable {
    /// The maximum number of checks that a log keeps: the first 63, and the last.
    package static let most = 64

    private let notes: CheckNotes

    package init() {
        notes = CheckNotes.make()
    }

    /// Creates a log with notes that were moved out of another one.
    ///
    /// - Parameter leftOut: the number of notes that the other one hadn't kept.
    package init(_ moved: UnsafeBufferPointer<Note>, leftOut: Int) {
        notes = CheckNotes.make()
        for note in moved { notes.add(note.check, note.hasPassed) }
        notes.header.leftOut = leftOut
    }

    /// A check with its result.
    package struct Note: Sendable {
        package let check: Check
        /// Whether the request got past the check.
        package let hasPassed: Bool

        package init(_ check: consuming Check, hasPassed: Bool) {
            self.check = check
            self.hasPassed = hasPassed
        }
    }

    /// The kept notes, oldest first.
    package var all: [Note] { notes.all }

    /// The number of kept notes.
    package var count: Int { notes.withUnsafeMutablePointerToHeader { $0.pointee.count } }

    /// The number of notes that weren't kept, all of them before the last one.
    package var leftOut: Int { notes.withUnsafeMutablePointerToHeader { $0.pointee.leftOut } }

    /// Moves the kept notes, oldest first, to memory that has nothing yet; the log is empty then.
    ///
    /// - Parameter target: an address that is aligned for a note.
    /// - Returns: the address behind the last one.
    package func moveNotes(to target: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
        notes.move(to: target)
    }

    /// Notes a check.
    package func note(_ hasPassed: Bool, _ check: Check) {
        notes.add(check, hasPassed)
    }

    /// Runs `body`, and collects in a log what it notes on this thread with `Check.note`.
    ///
    /// - Parameter log: the log; `nil` collects nothing.
    package static func collect<Result>(in log: CheckLog?, _ body: () throws -> Result) rethrows -> Result {
        let outer = CPassSystem_value_of_thread()
        CPassSystem_set_value_of_thread(log.map { Unmanaged.passUnretained($0.notes).toOpaque() })
        defer { CPassSystem_set_value_of_thread(outer) }
        return try withExtendedLifetime(log, body)
    }

    /// Whether the last check that this thread has noted for its request failed; `false` if there is none.
    package static var lastHasFailed: Bool {
        guard let log = CPassSystem_value_of_thread() else { return false }
        return Unmanaged<CheckNotes>.fromOpaque(log)._withUnsafeGuaranteedRef { $0.lastHasFailed }
    }
}

extension Check {
    /// Notes a check and its result, if the checks of this thread's request are being collected.
    ///
    /// - Returns: `hasPassed`, so that the call can be the condition of a `guard`.
    @discardableResult @inline(__always)
    package static func note(_ hasPassed: Bool, _ check: @autoclosure () -> Check) -> Bool {
        if let log = CPassSystem_value_of_thread() {
            Unmanaged<CheckNotes>.fromOpaque(log)._withUnsafeGuaranteedRef { $0.add(check(), hasPassed) }
        }
        return hasPassed
    }
}

/// The memory of a log: a single allocation, which is large enough for most requests.
final class CheckNotes: ManagedBuffer<CheckNotes.Header, CheckLog.Note> {
    struct Header {
        /// The number of kept notes.
        var count = 0
        var leftOut = 0
        /// The notes for which there is no room in the allocation.
        var more: [CheckLog.Note] = []
    }

    private static let room = 14

    static func make() -> CheckNotes {
        unsafeDowncast(create(minimumCapacity: room) { _ in Header() }, to: CheckNotes.self)
    }

    deinit {
        _ = withUnsafeMutablePointers { header, notes in
            notes.deinitialize(count: min(header.pointee.count, Self.room))
        }
    }

    @inline(never)
    func add(_ check: consuming Check, _ hasPassed: Bool) {
        let note = CheckLog.Note(check, hasPassed: hasPassed)
        withUnsafeMutablePointers { header, notes in
            let count = header.pointee.count
            if count < Self.room {
                (notes + count).initialize(to: note)
            } else if count < CheckLog.most {
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
            let moved = target.bindMemory(to: CheckLog.Note.self, capacity: header.pointee.count)
            moved.moveInitialize(from: notes, count: here)
            if here < header.pointee.count {
                for (index, note) in header.pointee.more.enumerated() { (moved + here + index).initialize(to: note) }
                header.pointee.more = []
            }
            defer { header.pointee.count = 0 }
            return UnsafeMutableRawPointer(moved + header.pointee.count)
        }
    }

    var all: [CheckLog.Note] {
        withUnsafeMutablePointers { header, notes in
            Array(UnsafeBufferPointer(start: notes, count: min(header.pointee.count, Self.room))) + header.pointee.more
        }
    }
}
