import PassCore
import PassCrypto
import PassXML

extension EnvelopedSignature {
    private static let declaration = [("xmlns:ds", XMLSignature.namespace)]

    /// Returns the `Signature` element for an element, in canonical form.
    ///
    /// The element has no `KeyInfo`, because the verifier has the public key already.
    ///
    /// - Parameters:
    ///   - form: the canonical form of the element to sign.
    ///   - id: the element's ID.
    static func make(over form: [UInt8], id: SAMLID, by key: RSAPrivateKey) -> [UInt8] {
        let digest = Base64.encode(Digest.sha256(form))
        var info = XMLWriter(spelling: .canonical)
        // The `SignedInfo` is written twice, both times in canonical form. On its own it declares the prefix. Inside
        // the signature it doesn't, because the signature declares the prefix already.
        write(&info, digest, id, declaration)
        let value = Base64.encode(key.signature(over: info.bytes))
        var signature = XMLWriter(spelling: .canonical)
        signature.element("ds:Signature", declaration) { signature in
            write(&signature, digest, id, [])
            signature.element("ds:SignatureValue", value)
        }
        return signature.bytes
    }

    /// Writes the `SignedInfo` element, the part that the key signs.
    private static func write(
        _ xml: inout XMLWriter, _ digest: String, _ id: SAMLID, _ declaration: [(String, String)]
    ) {
        xml.element("ds:SignedInfo", declaration) { info in
            info.algorithm("ds:CanonicalizationMethod", XMLSignature.exclusiveCanonicalization)
            info.algorithm("ds:SignatureMethod", XMLSignature.rsaSHA256)
            info.element("ds:Reference", [("URI", "#\(id)")]) { reference in
                reference.element("ds:Transforms") { transforms in
                    transforms.algorithm("ds:Transform", XMLSignature.envelopedTransform)
                    transforms.algorithm("ds:Transform", XMLSignature.exclusiveCanonicalization)
                }
                reference.algorithm("ds:DigestMethod", XMLSignature.sha256)
                reference.element("ds:DigestValue", digest)
            }
        }
    }
}

extension XMLWriter {
    fileprivate mutating func algorithm(_ name: String, _ algorithm: String) {
        element(name, [("Algorithm", algorithm)], "")
    }
}
