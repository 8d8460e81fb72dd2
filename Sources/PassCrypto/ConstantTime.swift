import CPassOpenSSL

/// Comparison of secrets in a time that doesn't reveal where they differ.
package enum ConstantTime {
    /// Whether both arrays have the same bytes. The time that the comparison takes reveals only whether their lengths
    /// differ.
    package static func equal(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        a.count == b.count && CRYPTO_memcmp(a, b, a.count) == 0
    }
}
