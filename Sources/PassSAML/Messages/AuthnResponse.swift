package import PassCore
package import PassXML

/// An identity provider's answer to an ``AuthnRequest`` (SAML Core, section 3.3.3).
///
/// Status and assertion are as received. ``ResponseValidator`` decides whether they prove a login.
package struct AuthnResponse: SAMLMessage, Hashable {
    package static let parameter = SAMLParameter.response
    package static let rootName = "Response"
    package static let signedPart = SignedPart.assertion

    package var id: SAMLID
    package var issueInstant: Timestamp
    package var destination: String?
    /// The ID of the request that this response answers; `nil` if there was no request.
    package var inResponseTo: SAMLID?
    /// The identity provider's entity ID. The assertion has an issuer of its own.
    package var issuer: String?
    package var status: SAMLStatus
    package var assertion: Assertion?

    package init(
        id: SAMLID, issueInstant: Timestamp, destination: String?, inResponseTo: SAMLID?, issuer: String?,
        status: SAMLStatus = .success, assertion: Assertion? = nil
    ) {
        self.id = id
        self.issueInstant = issueInstant
        self.destination = destination
        self.inResponseTo = inResponseTo
        self.issuer = issuer
        self.status = status
        self.assertion = assertion
    }
}

extension AuthnResponse {
    package func write(to xml: inout XMLWriter, signature: [UInt8]) {
        xml.response("samlp:Response", self, inResponseTo: inResponseTo) { xml in
            if let issuer { xml.issuer(issuer) }
            status.write(to: &xml)
            assertion?.write(to: &xml, signature: signature)
        }
    }

    package var signedElement: (id: SAMLID, form: [UInt8])? {
        assertion.map { assertion in (assertion.id, canonicalForm { assertion.write(to: &$0, signature: []) }) }
    }

    /// Reads a response, and refuses encrypted assertions, more than one assertion, and assertions anywhere but
    /// directly in the response. If a reader could pick an assertion other than the signed one, it would be open to
    /// signature wrapping.
    package init(root: XMLElement) throws(SAMLError) {
        (id, issueInstant) = try root.identity()
        destination = root[attribute: "Destination"]
        inResponseTo = try root.id("InResponseTo")
        issuer = try root.issuer()
        status = try SAMLStatus.read(in: root)
        if root.descendants("EncryptedAssertion").contains(where: {
            $0.isNamed("EncryptedAssertion", in: SAMLNamespace.assertion)
        }) {
            throw SAMLError(.encrypted, "The assertion is encrypted, and there is no key to decrypt it.")
        }
        let element = try root.single("Assertion", in: SAMLNamespace.assertion)
        let everywhere = root.descendants("Assertion").filter { $0.isNamed("Assertion", in: SAMLNamespace.assertion) }
        if everywhere.count > (element == nil ? 0 : 1) {
            throw SAMLError(.malformed, "An assertion isn't a direct child of the response.")
        }
        assertion = try element.map { element throws(SAMLError) in try Assertion(element) }
    }
}

extension XMLWriter {
    /// Writes a response's root element with the attributes that all responses have.
    mutating func response(
        _ name: String, _ message: some SAMLMessage, inResponseTo: SAMLID?, _ content: (inout XMLWriter) -> Void
    ) {
        var attributes = [("xmlns:samlp", SAMLNamespace.protocol)]
        if let destination = message.destination { attributes.append(("Destination", destination)) }
        attributes.append(("ID", message.id.text))
        if let inResponseTo { attributes.append(("InResponseTo", inResponseTo.text)) }
        attributes += [("IssueInstant", CivilTime.isoDate(message.issueInstant)), ("Version", "2.0")]
        element(name, attributes, content)
    }
}
