package import PassCrypto
package import PassEndpointKit

/// The endpoints of OAuth 2.0 MVPDs that clients call directly; the pages for browsers belong to `MVPDFamily`.
package struct OAuthFamily: EndpointFamily {
    package let endpoints: [any Endpoint]

    /// - Parameters:
    ///   - samlKey: signs ID tokens too, since an MVPD has one key for everything that it signs.
    ///   - sealer: seals the tokens, which are opaque to clients.
    package init(samlKey: RSAPrivateKey, sealer: Sealer) {
        let key = IDTokenKey(samlKey)
        endpoints = [
            DescribeProvider(),
            PublishKeys(key: key),
            IssueTokens(sealer: sealer, key: key),
            DescribeSubscriber(sealer: sealer),
            RevokeToken(sealer: sealer),
        ]
    }
}
