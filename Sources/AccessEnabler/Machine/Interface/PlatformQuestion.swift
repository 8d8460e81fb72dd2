/// A question that the SDK asks the platform's own sign-on.
enum PlatformQuestion: Sendable, Hashable {
    /// Whether the app may use the platform's account.
    case permission
    /// The account that the user is signed in to.
    case account
    /// The user's choice in the platform's picker, which shows MVPDs by their identifiers at the platform.
    case pick(providers: [String], featured: [String])
    /// The MVPD's SAML response to a request of the service.
    case samlResponse(to: String, account: PlatformAccount)
}

/// The platform's answer to a `PlatformQuestion`.
enum PlatformAnswer: Sendable, Hashable {
    case permission(PlatformPermission)
    /// The user's account; `nil` when the user isn't signed in.
    case account(PlatformAccount?)
    case accountFailed(String)
    case picked(PlatformChoice)
    case samlResponse(String)
    case samlResponseFailed(String)
}
