extension MachineSetup {
    /// Collects the facts about the app, the device and the platform that the machine needs.
    init(
        _ platform: AccessEnablerPlatform, profile: CompatibilityProfile, softwareStatement: String?,
        settings: AccessEnablerSettings
    ) {
        self.init(
            profile: profile, softwareStatement: softwareStatement, app: platform.app,
            operatingSystem: platform.device.operatingSystem, clientInformation: platform.clientInformation,
            deviceID: DeviceIdentifier(of: platform.device, for: profile.version).hashed(by: platform.hasher),
            hasher: platform.hasher, xml: platform.xmlReader,
            defaultServiceProvider: settings.defaultServiceProvider, allowsPlainHTTP: settings.allowsPlainHTTP,
            hasUserAgent: platform.userAgent != nil, hasPresenter: platform.presenter != nil,
            hasPlatformSSO: platform.platformSSO != nil)
    }
}
