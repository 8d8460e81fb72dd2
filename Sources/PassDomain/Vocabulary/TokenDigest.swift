import PassCore

/// What stands for a token in stores: equal tokens, and only they, have equal digests.
package struct TokenDigest: ByteComparable {
    private let first: UInt64
    private let second: UInt64

    /// - Parameter bytes: the first 16 count, which are to be as evenly spread as those of a hash.
    package init(_ bytes: [UInt8]) {
        first = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        second = bytes.dropFirst(8).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
