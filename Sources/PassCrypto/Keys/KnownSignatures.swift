import PassCore

/// The signatures of one key that need no verification: the key made them in this process, or they were verified here.
///
/// Most signatures come back soon after they were made, and to verify one takes a sixteenth of the time that it takes to make it.
/// A mark stands in the one place that its own bits name, until another one takes the place: so the memory is bounded, and nobody
/// can do more with a flood of signatures than have them verified again.
final class KnownSignatures: Sendable {
    /// The table's key of a signature and the digest that it signs: the SHA-256 of both.
    struct Mark: Sendable, Equatable {
        fileprivate var words: (UInt64, UInt64, UInt64, UInt64)

        fileprivate static let none = Mark(words: (0, 0, 0, 0))
    }

    /// A power of two; the table then has 256 kB.
    private static let places = 8_192

    /// Empty until there is a signature.
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
    /// - Parameter digest: 32 bytes; what follows it is the signature.
    init(_ digest: [UInt8], _ signature: [UInt8]) {
        words = Digest.sha256(digest + signature).withUnsafeBytes { bytes in
            func word(_ index: Int) -> UInt64 { bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self) }
            return (word(0), word(1), word(2), word(3))
        }
    }

    fileprivate func place(of places: Int) -> Int { Int(truncatingIfNeeded: words.0) & (places - 1) }

    static func == (left: Self, right: Self) -> Bool { left.words == right.words }
}
