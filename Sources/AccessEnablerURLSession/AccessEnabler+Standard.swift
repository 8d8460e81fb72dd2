public import AccessEnabler
import Foundation

#if os(Linux)
    import AccessEnablerOpenSSL
#else
    import AccessEnablerApple
#endif

extension AccessEnabler.Platform {
    /// Returns a platform built from the system's own services.
    ///
    /// Requests go through URLSession, time comes from the system's clock, and the store is in files in the app's
    /// support folder. The main thread is recognized by the main queue. Callbacks run on a serial queue, and the log
    /// goes to standard error.
    ///
    /// - Parameters:
    ///   - app: the identity of the app, by default as the main bundle gives it.
    ///   - device: the device, by default an iOS device whose identifier is created at the first start and kept in
    ///     `folder`.
    ///   - folder: the folder of the store; apps that use the same folder share their logins. The default is
    ///     `AccessEnabler` in the user's support folder.
    ///   - callbackExecutor: the executor on which the delegates are called. Delegates that change what the user sees
    ///     need `MainQueueCallbackExecutor`.
    public static func standard(
        app: AccessEnabler.AppIdentity = .standard, device: (any DeviceIdentity)? = nil, folder: String? = nil,
        callbackExecutor: any CallbackExecutor = SerialCallbackExecutor()
    ) -> AccessEnabler.Platform {
        let folder = folder ?? standardFolder
        return AccessEnabler.Platform(
            transport: URLSessionTransport(), clock: SystemClock(),
            storage: FileStorageProvider(folder: folder, app: app.bundleID),
            device: device ?? StaticDevice(identifier: deviceIdentifier(in: folder)), app: app, hasher: hasher,
            xmlReader: xmlReader,
            mainExecutor: MainQueueExecutor(), callbackExecutor: callbackExecutor,
            logger: StandardErrorLogger())
    }

    #if os(Linux)
        private static let hasher = OpenSSLHasher()
        private static let xmlReader = ExpatXMLReader()
    #else
        private static let hasher = CryptoKitHasher()
        private static let xmlReader = FoundationXMLReader()
    #endif

    private static var standardFolder: String {
        let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
        return (folders.first ?? FileManager.default.temporaryDirectory).appendingPathComponent("AccessEnabler").path
    }

    /// Returns the device's identifier, which is kept in a file of its own.
    ///
    /// If the file can't be read or written, each call returns a new identifier.
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

extension AccessEnabler.AppIdentity {
    /// The identity that the main bundle gives; an executable without a bundle ID is named after its process.
    public static var standard: AccessEnabler.AppIdentity {
        let bundle = Bundle.main
        let name = bundle.bundleIdentifier ?? ProcessInfo.processInfo.processName
        let schemes = (bundle.object(forInfoDictionaryKey: "CFBundleURLTypes") as? [[String: Any]] ?? [])
            .flatMap { $0["CFBundleURLSchemes"] as? [String] ?? [] }
        return AccessEnabler.AppIdentity(
            bundleID: name, teamID: "",
            redirectURL: schemes.first { $0.hasPrefix(CUSTOM_SCHEME_PREFIX) }.map { "\($0)://adobe.com" },
            version: bundle.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String ?? "1.0")
    }
}
