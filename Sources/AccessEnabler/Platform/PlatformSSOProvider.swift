/// The platform's own account with a provider (Apple's Video Subscriber Account), where there is one.
///
/// Source: "Apple SSO cookbook" (iOS/tvOS).
public protocol PlatformSSOProvider: Sendable {
    func permission() async -> PlatformPermission

    /// The account that the user signed in to in the system's settings, without asking; `nil` when there is none.
    func account() async throws -> PlatformAccount?

    /// Shows the platform's picker.
    ///
    /// - Parameters:
    ///   - providers: the MVPDs to show, in order, by their identifiers at the platform.
    ///   - featured: those of them that are marked.
    func pick(providers: [String], featured: [String]) async -> PlatformChoice

    /// The provider's SAML answer to the service's question, given out by the platform.
    ///
    /// - Parameter request: base64, as the service sent it.
    /// - Returns: the response's XML, or base64 of it.
    func samlResponse(to request: String, for account: PlatformAccount) async throws -> String
}

public enum PlatformPermission: Sendable, Hashable {
    case granted
    case denied
    case undetermined
    /// The framework failed, with its own words.
    case failed(String)
}

public struct PlatformAccount: Sendable, Hashable {
    /// The provider's identifier at the platform (`platformMappingId`).
    public var providerID: String

    public init(providerID: String) { self.providerID = providerID }
}

/// How the platform's picker ended.
public enum PlatformChoice: Sendable, Hashable {
    case signedIn(PlatformAccount)
    /// A provider that the platform lists and Adobe logs in (`boardingStatus` `PICKER`), by its identifier at the platform.
    case listed(String)
    /// "Other TV Provider".
    case other
    /// A provider that this requestor doesn't support.
    case unsupported
    case cancelled
    /// The account's metadata could not be got, with the reason.
    case metadataFailed(String)
    /// The framework failed, with its own words.
    case failed(String)
}

/// An opaque dialog of the platform, handed through to the app.
public protocol PlatformDialog: Sendable {}
