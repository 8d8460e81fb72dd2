package import PassCrypto
package import PassEndpointKit

/// What OAuth 2.0 MVPDs have for clients instead of people, beside the pages of `MVPDFamily`.
package struct OAuthFamily: EndpointFamily {
    package let endpoints: [any Endpoint]

    /// - Parameters:
    ///   - samlKey: signs ID tokens: an MVPD has one key for all that it says.
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
