package import PassCore

/// The fields of an authZ token that the SDK reads.
package struct AuthorizationToken: Sendable, Equatable {
    package var requestor: String
    package var resource: String
    package var provider: String
    package var expires: Timestamp
    /// The expiry as written in the token's element `simpleTokenTTL`.
    package var expiresText: String

    /// Reads a token; `nil` when a required element is missing or can't be read.
    ///
    /// - Parameter text: the token in any form that `AuthenticationToken` accepts.
    package init?(_ text: String, using xml: any EntitlementXMLReader) {
        guard let element = TokenText.element(text, using: xml),
            let requestor = element.anywhere("simpleTokenRequestorID"),
            let resource = element.anywhere("simpleTokenResourceID"),
            let provider = element.anywhere("simpleTokenMsoID"),
            let expiresText = element.anywhere("simpleTokenTTL"), let expires = TokenText.expiry(expiresText)
        else { return nil }
        self.requestor = requestor
        self.resource = resource
        self.provider = provider
        self.expires = expires
        self.expiresText = expiresText
    }
}
