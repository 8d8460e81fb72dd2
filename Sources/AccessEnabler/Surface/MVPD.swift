/// A pay-TV provider that the requestor works with, as the service's configuration describes it.
public struct MVPD: Sendable, Hashable {
    /// What `setSelectedProvider` takes.
    public var id: String
    public var displayName: String
    public var logoURL: String
    /// The service provider that listed it, where every call for it goes: scheme, host, path prefix.
    public var spUrl: String
    /// The same without a path: where registration codes and clients are made.
    public var spBaseUrl: String
    /// Whether each requestor must get a token of its own.
    public var hasAuthNPerRequestor = false
    public var passiveAuthnEnabled = true
    public var tempPass = false
    /// Whether the login wants SFSafariViewController instead of a web view.
    public var useSVC = false
    /// Whether single sign-on with other requestors is off for this one: its token is not shared in either direction.
    public var isSsoDisabled = false
    public var enablePlatformServices = false
    /// `SUPPORTED`, `PICKER`, or `nil` where the platform doesn't list it.
    public var boardingStatus: String?
    public var enforcePlatformPermissions = false
    public var displayInPlatformPicker = false
    public var platformMappingId: String?
    public var requiredMetadataFields: [String] = []

    public init(id: String, displayName: String, logoURL: String, spUrl: String, spBaseUrl: String) {
        self.id = id
        self.displayName = displayName
        self.logoURL = logoURL
        self.spUrl = spUrl
        self.spBaseUrl = spBaseUrl
    }

    /// The name in Objective-C.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public var ID: String { id }
}
