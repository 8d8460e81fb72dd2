/// The device that the SDK runs on, as its operating system describes it.
public protocol DeviceIdentity: Sendable {
    /// The device's operating system.
    var operatingSystem: AccessEnablerOperatingSystem { get }

    /// Returns the unhashed identifier of that kind, as the calling app sees it.
    ///
    /// The SDK sends only its SHA-256.
    func identifier(_ kind: DeviceIdentifierKind) -> String
}

/// The operating system of a device.
public struct AccessEnablerOperatingSystem: Sendable, Hashable {
    /// The name of an operating system.
    public enum Name: String, Sendable, Hashable {
        case iOS
        case tvOS
    }

    /// The name of the operating system.
    public var name: Name
    /// The first component of the version, e.g. 9 for iOS 9.2.1.
    public var major: Int
    /// The whole version, e.g. `9.2.1`.
    public var version: String

    /// Creates a value whose `major` is 0 if the version doesn't begin with a number.
    public init(_ name: Name, version: String) {
        self.name = name
        self.version = version
        major = Int(version.prefix { $0 != "." }) ?? 0
    }
}

/// A kind of identifier that Apple devices have had over the years.
public enum DeviceIdentifierKind: Sendable, Hashable, CaseIterable {
    /// The WiFi MAC address; from iOS 7 on every device gives the same placeholder.
    case macAddress
    /// The advertising identifier, the same for all apps until the user resets it.
    case advertising
    /// The vendor's identifier, the same for apps whose bundle IDs differ only in the last component.
    case vendor
}

/// The app that the SDK is built into.
public struct AccessEnablerAppIdentity: Sendable, Hashable {
    /// The bundle ID, e.g. `com.example.player`.
    public var bundleID: String
    /// The ID of the team that signed the app, also called the bundle seed ID.
    public var teamID: String
    /// The redirect URL with the app's registered scheme; `nil` when the app registered none.
    ///
    /// An example is `adbe.abc://adobe.com`. A URL whose scheme doesn't begin with `adbe.` counts as none, because a
    /// login that ended there couldn't be recognized.
    public var redirectURL: String?
    /// The app's version.
    public var version: String
    /// The way in which the app was installed; it decides which other apps share data with the app.
    public var installation: Installation
    /// The ID of the provisioning profile that the app was signed with; `nil` when it isn't known.
    public var provisioningProfile: String?

    /// A way to install an app.
    public enum Installation: Sendable, Hashable, CaseIterable {
        case appStore
        case testFlight
        case adHoc
        /// The app was installed from Xcode, on a device.
        case development
        /// The app runs on a simulator and isn't signed, so it belongs to no team.
        case simulator
    }

    /// Creates the identity of an app.
    public init(
        bundleID: String, teamID: String, redirectURL: String? = nil, version: String = "1.0",
        installation: Installation = .appStore, provisioningProfile: String? = nil
    ) {
        self.bundleID = bundleID
        self.teamID = teamID
        self.redirectURL = redirectURL
        self.version = version
        self.installation = installation
        self.provisioningProfile = provisioningProfile
    }

    /// The redirect URL, if a login can end there.
    var customRedirectURL: String? { redirectURL.flatMap { Self.isCustomRedirect($0) ? $0 : nil } }

    /// Whether the URL has a scheme of the form that the service gives to apps; case is ignored.
    static func isCustomRedirect(_ url: String) -> Bool {
        let url = url.lowercased()
        return url.hasPrefix(CUSTOM_SCHEME_PREFIX) && url.contains("://")
    }
}
