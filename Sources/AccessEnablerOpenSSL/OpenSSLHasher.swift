public import AccessEnabler
import PassCrypto

/// A hasher that uses OpenSSL.
public struct OpenSSLHasher: EntitlementHasher {
    /// Creates a hasher.
    public init() {}

    /// Returns the 32-byte SHA-256 digest.
    public func sha256(_ bytes: [UInt8]) -> [UInt8] { Digest.sha256(bytes) }

    /// Returns the 16-byte MD5 digest.
    public func md5(_ bytes: [UInt8]) -> [UInt8] { Digest.md5(bytes) }
}
