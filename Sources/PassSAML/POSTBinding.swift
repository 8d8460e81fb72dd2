import PassCore

/// A message as fields of a form that a browser posts (SAML Bindings, section 3.5).
package enum POSTBinding {
    /// The names and values of the hidden inputs, in the order in which they are written; not HTML-escaped.
    package static func fields(
        for message: some SAMLMessage, relayState: RelayState?
    ) -> [(name: String, value: String)] {
        var fields = [(name: type(of: message).parameter.rawValue, value: Base64.encode(message.xml))]
        if let relayState { fields.append((BindingParameters.relayState, relayState.text)) }
        return fields
    }
}
