public import AccessEnabler
import Foundation

extension Platform {
    /// Returns a platform built from the system's own services.
    ///
    /// Requests go through URLSession, time comes from the system's clock, and the store is in files in the app's
    /// support folder. The main thread is recognised by the main queue. Callbacks run on a serial queue, and the log
    /// goes to standard error.
    ///
    /// - Parameters:
    ///   - app: the identity of the app, by default as the main bundle gives it.
    ///   - device: by default an iOS device whose identifier is made at the first start and kept in `folder`.
    ///   - folder: the folder of the store; apps that use the same one share their logins. The default is
    ///     `AccessEnabler` in the user's support folder.
    ///   - callbackExecutor: the executor on which the delegates are called. Delegates that change what the user sees
    ///     need `MainQueueCallbackExecutor`.
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

    /// Returns the device's identifier, which a file of its own keeps.
    ///
    /// If the file can't be read or written, the identifier is new in each call.
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
    /// The identity that the main bundle gives; an executable without a bundle ID is named after its process.
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
    /// Creates an SDK of a version up to 2.x, which needs no software statement.
    ///
    /// - Parameter profile: the version to imitate. If it is later than 2.x, every `setRequestor` fails with R400.
    public convenience init(
        profile: CompatibilityProfile = .v2_5, settings: AccessEnablerSettings = AccessEnablerSettings()
    ) {
        self.init(nil, profile: profile, settings: settings, platform: .standard())
    }

    /// Creates an SDK with a software statement.
    ///
    /// - Parameter softwareStatement: the JWT that names the registered application.
    public convenience init(
        _ softwareStatement: String, profile: CompatibilityProfile = .v3_9,
        settings: AccessEnablerSettings = AccessEnablerSettings()
    ) {
        self.init(softwareStatement, profile: profile, settings: settings, platform: .standard())
    }

    /// Creates an SDK that checks its store first. Since 3.8.3.
    ///
    /// - Parameters:
    ///   - storageCheck: the check of the store.
    ///   - softwareStatement: the JWT that names the registered application.
    public convenience init(
        storageCheck: IntegrityCheckType, softwareStatement: String, profile: CompatibilityProfile = .v3_9,
        settings: AccessEnablerSettings = AccessEnablerSettings()
    ) {
        self.init(
            softwareStatement, storageCheck: storageCheck, profile: profile, settings: settings, platform: .standard())
    }
}
