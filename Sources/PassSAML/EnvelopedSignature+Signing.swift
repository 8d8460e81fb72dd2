import PassCore
import PassCrypto
import PassXML

extension EnvelopedSignature {
    /// `element` with a signature over it right after its issuer, where the schemas want it.
    ///
    /// There is no `KeyInfo`: whoever verifies it has the public key already.
    static func sign(_ element: XMLElement, by key: RSAPrivateKey) throws(SAMLError) -> XMLElement {
        guard let id = try element.id("ID") else { throw SAMLError(.malformed, "<\(element.name)> has no ID.") }
        let digest = Digest.sha256(element.exclusiveCanonicalForm)
        let info = signedInfo("#\(id)", digest: Base64.encode(digest))
        let value = Base64.encode(key.signature(over: info.exclusiveCanonicalForm))
        let signature = part("Signature", [info, part("SignatureValue", text: value)])
        var signed = element
        signed.children.insert(.element(signature), at: placeOfSignature(in: element))
        return signed
    }

    private static func placeOfSignature(in element: XMLElement) -> Int {
        let issuer = element.children.firstIndex { child in
            if case .element(let child) = child {
                child.name == "Issuer" && child.namespace == SAMLNamespace.assertion
            } else {
                false
            }
        }
        return issuer.map { $0 + 1 } ?? 0
    }

    private static func signedInfo(_ uri: String, digest: String) -> XMLElement {
        let transforms = part(
            "Transforms",
            [
                part("Transform", algorithm: XMLSignature.envelopedTransform),
                part("Transform", algorithm: XMLSignature.exclusiveCanonicalization),
            ])
        var reference = part(
            "Reference",
            [
                transforms, part("DigestMethod", algorithm: XMLSignature.sha256), part("DigestValue", text: digest),
            ])
        reference.attributes = [XMLAttribute(name: "URI", value: uri)]
        return part(
            "SignedInfo",
            [
                part("CanonicalizationMethod", algorithm: XMLSignature.exclusiveCanonicalization),
                part("SignatureMethod", algorithm: XMLSignature.rsaSHA256), reference,
            ])
    }

    private static func part(_ name: String, _ elements: [XMLElement]) -> XMLElement {
        XMLElement(
            name: name, prefix: "ds", namespace: XMLSignature.namespace, children: elements.map { .element($0) })
    }

    private static func part(_ name: String, text: String) -> XMLElement {
        XMLElement(name: name, prefix: "ds", namespace: XMLSignature.namespace, children: [.text(text)])
    }

    private static func part(_ name: String, algorithm: String) -> XMLElement {
        XMLElement(
            name: name, prefix: "ds", namespace: XMLSignature.namespace,
            attributes: [XMLAttribute(name: "Algorithm", value: algorithm)])
    }
}
