/// A universally unique identifier (RFC 9562), stored as its 16 bytes rather than the 36 characters of its text.
package struct UUID: Hashable, Sendable {
    /// The first eight bytes in network order; `low` has the other eight.
    private let high: UInt64
    private let low: UInt64

    /// Creates a UUID of version 4 (section 5.4).
    ///
    /// - Parameter random: 16 bytes, of which 122 bits are taken.
    package init(random: [UInt8]) {
        precondition(random.count == 16, "a UUID has 16 bytes")
        let high = random[..<8].reduce(0) { $0 << 8 | UInt64($1) }
        let low = random[8...].reduce(0) { $0 << 8 | UInt64($1) }
        self.high = high & ~0xF000 | 0x4000
        self.low = low & (.max >> 2) | 1 << 63
    }

    /// The text of the UUID in lower case; section 4 allows either case.
    package var text: String {
        String(unsafeUninitializedCapacity: 36) { text in
            var next = 0
            for digit in 0..<32 {
                if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
                    text[next] = UInt8(ascii: "-")
                    next += 1
                }
                let value = UInt8(truncatingIfNeeded: (digit < 16 ? high : low) >> (60 - 4 * (digit % 16))) & 15
                text[next] = Hex.lowercaseDigit(value)
                next += 1
            }
            return next
        }
    }
}
