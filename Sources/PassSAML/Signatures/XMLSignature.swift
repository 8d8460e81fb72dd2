import PassXML

/// The identifiers of XML Signature, and of the only algorithms in use here (W3C XML Signature 1.1, section 6; RFC
/// 6931).
enum XMLSignature {
    static let namespace = "http://www.w3.org/2000/09/xmldsig#"
    static let envelopedTransform = "http://www.w3.org/2000/09/xmldsig#enveloped-signature"
    static let exclusiveCanonicalization = "http://www.w3.org/2001/10/xml-exc-c14n#"
    static let rsaSHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
    static let sha256 = "http://www.w3.org/2001/04/xmlenc#sha256"
}

extension XMLElement {
    /// Whether this is a `Signature` element of XML Signature.
    var isSignature: Bool { isNamed("Signature", in: XMLSignature.namespace) }

    /// The signatures anywhere below this element.
    var signatures: [XMLElement] { descendants("Signature").filter(\.isSignature) }

    /// The element without the signatures directly in it, which is what the enveloped-signature transform leaves.
    var withoutSignature: XMLElement {
        XMLElement(
            name: name, prefix: prefix, namespace: namespace, attributes: attributes,
            children: children.filter { if case .element(let child) = $0 { !child.isSignature } else { true } })
    }
}
