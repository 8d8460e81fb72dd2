/// The two hashes that the SDK needs.
public protocol EntitlementHasher: Sendable {
    /// Returns the 32 bytes of SHA-256, for the device's identifier.
    func sha256(_ bytes: [UInt8]) -> [UInt8]
    /// Returns the 16 bytes of MD5, for the user's GUID in tracking data.
    func md5(_ bytes: [UInt8]) -> [UInt8]
}
