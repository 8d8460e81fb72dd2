import CPassSystem

/// The checks that led to one answer, in the order in which they ran.
///
/// A log belongs to one request and needs no lock: only one thread at a time works on the request, a thread passes the
/// request on through a queue, and nothing is noted after the answer. This justifies `@unchecked Sendable`.
///
/// Without `@usableFromInline`, `collect` couldn't be inlined, and the pipeline would call it as unspecialized generic
/// code.
@usableFromInline package struct CheckLog: @unchecked Sendable {
    private let notes: RequestNotes

    /// The place for the outcome of the request whose checks the log collects.
    package var outcomeSlot: OutcomeSlot { OutcomeSlot(notes) }

    package init() {
        notes = RequestNotes.make()
    }

    /// Creates a log with the notes of another log. No further checks are noted in the new log.
    package init(_ kept: KeptNotes) {
        notes = RequestNotes.makeWithoutRoom()
        notes.header.notes.append(kept.bytes)
        (notes.header.count, notes.header.leftOut) = (kept.count, kept.leftOut)
    }

    /// The kept notes, oldest first.
    package var all: [CheckNote] { notes.all }

    /// The number of kept notes.
    package var count: Int { notes.withUnsafeMutablePointerToHeader { $0.pointee.count } }

    /// The number of notes that weren't kept. All of them precede the last note, which is always kept.
    package var leftOut: Int { notes.withUnsafeMutablePointerToHeader { $0.pointee.leftOut } }

    /// The kept notes as bytes, from which another log can be created.
    package var kept: KeptNotes { notes.kept }

    /// Notes a check.
    package func note(_ hasPassed: Bool, _ check: Check) {
        notes.add(check, hasPassed)
    }

    /// Runs `body`, and collects in a log the checks that `body` notes on this thread with `Check.note`.
    ///
    /// - Parameter log: the log; `nil` collects nothing.
    @inlinable package static func collect<Result>(in log: CheckLog?, _ body: () throws -> Result) rethrows -> Result {
        let outer = exchangeThreadValue(log?.address)
        defer { _ = exchangeThreadValue(outer) }
        return try withExtendedLifetime(log, body)
    }

    /// The address of the notes, by which a thread finds them.
    @usableFromInline var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(notes).toOpaque() }

    /// Sets the address of the notes that this thread adds to, and returns the former one.
    @usableFromInline
    static func exchangeThreadValue(_ address: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        defer { CPassSystem_set_value_of_thread(address) }
        return CPassSystem_value_of_thread()
    }

    /// Whether the last check that this thread has noted for its request failed; `false` if there is none.
    package static var lastHasFailed: Bool {
        guard let log = CPassSystem_value_of_thread() else { return false }
        return Unmanaged<RequestNotes>.fromOpaque(log)._withUnsafeGuaranteedRef { $0.lastHasFailed }
    }
}

extension Check {
    /// Notes a check and its result, if the checks of this thread's request are being collected.
    ///
    /// - Returns: `hasPassed`, so that the call can be the condition of a `guard`.
    @discardableResult @inline(__always)
    package static func note(_ hasPassed: Bool, _ check: @autoclosure () -> Check) -> Bool {
        if let log = CPassSystem_value_of_thread() {
            Unmanaged<RequestNotes>.fromOpaque(log)._withUnsafeGuaranteedRef { $0.add(check(), hasPassed) }
        }
        return hasPassed
    }
}
