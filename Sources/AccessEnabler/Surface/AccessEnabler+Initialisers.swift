/// The documented initialisers, which use the standard platform.
extension AccessEnabler {
    /// Creates an SDK of a version up to 2.x, which needs no software statement.
    ///
    /// - Parameter profile: the version to imitate. If it is later than 2.x, every `setRequestor` fails with R400.
    public convenience init(
        profile: CompatibilityProfile = .v2_5, settings: AccessEnablerSettings = AccessEnablerSettings()
    ) {
        self.init(nil, profile: profile, settings: settings, platform: StandardPlatform.current)
    }

    /// Creates an SDK with a software statement.
    ///
    /// - Parameter softwareStatement: the JWT that names the registered application.
    public convenience init(
        _ softwareStatement: String!, profile: CompatibilityProfile = .v3_9,
        settings: AccessEnablerSettings = AccessEnablerSettings()
    ) {
        self.init(softwareStatement, profile: profile, settings: settings, platform: StandardPlatform.current)
    }

    /// Creates an SDK that checks its store first. Since 3.8.3.
    ///
    /// - Parameters:
    ///   - storageCheck: the check of the store.
    ///   - softwareStatement: the JWT that names the registered application.
    public convenience init(
        storageCheck: IntegrityCheckType, softwareStatement: String!, profile: CompatibilityProfile = .v3_9,
        settings: AccessEnablerSettings = AccessEnablerSettings()
    ) {
        self.init(
            softwareStatement, storageCheck: storageCheck, profile: profile, settings: settings,
            platform: StandardPlatform.current)
    }
}
