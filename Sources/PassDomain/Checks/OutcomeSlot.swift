/// The place where a request's outcome is kept for the log, the journal and the counters. A request has a slot only if
/// at least one of these needs the outcome.
///
/// The slot needs no lock: one thread at a time works on a request, and nothing is set after the answer. This justifies
/// `@unchecked Sendable`.
package struct OutcomeSlot: @unchecked Sendable {
    private let notes: RequestNotes

    /// The last outcome that was set; `nil` for an ordinary answer.
    package var value: Outcome? { notes.withUnsafeMutablePointerToHeader { $0.pointee.outcome } }

    package init() {
        notes = .makeWithoutRoom()
    }

    package init(_ value: consuming Outcome) {
        self.init()
        set(value)
    }

    /// Creates the slot in the memory of the request's checks.
    init(_ notes: RequestNotes) {
        self.notes = notes
    }

    package func set(_ new: consuming Outcome) {
        notes.withUnsafeMutablePointerToHeader { $0.pointee.outcome = new }
    }

    /// Moves the outcome to uninitialized memory, without copying it, and leaves the slot empty.
    package func move(to target: UnsafeMutablePointer<Outcome?>) {
        notes.withUnsafeMutablePointerToHeader { header in
            withUnsafeMutablePointer(to: &header.pointee.outcome) { outcome in
                // `moveInitialize(from:count:)` would move a whole stride, which reaches beyond the slot's memory.
                target.initialize(to: outcome.move())
                outcome.initialize(to: nil)
            }
        }
    }
}
