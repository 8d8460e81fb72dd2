#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension String {
    /// Calls `body` with its UTF-8, which lives no longer than the call.
    ///
    /// Unlike `withUTF8`, which may change the text, it needs no copy and so counts no reference.
    @inlinable package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        var copy = self
        return copy.withUTF8(body)
    }

    /// Whether its UTF-8 begins with that of `prefix`.
    ///
    /// Unlike `hasPrefix` it compares bytes and not characters, and unlike `utf8.starts(with:)` all of them by one call.
    package func startsWithBytes(of prefix: StaticString) -> Bool {
        withBytes { bytes in
            guard let start = bytes.baseAddress, bytes.count >= prefix.utf8CodeUnitCount else { return false }
            return memcmp(start, prefix.utf8Start, prefix.utf8CodeUnitCount) == 0
        }
    }

    /// Whether its UTF-8 is that of `other`, byte by byte: for `==` texts of the same characters in other code points are equal.
    package func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        return withBytes { left in
            other.withBytes { right in
                guard let start = left.baseAddress, let other = right.baseAddress else { return true }
                return memcmp(start, other, left.count) == 0
            }
        }
    }
}
