import PassCore

/// The digest that stands for a token in stores: two digests are equal exactly when the tokens are equal.
package struct TokenDigest: ByteComparable {
    private let first: UInt64
    private let second: UInt64

    /// Creates a digest from the bytes of a hash.
    ///
    /// - Parameter bytes: only the first 16 count; they must be as evenly distributed as those of a hash.
    package init(_ bytes: [UInt8]) {
        first = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        second = bytes.dropFirst(8).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
