/// The notes about one request: the checks that it passed or failed, and its outcome. They take a single allocation,
/// which is large enough for most requests.
final class RequestNotes: ManagedBuffer<RequestNotes.Header, UInt8> {
    struct Header {
        /// The number of kept notes.
        var count = 0
        var leftOut = 0
        /// The kept notes: for each, the result of a check, then the check.
        var notes: CheckWriter
        /// The offset of the last note, in bytes.
        var last = 0
        /// The last outcome that was set; `nil` for an ordinary answer.
        var outcome: Outcome?
    }

    /// The maximum number of checks that are kept: the first 63, and the last.
    static let most = 64

    /// Returns memory for the outcome and the checks.
    static func make() -> RequestNotes { make(room: 640) }

    /// Returns memory for the outcome only.
    static func makeWithoutRoom() -> RequestNotes { make(room: 0) }

    private static func make(room: Int) -> RequestNotes {
        let notes = create(minimumCapacity: room) { notes in
            Header(notes: notes.withUnsafeMutablePointerToElements { CheckWriter($0, byteCount: room) })
        }
        return unsafeDowncast(notes, to: RequestNotes.self)
    }

    deinit {
        withUnsafeMutablePointerToHeader { $0.pointee.notes.free() }
    }

    @inline(never)
    func add(_ check: Check, _ hasPassed: Bool) {
        withUnsafeMutablePointerToHeader { header in
            if header.pointee.count == Self.most {
                header.pointee.leftOut += 1
                header.pointee.notes.cut(to: header.pointee.last)
            } else {
                header.pointee.count += 1
                header.pointee.last = header.pointee.notes.byteCount
            }
            // The compiler can keep a local copy in registers, because no write through a pointer can change it.
            var notes = header.pointee.notes
            notes.makeRoom()
            notes.store(hasPassed)
            check.write(to: &notes)
            header.pointee.notes = notes
        }
    }

    /// Whether there is a check, and the last one failed.
    var lastHasFailed: Bool {
        withUnsafeMutablePointerToHeader { header in
            header.pointee.count > 0
                && !header.pointee.notes.bytes.load(fromByteOffset: header.pointee.last, as: Bool.self)
        }
    }

    var kept: KeptNotes {
        withUnsafeMutablePointerToHeader { header in
            KeptNotes(header.pointee.notes.bytes, count: header.pointee.count, leftOut: header.pointee.leftOut)
        }
    }

    var all: [CheckNote] {
        var reader = CheckReader(header.notes.bytes)
        return (0..<header.count).map { _ in
            let hasPassed = reader.take(Bool.self)
            return CheckNote(Check(from: &reader), hasPassed: hasPassed)
        }
    }
}
