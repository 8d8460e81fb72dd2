package import PassCrypto
import PassXML

extension SAMLMessage {
    package static var signedPart: SignedPart { .message }

    /// Reads a message without checking who sent it.
    package init(xml: [UInt8]) throws(SAMLError) {
        try self.init(root: XMLElement.message(xml, Self.rootName))
    }

    /// Reads a message and throws unless `key` signed the part that has to be signed. A message without that part, such
    /// as a response without an assertion, is returned unverified.
    ///
    /// - Throws: `SAMLError` with the code `notSigned`, `algorithm` or `badSignature` if the signature is at fault.
    package init(xml: [UInt8], verifiedBy key: RSAPublicKey) throws(SAMLError) {
        let root = try XMLElement.message(xml, Self.rootName)
        try self.init(root: root)
        switch Self.signedPart {
        case .message: try EnvelopedSignature.verify(root, in: root, by: key)
        case .assertion:
            // This is the assertion that was just read: a message with any other assertion has been refused.
            guard let assertion = try root.single("Assertion", in: SAMLNamespace.assertion) else { return }
            try EnvelopedSignature.verify(assertion, in: root, by: key)
        }
    }

    /// Returns the message with an enveloped signature, in exclusive canonical form.
    ///
    /// Call this on a worker, because an RSA signature takes time.
    ///
    /// - Throws: `SAMLError` with the code `notXML` if the message and its signature are longer than readers accept.
    package func xml(signedBy key: RSAPrivateKey) throws(SAMLError) -> [UInt8] {
        let signature = signedElement.map { EnvelopedSignature.make(over: $0.form, id: $0.id, by: key) } ?? []
        let signed = canonicalForm { write(to: &$0, signature: signature) }
        guard signed.count <= XMLLimits.message.bytes else {
            throw SAMLError(.notXML, "The message has more than \(XMLLimits.message.bytes) bytes.")
        }
        return signed
    }
}
