package import PassCore

/// The fields of an authN token that the SDK reads.
///
/// The device fingerprint isn't one of them: checking it is left to the service.
package struct AuthenticationToken: Sendable, Equatable {
    package var guid: String
    package var requestor: String
    /// The MVPD that the user chose: if the token names a proxied MVPD and its proxy, the proxied MVPD.
    package var provider: String
    package var expires: Timestamp
    /// The expiry as written in the token, e.g. `2031/05/14 08:30:00 GMT +0000`.
    package var expiresText: String
    /// The MVPD's SAML session index, sent back in a logout.
    package var sessionIndex: String?
    /// The user's SAML name ID, sent back in a logout.
    package var nameID: String?
    /// The resources in the user's channel line-up; `nil` when the MVPD gives none.
    package var authorizedResources: [String]?

    /// Reads a token; `nil` when a required element is missing or can't be read.
    ///
    /// Other elements, the order of the elements and the name of the root don't matter.
    ///
    /// - Parameter text: the token as the service sent it, or as the vendor's pages print it. The second signature tag
    ///   may be an opening or a closing tag, and values may have white space around them.
    package init?(_ text: String, using xml: any EntitlementXMLReader) {
        guard let element = TokenText.element(text, using: xml),
            let guid = element.anywhere("simpleTokenAuthenticationGuid"),
            let requestor = element.anywhere("simpleTokenRequestorID"),
            let provider = element.anywhere("simpleTokenSubMvpdID") ?? element.anywhere("simpleTokenMsoID"),
            let expiresText = element.anywhere("simpleTokenExpires"), let expires = TokenText.expiry(expiresText)
        else { return nil }
        self.guid = guid
        self.requestor = requestor
        self.provider = provider
        self.expires = expires
        self.expiresText = expiresText
        sessionIndex = element.anywhere("simpleSamlSessionIndex")
        nameID = element.anywhere("simpleSamlNameID")
        authorizedResources = element.descendants("simpleAuthorizedResources").first?
            .all("simpleAuthorizedResource").compactMap { $0.attributes["simpleResourceID"] }
    }
}
