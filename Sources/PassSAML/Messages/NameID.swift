import PassXML

/// The identity provider's name for the subject of an assertion (SAML Core, section 2.2.3).
package struct NameID: Hashable, Sendable {
    package var value: String
    /// The kind of name; `nil` if the sender left it out, which means unspecified.
    package var format: Format?

    package init(_ value: String, format: Format? = nil) {
        self.value = value
        self.format = format
    }

    /// A kind of name, such as a persistent one (SAML Core, section 8.3).
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
    /// Writes the name.
    ///
    /// - Parameter declares: whether to declare the prefix `saml`; needed if no enclosing element declares it.
    func write(to xml: inout XMLWriter, declares: Bool = false) {
        let declaration = declares ? [("xmlns:saml", SAMLNamespace.assertion)] : []
        xml.element("saml:NameID", declaration + (format.map { [("Format", $0.uri)] } ?? []), value)
    }

    /// Returns the only name directly in `parent`, or `nil` if there is none. Throws if there are several, or if the
    /// name is encrypted, empty or contains elements.
    static func read(in parent: XMLElement) throws(SAMLError) -> NameID? {
        if parent.first("EncryptedID", in: SAMLNamespace.assertion) != nil {
            throw SAMLError(.encrypted, "The name in <\(parent.name)> is encrypted, and there is no key to decrypt it.")
        }
        guard let element = try parent.single("NameID", in: SAMLNamespace.assertion) else { return nil }
        if element.hasElements {
            // The text would consist of the pieces around those elements, and readers don't agree on how to join them.
            throw SAMLError(.malformed, "The NameID in <\(parent.name)> contains elements.")
        }
        if element.text.isEmpty { throw SAMLError(.malformed, "The NameID in <\(parent.name)> is empty.") }
        return NameID(element.text, format: element[attribute: "Format"].map { Format(uri: $0) })
    }
}
