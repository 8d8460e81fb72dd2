/// The two hashes that the SDK needs.
public protocol EntitlementHasher: Sendable {
    /// Returns the 32-byte SHA-256 digest, used for the device's identifier.
    func sha256(_ bytes: [UInt8]) -> [UInt8]
    /// Returns the 16-byte MD5 digest, used for the user's GUID in tracking data.
    func md5(_ bytes: [UInt8]) -> [UInt8]
}
