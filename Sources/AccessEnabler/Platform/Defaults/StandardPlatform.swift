import PassCore

/// The platform of an `AccessEnabler` that is created without one.
///
/// This platform is the only global state of the SDK. It is needed because the vendor's initialisers take no platform,
/// and this target depends on no implementation of a platform. `AccessEnablerURLSession`, which belongs to the same
/// product, installs its own platform when the program is loaded.
public enum StandardPlatform {
    private static let make = Guarded<(@Sendable () -> AccessEnablerPlatform)?>(nil)

    /// Sets the function that makes the platform of each later `AccessEnabler`.
    public static func install(_ make: @escaping @Sendable () -> AccessEnablerPlatform) {
        Self.make.withLock { $0 = make }
    }

    static var current: AccessEnablerPlatform {
        guard let make = make.withLock({ $0 }) else {
            preconditionFailure("no platform: link AccessEnablerURLSession, or call StandardPlatform.install")
        }
        return make()
    }
}
