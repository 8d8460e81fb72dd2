package import PassCrypto
import PassXML

/// What a signature inside a message covers, which is also all that is believed of it.
package enum SignedPart: Sendable {
    /// The root with everything in it.
    case message
    /// The assertion; a message without one is not signed.
    case assertion
}

extension SAMLMessage {
    package static var signedPart: SignedPart { .message }

    /// The message as it came, from whomever.
    package init(xml: [UInt8]) throws(SAMLError) {
        try self.init(root: XMLElement.message(xml, Self.rootName))
    }

    /// The message, if `key` signed the part of it that has to be.
    ///
    /// - Throws: `SAMLError` with the code `notSigned`, `algorithm` or `badSignature` for reasons of the signature.
    package init(xml: [UInt8], verifiedBy key: RSAPublicKey) throws(SAMLError) {
        let root = try XMLElement.message(xml, Self.rootName)
        try self.init(root: root)
        switch Self.signedPart {
        case .message: try EnvelopedSignature.verify(root, in: root, by: key)
        case .assertion:
            // The one that was just read: a message with any other has been refused.
            guard let assertion = try root.single("Assertion", in: SAMLNamespace.assertion) else { return }
            try EnvelopedSignature.verify(assertion, in: root, by: key)
        }
    }

    /// The message with an enveloped signature, in exclusive canonical form.
    ///
    /// It costs what an RSA signature costs, so this belongs on a worker.
    ///
    /// - Throws: `SAMLError` with the code `notXML` for a message that nobody would read, being too long.
    package func xml(signedBy key: RSAPrivateKey) throws(SAMLError) -> [UInt8] {
        let signature = signedElement.map { EnvelopedSignature.make(over: $0.form, id: $0.id, by: key) } ?? []
        let signed = canonicalForm { write(to: &$0, signature: signature) }
        guard signed.count - signature.count <= XMLLimits.message.bytes else {
            throw SAMLError(.notXML, "The message has more than \(XMLLimits.message.bytes) bytes.")
        }
        return signed
    }
}
