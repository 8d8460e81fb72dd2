import PassCore
package import PassCrypto

/// A message in the fields of a form that a browser posts (SAML Bindings, section 3.5).
package enum POSTBinding {
    /// Returns the names and values of the hidden inputs in the order in which to write them, not HTML-escaped.
    ///
    /// Call this on a worker, because an RSA signature takes time. Without a key the message isn't signed.
    package static func fields(
        for message: some SAMLMessage, relayState: RelayState?, signedBy key: RSAPrivateKey?
    ) throws(SAMLError) -> [(name: String, value: String)] {
        let xml = if let key { try message.xml(signedBy: key) } else { message.xml }
        var fields = [(name: type(of: message).parameter.rawValue, value: Base64.encode(xml))]
        if let relayState { fields.append((BindingParameters.relayState, relayState.text)) }
        return fields
    }
}
