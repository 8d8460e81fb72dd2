/// A source of identifiers that repeat for the same seed, for tests and Worlds that must replay byte for byte.
///
/// The identifiers can be predicted, so they must never serve as secrets.
package final class SeededIdentifierSource: IdentifierSource {
    private let state: Guarded<UInt64>

    package init(seed: UInt64) {
        state = Guarded(seed)
    }

    /// Returns a source that continues as this one does, without affecting it.
    package func copy() -> SeededIdentifierSource {
        SeededIdentifierSource(seed: state.withLock(\.self))
    }

    /// Returns a source that skips the next 2^32 words of this one.
    package func leaped() -> SeededIdentifierSource {
        SeededIdentifierSource(seed: position &+ Self.step &* (1 << 32))
    }

    /// The seed of a source that continues as this one does.
    package var position: UInt64 { state.withLock(\.self) }

    package func bytes(_ count: Int) -> [UInt8] {
        state.withLock { state in
            var result: [UInt8] = []
            result.reserveCapacity(count + 7)
            while result.count < count {
                var word = SeededIdentifierSource.next(&state)
                for _ in 0..<8 {
                    result.append(UInt8(truncatingIfNeeded: word))
                    word >>= 8
                }
            }
            result.removeLast(result.count - count)
            return result
        }
    }

    private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// Returns the next word of the SplitMix64 generator.
    private static func next(_ state: inout UInt64) -> UInt64 {
        state &+= step
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}
