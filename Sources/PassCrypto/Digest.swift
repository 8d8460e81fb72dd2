import CPassOpenSSL

/// Cryptographic hashes of whole texts.
///
/// SHA-1 and MD5 are here for old formats that require them, never for this server's own signatures.
@usableFromInline package enum Digest {
    /// Returns the SHA-256 digest of `bytes`, which has 32 bytes (FIPS 180-4, section 6.2).
    @inlinable package static func sha256(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        inOneRun(bytes) { sha256($0) }
    }

    /// Returns the 32 bytes of SHA-256.
    @usableFromInline package static func sha256(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        digest(bytes, OpenSSLLibrary.sha256, size: 32)
    }

    /// Returns the 20 bytes of SHA-1 (FIPS 180-4, section 6.1).
    @inlinable package static func sha1(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        inOneRun(bytes) { sha1($0) }
    }

    /// Returns the 20 bytes of SHA-1.
    @usableFromInline package static func sha1(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        digest(bytes, OpenSSLLibrary.sha1, size: 20)
    }

    /// Returns the 16 bytes of MD5 (RFC 1321).
    @inlinable package static func md5(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        inOneRun(bytes) { md5($0) }
    }

    /// Returns the 16 bytes of MD5.
    @usableFromInline package static func md5(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        digest(bytes, OpenSSLLibrary.md5, size: 16)
    }

    /// Calls `digest` with the bytes in one contiguous buffer. Inlinable, because other modules would otherwise share
    /// one unspecialized copy of this generic function.
    @inlinable static func inOneRun(
        _ bytes: some Sequence<UInt8>, _ digest: (UnsafeRawBufferPointer) -> [UInt8]
    ) -> [UInt8] {
        bytes.withContiguousStorageIfAvailable { digest(UnsafeRawBufferPointer($0)) }
            ?? Array(bytes).withUnsafeBytes(digest)
    }

    private static func digest(_ bytes: UnsafeRawBufferPointer, _ algorithm: FetchedDigest, size: Int) -> [UInt8] {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(EVP_MAX_MD_SIZE)) { result in
            var written: UInt32 = 0
            let status = EVP_Digest(
                bytes.baseAddress, bytes.count, result.baseAddress, &written, algorithm.method, nil)
            guard status == 1, written == size else {
                preconditionFailure("OpenSSL can't compute a digest: it is out of memory or set up without it.")
            }
            return Array(result[..<size])
        }
    }
}
