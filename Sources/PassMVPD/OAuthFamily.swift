package import PassCrypto
package import PassEndpointKit

/// The endpoints of OAuth 2.0 MVPDs that clients call directly; the pages for browsers belong to `MVPDFamily`.
package struct OAuthFamily: EndpointFamily {
    package let endpoints: [any Endpoint]

    /// Creates the endpoints.
    ///
    /// - Parameter samlKey: the key that signs SAML messages. It also signs ID tokens, since an MVPD has one key for
    ///   everything that it signs.
    package init(samlKey: RSAPrivateKey) {
        let key = IDTokenKey(samlKey)
        endpoints = [
            DescribeOpenIDProvider(),
            PublishKeys(key: key),
            IssueTokens(key: key),
            DescribeSubscriber(),
            RevokeToken(),
        ]
    }
}
