public import AccessEnabler
import PassCrypto

/// A hasher that uses OpenSSL.
public struct OpenSSLHasher: EntitlementHasher {
    /// Creates a hasher.
    public init() {}

    /// Returns the SHA-256 digest of `bytes`, which has 32 bytes.
    public func sha256(_ bytes: [UInt8]) -> [UInt8] { Digest.sha256(bytes) }

    /// Returns the 16 bytes of MD5.
    public func md5(_ bytes: [UInt8]) -> [UInt8] { Digest.md5(bytes) }
}
