/// An MVPD that the requestor works with, as the service's configuration describes it.
public struct MVPD: Sendable, Hashable {
    /// The MVPD's identifier, which `setSelectedProvider` takes.
    public var id: String
    /// The name to show to the user.
    public var displayName: String
    /// The URL of the MVPD's logo.
    public var logoURL: String
    /// The URL of the service provider that listed the MVPD: scheme, host and path prefix. Every call for the MVPD goes
    /// there.
    public var spUrl: String
    /// The service provider's URL without the last part of its path; registration codes and clients are created there.
    public var spBaseUrl: String
    /// Whether each requestor must get an authN token of its own.
    public var hasAuthNPerRequestor = false
    /// Whether the MVPD allows passive authentication.
    public var passiveAuthnEnabled = true
    /// Whether this is a temporary pass, which needs no login by the user.
    public var tempPass = false
    /// Whether the login requires SFSafariViewController instead of a web view.
    public var useSVC = false
    /// Whether single sign-on between this requestor and others is off at this MVPD, so that no token is shared in
    /// either direction.
    public var isSsoDisabled = false
    /// Whether this requestor lets the MVPD's subscribers sign on through the platform (Apple).
    public var enablePlatformServices = false
    /// The MVPD's state at the platform: `SUPPORTED`, `PICKER`, or `nil` for an MVPD that the platform doesn't list.
    ///
    /// With `SUPPORTED` the platform logs the user in; with `PICKER` the platform's picker only lists the MVPD, and
    /// Adobe logs the user in.
    public var boardingStatus: String?
    /// The configuration's `enforcePlatformPermissions`; the SDK doesn't act on it.
    public var enforcePlatformPermissions = false
    /// Whether the platform's picker may show the MVPD.
    public var displayInPlatformPicker = false
    /// The platform's identifier of the MVPD.
    public var platformMappingId: String?
    /// The names of the metadata that the platform must return; the SDK doesn't act on them.
    public var requiredMetadataFields: [String] = []

    /// Creates an MVPD without an identifier, whose flags have their default values.
    public init() { self.init(id: "", displayName: "", logoURL: "", spUrl: "", spBaseUrl: "") }

    /// Creates an MVPD whose flags have their default values.
    public init(id: String, displayName: String, logoURL: String, spUrl: String, spBaseUrl: String) {
        self.id = id
        self.displayName = displayName
        self.logoURL = logoURL
        self.spUrl = spUrl
        self.spBaseUrl = spBaseUrl
    }

    /// The MVPD's identifier, under its Objective-C name.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public var ID: String! {
        get { id }
        set { id = newValue ?? "" }
    }
}
