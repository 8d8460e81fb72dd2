package import PassCore
package import PassXML

/// A request or a response of the SAML protocol, written and read by both sides of the chain.
///
/// Values are plain: reading one says that its shape is right, not that somebody trustworthy sent it or that it is
/// still valid. A message is written in exclusive canonical form, so that a signature covers the bytes as they are written.
package protocol SAMLMessage: Sendable {
    /// The binding parameter that carries messages of this kind.
    static var parameter: SAMLParameter { get }
    /// The root element, in the namespace of the protocol.
    static var rootName: String { get }
    /// What a signature inside the message has to cover; all of it, unless a kind says otherwise.
    static var signedPart: SignedPart { get }

    var id: SAMLID { get }
    var issueInstant: Timestamp { get }
    /// The URL that the message was meant for.
    var destination: String? { get }

    /// Writes the message: prefixes declared where they are first used, attributes sorted, no tag self-closed.
    ///
    /// - Parameter signature: an element for the part that is signed, where the schemas want it: behind the issuer.
    func write(to xml: inout XMLWriter, signature: [UInt8])
    /// The ID and the canonical form of the part that is signed; `nil` for a message without that part.
    var signedElement: (id: SAMLID, form: [UInt8])? { get }
    /// Reads the tree of a whole message, which `XMLElement.message` has checked.
    init(root: XMLElement) throws(SAMLError)
}

extension SAMLMessage {
    /// The message without a signature.
    package var xml: [UInt8] { canonicalForm { write(to: &$0, signature: []) } }

    package var signedElement: (id: SAMLID, form: [UInt8])? { (id, xml) }

    func canonicalForm(_ write: (inout XMLWriter) -> Void) -> [UInt8] {
        var writer = XMLWriter(spelling: .canonical)
        write(&writer)
        return writer.bytes
    }
}

/// The form field or query parameter that carries a message (SAML Bindings, sections 3.4.4 and 3.5.4).
package enum SAMLParameter: String, Sendable, CaseIterable {
    case request = "SAMLRequest"
    case response = "SAMLResponse"
}

extension SAMLParameter {
    /// Throws unless messages of that type come in this parameter.
    func require<Message: SAMLMessage>(_ type: Message.Type) throws(SAMLError) {
        if self == Message.parameter { return }
        throw SAMLError(.missingMessage, "There is a \(rawValue), not a \(Message.parameter.rawValue).")
    }
}
