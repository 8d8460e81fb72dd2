#if canImport(CryptoKit)
    public import AccessEnabler
    import CryptoKit

    /// A hasher that uses CryptoKit.
    public struct CryptoKitHasher: EntitlementHasher {
        /// Creates a hasher.
        public init() {}

        /// Returns the 32-byte SHA-256 digest.
        public func sha256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }

        /// Returns the 16-byte MD5 digest.
        public func md5(_ bytes: [UInt8]) -> [UInt8] { Array(Insecure.MD5.hash(data: bytes)) }
    }
#endif
