import CPassOpenSSL

/// Keyed hashes (HMAC, RFC 2104). Compare them with `ConstantTime`.
package enum MessageAuthentication {
    /// Returns the 32 bytes of HMAC-SHA-256. The key may have any length, even none.
    package static func sha256(key: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
        code(key, bytes, OpenSSLLibrary.sha256, size: 32)
    }

    /// Returns the 20 bytes of HMAC-SHA-1.
    package static func sha1(key: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
        code(key, bytes, OpenSSLLibrary.sha1, size: 20)
    }

    private static func code(_ key: [UInt8], _ bytes: [UInt8], _ algorithm: FetchedDigest, size: Int) -> [UInt8] {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(EVP_MAX_MD_SIZE)) { result in
            var written: UInt32 = 0
            let code = HMAC(
                algorithm.method, key, Int32(clamping: key.count), bytes, bytes.count, result.baseAddress, &written)
            guard code != nil, written == size else {
                preconditionFailure("OpenSSL can't compute an HMAC: it is out of memory or set up without it.")
            }
            return Array(result[..<size])
        }
    }
}
