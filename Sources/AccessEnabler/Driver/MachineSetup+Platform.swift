import PassCore
import PassCrypto

extension MachineSetup {
    init(
        _ platform: Platform, profile: CompatibilityProfile, softwareStatement: String?,
        settings: AccessEnablerSettings
    ) {
        let system = platform.device.operatingSystem
        let identifier = platform.device.identifier(profile.identifierKind(on: system))
        self.init(
            profile: profile, softwareStatement: softwareStatement, app: platform.app, operatingSystem: system,
            clientInformation: platform.clientInformation, deviceID: Hex.encode(Digest.sha256(identifier.utf8)),
            defaultServiceProvider: settings.defaultServiceProvider, allowsPlainHTTP: settings.allowsPlainHTTP,
            hasUserAgent: platform.userAgent != nil, hasPresenter: platform.presenter != nil,
            hasPlatformSSO: platform.platformSSO != nil)
    }
}

extension CompatibilityProfile {
    /// Which identifier stands for the device: the MAC address up to iOS 6 and up to 1.7.4 (which iOS 7 answers with a placeholder),
    /// the advertising identifier from 1.7.5, the vendor's from 1.8.
    ///
    /// Source: "iOS/tvOS SDK overview", "SSO on iOS when using the Access Enabler".
    func identifierKind(on system: OperatingSystem) -> DeviceIdentifierKind {
        if system.name == .tvOS { return .vendor }
        if system.major <= 6 || version < SDKVersion(1, 7, 5) { return .macAddress }
        return version < SDKVersion(1, 8) ? .advertising : .vendor
    }
}
