import PassXML

/// Who an assertion is about, in the identity provider's words (SAML Core, section 2.2.3).
package struct NameID: Hashable, Sendable {
    package var value: String
    /// `nil` when the sender left it out, which means unspecified.
    package var format: Format?

    package init(_ value: String, format: Format? = nil) {
        self.value = value
        self.format = format
    }

    /// What kind of name it is (SAML Core, section 8.3).
    package struct Format: Hashable, Sendable {
        package var uri: String

        package init(uri: String) {
            self.uri = uri
        }

        package static let persistent = Format(uri: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent")
        package static let transient = Format(uri: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient")
        package static let unspecified = Format(uri: "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified")
        package static let emailAddress = Format(uri: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress")
    }
}

extension NameID {
    /// `declares` when no element around it declares the prefix.
    func write(to xml: inout XMLWriter, declares: Bool = false) {
        let declaration = declares ? [("xmlns:saml", SAMLNamespace.assertion)] : []
        xml.element("saml:NameID", declaration + (format.map { [("Format", $0.uri)] } ?? []), value)
    }

    /// The only name directly in `parent`, or `nil`.
    static func read(in parent: XMLElement) throws(SAMLError) -> NameID? {
        if parent.first("EncryptedID", in: SAMLNamespace.assertion) != nil {
            throw SAMLError(.encrypted, "The name in <\(parent.name)> is encrypted; no key for it is kept here.")
        }
        guard let element = try parent.single("NameID", in: SAMLNamespace.assertion) else { return nil }
        if !element.elements.isEmpty {
            // Its text would be the pieces around them, which readers don't agree upon.
            throw SAMLError(.malformed, "The NameID in <\(parent.name)> holds elements.")
        }
        if element.text.isEmpty { throw SAMLError(.malformed, "The NameID in <\(parent.name)> is empty.") }
        return NameID(element.text, format: element[attribute: "Format"].map { Format(uri: $0) })
    }
}
