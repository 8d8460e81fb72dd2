/// The device that the SDK runs on, as its operating system tells it.
public protocol DeviceIdentity: Sendable {
    var operatingSystem: OperatingSystem { get }

    /// The identifier of that kind in clear, for the app that asks; the SDK sends its SHA-256 only.
    func identifier(_ kind: DeviceIdentifierKind) -> String
}

public struct OperatingSystem: Sendable, Hashable {
    public enum Name: String, Sendable, Hashable {
        case iOS
        case tvOS
    }

    public var name: Name
    /// The first component of its version, e.g. 9 for iOS 9.2.1.
    public var major: Int
    /// The whole version, e.g. `9.2.1`.
    public var version: String

    public init(_ name: Name, version: String) {
        self.name = name
        self.version = version
        major = Int(version.prefix { $0 != "." }) ?? 0
    }
}

/// What identified an Apple device over the years.
public enum DeviceIdentifierKind: Sendable, Hashable, CaseIterable {
    /// The MAC address of WiFi; from iOS 7 on every device answers the same placeholder.
    case macAddress
    /// The advertising identifier, the same for all apps until the user resets it.
    case advertising
    /// The vendor's identifier, the same for apps whose bundle IDs differ in the last component only.
    case vendor
}

/// The app that the SDK is built into.
public struct AppIdentity: Sendable, Hashable {
    /// E.g. `com.example.player`.
    public var bundleID: String
    /// The team that signed it, also called bundle seed ID.
    public var teamID: String
    /// The redirect URL with the app's registered scheme, e.g. `adbe.abc://adobe.com`; `nil` when it registered none.
    ///
    /// One whose scheme doesn't begin with `adbe.` counts as none: nobody would know where it ends.
    public var redirectURL: String?
    /// The app's version.
    public var version: String

    public init(bundleID: String, teamID: String, redirectURL: String? = nil, version: String = "1.0") {
        self.bundleID = bundleID
        self.teamID = teamID
        self.redirectURL = redirectURL
        self.version = version
    }

    /// The redirect URL, if it can be the end of a login.
    var customRedirectURL: String? { redirectURL.flatMap { Self.isCustomRedirect($0) ? $0 : nil } }

    /// Whether the URL has a scheme that the service gave to an app; case doesn't count.
    static func isCustomRedirect(_ url: String) -> Bool {
        let url = url.lowercased()
        return url.hasPrefix(CUSTOM_SCHEME_PREFIX) && url.contains("://")
    }
}
