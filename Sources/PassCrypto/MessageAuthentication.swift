import CPassOpenSSL

/// Keyed hashes (HMAC, RFC 2104); compare them with `ConstantTime`.
package enum MessageAuthentication {
    /// The 32 bytes of HMAC-SHA-256; a key of any length, also none, is legal.
    package static func sha256(key: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
        code(key, bytes, OpenSSLLibrary.sha256, size: 32)
    }

    /// The 20 bytes of HMAC-SHA-1.
    package static func sha1(key: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
        code(key, bytes, OpenSSLLibrary.sha1, size: 20)
    }

    private static func code(_ key: [UInt8], _ bytes: [UInt8], _ algorithm: FetchedDigest, size: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: size) { result, count in
            var written: UInt32 = 0
            let code = HMAC(
                algorithm.method, key, Int32(clamping: key.count), bytes, bytes.count, result.baseAddress, &written)
            guard code != nil, written == size else {
                preconditionFailure("OpenSSL can't compute an HMAC: it is out of memory or set up without it.")
            }
            count = size
        }
    }
}
