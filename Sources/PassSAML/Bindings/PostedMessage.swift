import PassCore
package import PassCrypto

/// The SAML fields of a posted form, decoded but not verified.
package struct PostedMessage: Sendable {
    package let parameter: SAMLParameter
    /// The message, unverified.
    package let xml: [UInt8]
    package let relayState: RelayState?

    /// Reads the decoded fields of a form and ignores fields that the binding doesn't define.
    ///
    /// The base64 may have line breaks, which common encoders insert every 64 or 76 characters. An empty RelayState
    /// counts as none.
    package init(fields: some Sequence<(name: String, value: String)>) throws(SAMLError) {
        var parameters = BindingParameters()
        for field in fields { try parameters.add(field.name, field.value) }
        let message = try parameters.message()
        guard message.value.utf8.count <= 1 << 19, let xml = Base64.decodeLeniently(message.value), !xml.isEmpty else {
            throw SAMLError(.encoding, "The \(message.parameter.rawValue) is not base64, or too long.")
        }
        parameter = message.parameter
        self.xml = xml
        relayState = try parameters.receivedRelayState()
    }

    /// Returns the message. Throws unless it is of this type and `key` signed its `SignedPart`: the message itself or
    /// the assertion in it. A response without an assertion is returned unverified.
    package func read<Message: SAMLMessage>(
        _ type: Message.Type = Message.self, verifiedBy key: RSAPublicKey
    ) throws(SAMLError) -> Message {
        try parameter.require(Message.self)
        return try Message(xml: xml, verifiedBy: key)
    }

    /// Returns the message without checking who sent it. Throws unless it is of this type.
    package func readUnverified<Message: SAMLMessage>(
        _ type: Message.Type = Message.self
    ) throws(SAMLError) -> Message {
        try parameter.require(Message.self)
        return try Message(xml: xml)
    }
}
