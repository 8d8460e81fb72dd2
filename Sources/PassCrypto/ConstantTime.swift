import CPassOpenSSL

/// Comparison of secrets in a time that doesn't tell where they differ.
package enum ConstantTime {
    /// Whether both hold the same bytes; only a difference in length is told by the time it takes.
    package static func equal(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        a.count == b.count && CRYPTO_memcmp(a, b, a.count) == 0
    }
}
