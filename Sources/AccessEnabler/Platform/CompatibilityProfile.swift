/// Which version of the original SDK this one behaves like.
public struct CompatibilityProfile: Sendable, Hashable {
    public var version: SDKVersion
    /// Whether a remembered MVPD whose last login succeeded spares the user the picker; the vendor's pages disagree.
    public var rememberedProviderSkipsPicker = true

    public init(_ version: SDKVersion) { self.version = version }

    /// The default.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let v3_9 = CompatibilityProfile(SDKVersion(3, 9))
    /// The last one before software statements.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let v2_5 = CompatibilityProfile(SDKVersion(2, 5))

    /// 3.0: a software statement and client registration instead of a signed requestor ID; registration codes.
    package var registersClient: Bool { version >= SDKVersion(3, 0) }
    /// 3.0: `adobepass://ios.app`, before it an http URL.
    package var redirectURL: String { registersClient ? ADOBEPASS_REDIRECT_URL : ADOBEPASS_LEGACY_REDIRECT_URL }
    /// 3.1: MVPDs that want the secure browser get it.
    package var knowsSecureBrowser: Bool { version >= SDKVersion(3, 1) }
    /// 2.5: a device mismatch is told as SEC412 and clears the requestor's tokens.
    package var reportsDeviceMismatch: Bool { version >= SDKVersion(2, 5) }
    /// 1.7 to 3.0 for every MVPD; from 3.1 for those in the secure browser only.
    package var authenticatesPassively: Bool { version >= SDKVersion(1, 7) }

    package var storeGeneration: StoreGeneration {
        switch version {
        case ..<SDKVersion(1, 7): .single
        case ..<SDKVersion(1, 9): .nested
        case ..<SDKVersion(3, 7): .partitioned
        default: .keychain
        }
    }
}
