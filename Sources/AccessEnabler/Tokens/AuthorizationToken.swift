package import PassCore

/// What the SDK reads of an authZ token.
package struct AuthorizationToken: Sendable, Equatable {
    package var requestor: String
    package var resource: String
    package var provider: String
    package var expires: Timestamp
    /// As it is written, in the element `simpleTokenTTL`.
    package var expiresText: String

    /// - Parameter text: as for `AuthenticationToken`.
    package init?(_ text: String) {
        guard let element = TokenText.element(text, named: "simpleAuthorizationToken"),
            let requestor = element.value("simpleTokenRequestorID"),
            let resource = element.value("simpleTokenResourceID"), let provider = element.value("simpleTokenMsoID"),
            let expiresText = element.value("simpleTokenTTL"), let expires = TokenText.expiry(expiresText)
        else { return nil }
        self.requestor = requestor
        self.resource = resource
        self.provider = provider
        self.expires = expires
        self.expiresText = expiresText
    }
}
