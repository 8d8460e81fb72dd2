package import PassCore

/// What the SDK reads of an authZ token.
package struct AuthorizationToken: Sendable, Equatable {
    package var requestor: String
    package var resource: String
    package var provider: String
    package var expires: Timestamp
    package var expiresText: String

    /// - Parameter text: as for `AuthenticationToken`.
    package init?(_ text: String) { return nil }
}
