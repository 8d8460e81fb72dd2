public import AccessEnabler
import Foundation

extension Platform {
    /// URLSession, the system's clock, files in the app's support folder, the main queue, callbacks on a serial queue, errors and notes to
    /// standard error.
    ///
    /// - Parameters:
    ///   - folder: where the store is; apps that are given the same one share their logins. By default `AccessEnabler` in the user's support
    ///     folder.
    ///   - device: by default an iOS device whose identifier is made at the first start and kept in that folder.
    ///   - callbackExecutor: where the delegates are called; `MainQueueCallbackExecutor` for those that change what the user sees.
    public static func standard(
        app: AppIdentity = .standard, device: (any DeviceIdentity)? = nil, folder: String? = nil,
        callbackExecutor: any CallbackExecutor = SerialCallbackExecutor()
    ) -> Platform {
        let folder = folder ?? standardFolder
        return Platform(
            transport: URLSessionTransport(), clock: SystemClock(),
            storage: FileStorageProvider(folder: folder, app: app.bundleID),
            device: device ?? StaticDevice(identifier: deviceIdentifier(in: folder)), app: app,
            mainExecutor: MainQueueExecutor(), callbackExecutor: callbackExecutor,
            logger: StandardErrorLogger())
    }

    private static var standardFolder: String {
        let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
        return (folders.first ?? FileManager.default.temporaryDirectory).appendingPathComponent("AccessEnabler").path
    }

    /// Kept in a file of its own; where that can't be read or written it lasts as long as the process.
    private static func deviceIdentifier(in folder: String) -> String {
        let fresh = UUID().uuidString
        let file = FileStorage(path: "\(folder)/device")
        let kept = try? file.access { bytes in
            if let bytes, let text = String(validating: bytes, as: UTF8.self), UUID(uuidString: text) != nil {
                return text
            }
            bytes = Array(fresh.utf8)
            return fresh
        }
        return kept ?? fresh
    }
}

extension AppIdentity {
    /// What the main bundle says; a bare executable goes by its name.
    public static var standard: AppIdentity {
        let bundle = Bundle.main
        let name = bundle.bundleIdentifier ?? ProcessInfo.processInfo.processName
        let schemes = (bundle.object(forInfoDictionaryKey: "CFBundleURLTypes") as? [[String: Any]] ?? [])
            .flatMap { $0["CFBundleURLSchemes"] as? [String] ?? [] }
        return AppIdentity(
            bundleID: name, teamID: "",
            redirectURL: schemes.first { $0.hasPrefix(CUSTOM_SCHEME_PREFIX) }.map { "\($0)://adobe.com" },
            version: bundle.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String ?? "1.0")
    }
}

/// The documented initialisers, on the standard platform.
extension AccessEnabler {
    /// Up to 2.x: without a software statement, which later versions can't do without.
    ///
    /// - Parameter profile: later than 2.x every `setRequestor` fails with R400.
    public convenience init(
        profile: CompatibilityProfile = .v2_5, settings: AccessEnablerSettings = AccessEnablerSettings()
    ) {
        self.init(nil, profile: profile, settings: settings, platform: .standard())
    }

    /// - Parameter softwareStatement: the JWT that names the registered application.
    public convenience init(
        _ softwareStatement: String, profile: CompatibilityProfile = .v3_9,
        settings: AccessEnablerSettings = AccessEnablerSettings()
    ) {
        self.init(softwareStatement, profile: profile, settings: settings, platform: .standard())
    }

    /// - Parameter storageCheck: what to check of the store first. Since 3.8.3.
    public convenience init(
        storageCheck: IntegrityCheckType, softwareStatement: String, profile: CompatibilityProfile = .v3_9,
        settings: AccessEnablerSettings = AccessEnablerSettings()
    ) {
        self.init(
            softwareStatement, storageCheck: storageCheck, profile: profile, settings: settings, platform: .standard())
    }
}
