import PassCore
package import PassCrypto

/// The SAML fields of a posted form, taken apart but not yet believed.
package struct PostedMessage: Sendable {
    package let parameter: SAMLParameter
    package let xml: [UInt8]
    package let relayState: RelayState?

    /// Reads the decoded fields of a form; other fields are passed over.
    ///
    /// The base64 may have line breaks, which common encoders put every 64 or 76 characters. An empty RelayState counts
    /// as none.
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

    /// The message, if it is of that type and `key` signed it, or the assertion in it.
    package func read<Message: SAMLMessage>(
        _ type: Message.Type = Message.self, verifiedBy key: RSAPublicKey
    ) throws(SAMLError) -> Message {
        try parameter.require(Message.self)
        return try Message(xml: xml, verifiedBy: key)
    }

    /// The message, if it is of that type, from whomever.
    package func readUnverified<Message: SAMLMessage>(
        _ type: Message.Type = Message.self
    ) throws(SAMLError) -> Message {
        try parameter.require(Message.self)
        return try Message(xml: xml)
    }
}
