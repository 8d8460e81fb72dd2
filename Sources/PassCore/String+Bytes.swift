#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension String {
    /// Whether its UTF-8 begins with that of `prefix`.
    ///
    /// Unlike `hasPrefix` it compares bytes and not characters, and unlike `utf8.starts(with:)` all of them by one call.
    package func startsWithBytes(of prefix: StaticString) -> Bool {
        var text = self
        return text.withUTF8 { bytes in
            guard let start = bytes.baseAddress, bytes.count >= prefix.utf8CodeUnitCount else { return false }
            return memcmp(start, prefix.utf8Start, prefix.utf8CodeUnitCount) == 0
        }
    }

    /// Whether its UTF-8 is that of `other`, byte by byte: for `==` texts of the same characters in other code points are equal.
    package func hasSameBytes(as other: String) -> Bool {
        var (left, right) = (self, other)
        return left.withUTF8 { left in
            right.withUTF8 { right in
                guard left.count == right.count else { return false }
                guard let start = left.baseAddress, let other = right.baseAddress else { return true }
                return memcmp(start, other, left.count) == 0
            }
        }
    }
}
