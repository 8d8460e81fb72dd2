import PassCore
package import PassCrypto

/// A message in the query of a URL (SAML Bindings, section 3.4), with a signature beside it rather than inside.
package enum RedirectBinding {
    /// The URL that carries `message` to `location`, which may have a query of its own; a fragment is dropped.
    ///
    /// A signature costs what an RSA signature costs, so this belongs on a worker. Without a key there is none.
    package static func url(
        for message: some SAMLMessage, to location: String, relayState: RelayState?, signedBy key: RSAPrivateKey?
    ) throws(SAMLError) -> String {
        let base = location.prefix { $0 != "#" }
        let separator = base.contains("?") ? (base.hasSuffix("?") || base.hasSuffix("&") ? "" : "&") : "?"
        return try base + separator + query(for: message, relayState: relayState, signedBy: key)
    }

    /// The parameters in the order in which they are signed, then the signature.
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
