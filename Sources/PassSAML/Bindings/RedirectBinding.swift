import PassCore
package import PassCrypto

/// A message in the query of a URL (SAML Bindings, section 3.4), with a signature that is a separate parameter.
package enum RedirectBinding {
    /// Returns the URL that carries `message` to `location`. The location may have a query of its own; its fragment is
    /// dropped.
    ///
    /// Call this on a worker, because an RSA signature takes time. Without a key the message isn't signed.
    package static func url(
        for message: some SAMLMessage, to location: String, relayState: RelayState?, signedBy key: RSAPrivateKey?
    ) throws(SAMLError) -> String {
        let base = location.prefix { $0 != "#" }
        let separator = base.contains("?") ? (base.hasSuffix("?") || base.hasSuffix("&") ? "" : "&") : "?"
        return try base + separator + query(for: message, relayState: relayState, signedBy: key)
    }

    /// Returns the query: the parameters in the order in which they are signed, then the signature.
    package static func query(
        for message: some SAMLMessage, relayState: RelayState?, signedBy key: RSAPrivateKey?
    ) throws(SAMLError) -> String {
        let deflated = try RawDeflate.compress(message.xml)
        var query = type(of: message).parameter.rawValue + "=" + PercentEncoding.encode(Base64.encode(deflated))
        if let relayState {
            query += "&\(BindingParameters.relayState)=" + PercentEncoding.encode(relayState.text)
        }
        guard let key else { return query }
        query += "&\(BindingParameters.algorithm)=" + PercentEncoding.encode(XMLSignature.rsaSHA256)
        let signature = Base64.encode(key.signature(over: Array(query.utf8)))
        return query + "&\(BindingParameters.signature)=" + PercentEncoding.encode(signature)
    }
}
