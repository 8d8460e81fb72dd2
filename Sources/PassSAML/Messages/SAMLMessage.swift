package import PassCore
package import PassXML

/// A request or a response of the SAML protocol. Service providers and identity providers both write and read such
/// messages.
///
/// A message is a plain value. Reading a message proves only that its structure is right: the sender is unverified, and
/// the message may have expired. Messages are written in exclusive canonical form, so that a signature covers the bytes
/// exactly as written.
package protocol SAMLMessage: Sendable {
    /// The binding parameter that carries messages of this kind.
    static var parameter: SAMLParameter { get }
    /// The name of the root element, in the namespace of the protocol.
    static var rootName: String { get }
    /// The part that a signature inside the message has to cover: the whole message, unless the type of the message
    /// says otherwise.
    static var signedPart: SignedPart { get }

    var id: SAMLID { get }
    var issueInstant: Timestamp { get }
    /// The URL that the message is addressed to.
    var destination: String? { get }

    /// Writes the message, with prefixes declared where they are first used, attributes sorted, and no self-closing
    /// tags.
    ///
    /// - Parameter signature: the signature of the signed part, to be written where the schemas require it, after the
    ///   issuer.
    func write(to xml: inout XMLWriter, signature: [UInt8])
    /// The ID and the canonical form of the part to sign; `nil` if the message doesn't have that part.
    var signedElement: (id: SAMLID, form: [UInt8])? { get }
    /// Reads the tree of a whole message, which `XMLElement.message` has checked.
    init(root: XMLElement) throws(SAMLError)
}

extension SAMLMessage {
    /// The message without a signature.
    package var xml: [UInt8] { canonicalForm { write(to: &$0, signature: []) } }

    package var signedElement: (id: SAMLID, form: [UInt8])? { (id, xml) }

    /// Returns the bytes that `write` writes in canonical form.
    func canonicalForm(_ write: (inout XMLWriter) -> Void) -> [UInt8] {
        var writer = XMLWriter(spelling: .canonical)
        write(&writer)
        return writer.bytes
    }
}

/// The part of a message that a signature inside it covers. Nothing else in the message can be trusted.
package enum SignedPart: Sendable {
    /// The root element with everything in it.
    case message
    /// The assertion. A message without an assertion isn't signed.
    case assertion
}

/// A form field or query parameter that carries a message (SAML Bindings, sections 3.4.4 and 3.5.4).
package enum SAMLParameter: String, Sendable, CaseIterable {
    case request = "SAMLRequest"
    case response = "SAMLResponse"
}

extension SAMLParameter {
    /// Throws unless this parameter is the one that carries messages of this type.
    func require<Message: SAMLMessage>(_ type: Message.Type) throws(SAMLError) {
        if self == Message.parameter { return }
        throw SAMLError(
            .missingMessage,
            "The message has a \(rawValue) parameter instead of a \(Message.parameter.rawValue).")
    }
}
