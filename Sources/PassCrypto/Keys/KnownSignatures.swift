import PassCore

/// The signatures of one key that need no verification, because the key made them in this process or they were verified
/// here.
///
/// Most signatures come back soon after they were made, and verifying one takes a sixteenth of the time that making it
/// takes. The table has a fixed size: a mark has one possible place, which depends on its bits, and replaces the mark
/// that was there. The most that a client can achieve with a flood of signatures is that other ones have to be verified
/// again.
final class KnownSignatures: Sendable {
    /// The SHA-256 of a digest and the signature over it.
    struct Mark: Sendable, Equatable {
        fileprivate var words: (UInt64, UInt64, UInt64, UInt64)

        fileprivate static let none = Mark(words: (0, 0, 0, 0))
    }

    /// The number of places, a power of two. With 32 bytes for each, the table takes 256 kB.
    private static let places = 8_192

    /// The table, which is empty until there is a signature.
    private let marks = Guarded<[Mark]>([])

    func contains(_ mark: Mark) -> Bool {
        marks.withLock { !$0.isEmpty && $0[mark.place(of: Self.places)] == mark }
    }

    func insert(_ mark: Mark) {
        marks.withLock { marks in
            if marks.isEmpty { marks = Array(repeating: .none, count: Self.places) }
            marks[mark.place(of: Self.places)] = mark
        }
    }
}

extension KnownSignatures.Mark {
    /// Creates the mark of a signature.
    ///
    /// - Parameter digest: must have 32 bytes. The signature is hashed right after it, so with digests of different
    ///   lengths, two different pairs could be hashed as the same bytes.
    init(_ digest: [UInt8], _ signature: [UInt8]) {
        let length = digest.count + signature.count
        let hash = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: length) { both in
            _ = both[digest.count...].initialize(fromContentsOf: signature)
            _ = both[..<digest.count].initialize(fromContentsOf: digest)
            return Digest.sha256(UnsafeRawBufferPointer(both))
        }
        words = hash.withUnsafeBytes { bytes in
            func word(_ index: Int) -> UInt64 { bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self) }
            return (word(0), word(1), word(2), word(3))
        }
    }

    fileprivate func place(of places: Int) -> Int { Int(truncatingIfNeeded: words.0) & (places - 1) }

    static func == (left: Self, right: Self) -> Bool { left.words == right.words }
}
