package import PassCore
import PassXML

/// What the SDK reads of an authN token; the fingerprint in it is not its business.
package struct AuthenticationToken: Sendable, Equatable {
    package var guid: String
    package var requestor: String
    /// The MVPD that the user chose: the proxied one where the token names one beside its proxy.
    package var provider: String
    package var expires: Timestamp
    /// The expiry as it is written, e.g. `2031/05/14 08:30:00 GMT +0000`.
    package var expiresText: String
    package var sessionIndex: String?
    package var nameID: String?
    /// The channel line-up, where the MVPD gives one.
    package var authorizedResources: [String]?

    /// - Parameter text: the token as the service sent it, or as the vendor's pages print it: with either form of the second
    ///   signature tag, and white space around values. `nil` when a required element is missing or can't be read.
    package init?(_ text: String) {
        guard let element = TokenText.element(text, named: "simpleAuthenticationToken"),
            let guid = element.value("simpleTokenAuthenticationGuid"),
            let requestor = element.value("simpleTokenRequestorID"),
            let provider = element.value("simpleTokenSubMvpdID") ?? element.value("simpleTokenMsoID"),
            let expiresText = element.value("simpleTokenExpires"), let expires = TokenText.expiry(expiresText)
        else { return nil }
        self.guid = guid
        self.requestor = requestor
        self.provider = provider
        self.expires = expires
        self.expiresText = expiresText
        sessionIndex = element.value("simpleSamlSessionIndex")
        nameID = element.value("simpleSamlNameID")
        authorizedResources = element.first("simpleAuthorizedResources")?
            .all("simpleAuthorizedResource").compactMap { $0[attribute: "simpleResourceID"] }
    }
}
