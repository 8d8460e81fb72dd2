/// A version of the SDK, e.g. 3.7.0.
public struct SDKVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The first component of the version.
    public var major: Int
    /// The second component of the version.
    public var minor: Int
    /// The third component of the version.
    public var patch: Int

    /// Creates a version from its components.
    public init(_ major: Int, _ minor: Int, _ patch: Int = 0) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }

    public static func < (one: SDKVersion, other: SDKVersion) -> Bool {
        (one.major, one.minor, one.patch) < (other.major, other.minor, other.patch)
    }

    public var description: String { patch == 0 ? "\(major).\(minor)" : "\(major).\(minor).\(patch)" }
}
