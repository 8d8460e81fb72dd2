/// The version of the original SDK that this SDK imitates, and the choices that the vendor's pages leave open.
public struct CompatibilityProfile: Sendable, Hashable {
    /// The version to imitate.
    public var version: SDKVersion
    /// Whether the user skips the picker if the last login at the remembered MVPD succeeded.
    ///
    /// The vendor's pages disagree about this.
    public var rememberedProviderSkipsPicker = true

    /// Creates the profile of a version.
    public init(_ version: SDKVersion) { self.version = version }

    /// The default profile, except in `AccessEnabler.init(profile:settings:)`.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let v3_9 = CompatibilityProfile(SDKVersion(3, 9))
    /// The profile of the last version before software statements; the default in
    /// `AccessEnabler.init(profile:settings:)`.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let v2_5 = CompatibilityProfile(SDKVersion(2, 5))

    /// Whether the SDK registers a client (3.0 and later).
    ///
    /// An SDK that registers uses a software statement instead of a signed requestor ID, and logs in with registration
    /// codes.
    package var registersClient: Bool { version >= SDKVersion(3, 0) }
    /// Whether the SDK uses the secure browser for MVPDs that require it (3.1 and later).
    package var knowsSecureBrowser: Bool { version >= SDKVersion(3, 1) }
    /// Whether a device mismatch is reported as SEC412, and a login that the service rejects is erased (2.5 and later).
    package var reportsDeviceMismatch: Bool { version >= SDKVersion(2, 5) }
    /// Whether the SDK tries passive authentication (1.7 and later).
    ///
    /// Up to 3.0 the SDK tries it at every MVPD that allows it; from 3.1 on, only at those that require the secure
    /// browser.
    package var authenticatesPassively: Bool { version >= SDKVersion(1, 7) }

    /// The generation of the store that this version uses.
    package var storeGeneration: StoreGeneration {
        switch version {
        case ..<SDKVersion(1, 7): .single
        case ..<SDKVersion(1, 9): .nested
        case ..<SDKVersion(3, 7): .partitioned
        default: .keychain
        }
    }
}
