public import AccessEnabler
import PassCrypto

/// The hashes of OpenSSL.
public struct OpenSSLHasher: EntitlementHasher {
    /// Creates a hasher.
    public init() {}

    /// Returns the 32 bytes of SHA-256.
    public func sha256(_ bytes: [UInt8]) -> [UInt8] { Digest.sha256(bytes) }

    /// Returns the 16 bytes of MD5.
    public func md5(_ bytes: [UInt8]) -> [UInt8] { Digest.md5(bytes) }
}
