/// The platform's own sign-on, which manages the user's account with an MVPD (Apple's Video Subscriber Account).
///
/// Source: "Apple SSO cookbook" (iOS/tvOS).
public protocol PlatformSSOProvider: Sendable {
    /// Returns whether the app may use the account.
    func permission() async -> PlatformPermission

    /// Returns the account that the user signed in to in the system's settings; `nil` when there is none.
    ///
    /// The user isn't prompted.
    func account() async throws -> PlatformAccount?

    /// Shows the platform's picker, and returns how it ended.
    ///
    /// - Parameters:
    ///   - providers: the MVPDs to show, in order, by their identifiers at the platform.
    ///   - featured: those of `providers` that the picker features.
    func pick(providers: [String], featured: [String]) async -> PlatformChoice

    /// Has the platform obtain the MVPD's SAML response to the service's request, and returns the response.
    ///
    /// - Parameter request: the SAML request in base64, as the service sent it.
    /// - Returns: the response's XML, or its base64.
    func samlResponse(to request: String, for account: PlatformAccount) async throws -> String
}

/// The user's permission for the app to use the platform's account.
public enum PlatformPermission: Sendable, Hashable {
    case granted
    case denied
    case undetermined
    /// The framework failed, with this message.
    case failed(String)
}

/// The user's account with an MVPD, as the platform knows it.
public struct PlatformAccount: Sendable, Hashable {
    /// The MVPD's identifier at the platform (`platformMappingId`).
    public var providerID: String

    /// Creates an account with that MVPD.
    public init(providerID: String) { self.providerID = providerID }
}

/// The way in which the platform's picker ended.
public enum PlatformChoice: Sendable, Hashable {
    /// The user signed in to this account.
    case signedIn(PlatformAccount)
    /// The user chose an MVPD that the platform lists and Adobe logs in (`boardingStatus` `PICKER`).
    ///
    /// The value is the MVPD's identifier at the platform.
    case listed(String)
    /// The user chose "Other TV Provider".
    case other
    /// The user chose an MVPD that this requestor doesn't support.
    case unsupported
    case cancelled
    /// The account's metadata couldn't be fetched, for this reason.
    case metadataFailed(String)
    /// The framework failed, with this message.
    case failed(String)
}
