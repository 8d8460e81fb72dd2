import PassCore
package import PassCrypto

/// A message as fields of a form that a browser posts (SAML Bindings, section 3.5).
package enum POSTBinding {
    /// The names and values of the hidden inputs, in the order in which they are written; not HTML-escaped.
    ///
    /// A signature costs what an RSA signature costs, so this belongs on a worker. Without a key there is none.
    package static func fields(
        for message: some SAMLMessage, relayState: RelayState?, signedBy key: RSAPrivateKey?
    ) throws(SAMLError) -> [(name: String, value: String)] {
        let xml = if let key { try message.xml(signedBy: key) } else { message.xml }
        var fields = [(name: type(of: message).parameter.rawValue, value: Base64.encode(xml))]
        if let relayState { fields.append((BindingParameters.relayState, relayState.text)) }
        return fields
    }
}
