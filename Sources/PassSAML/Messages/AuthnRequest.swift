package import PassCore
package import PassXML

/// A service provider's request that a subscriber log in (SAML Core, section 3.4.1), to be answered through a POST.
package struct AuthnRequest: SAMLMessage, Hashable {
    package static let parameter = SAMLParameter.request
    package static let rootName = "AuthnRequest"

    package var id: SAMLID
    package var issueInstant: Timestamp
    package var destination: String?
    /// The service provider's entity ID.
    package var issuer: String
    /// The URL to which the response goes.
    package var assertionConsumerServiceURL: String
    /// Whether to ask for credentials even if the subscriber is logged in.
    package var forceAuthn = false
    /// Whether the identity provider must answer without interacting with the subscriber: from an existing session, or
    /// with the status `NoPassive`.
    package var isPassive = false
    /// The kind of name that the service provider prefers. The request always allows the identity provider to create a
    /// new name.
    package var nameIDFormat: NameID.Format?
    /// The requestors on whose behalf the service provider asks.
    package var requesterIDs: [String] = []
    /// The identity providers from which a proxy has to choose; empty means any.
    package var identityProviders: [String] = []

    package init(
        id: SAMLID, issueInstant: Timestamp, destination: String?, issuer: String, assertionConsumerServiceURL: String,
        forceAuthn: Bool = false, isPassive: Bool = false, nameIDFormat: NameID.Format? = .persistent,
        requesterIDs: [String] = [], identityProviders: [String] = []
    ) {
        self.id = id
        self.issueInstant = issueInstant
        self.destination = destination
        self.issuer = issuer
        self.assertionConsumerServiceURL = assertionConsumerServiceURL
        self.forceAuthn = forceAuthn
        self.isPassive = isPassive
        self.nameIDFormat = nameIDFormat
        self.requesterIDs = requesterIDs
        self.identityProviders = identityProviders
    }
}

extension AuthnRequest {
    package func write(to xml: inout XMLWriter, signature: [UInt8]) {
        var attributes = [
            ("xmlns:samlp", SAMLNamespace.protocol), ("AssertionConsumerServiceURL", assertionConsumerServiceURL),
        ]
        if let destination { attributes.append(("Destination", destination)) }
        attributes += [
            ("ForceAuthn", String(forceAuthn)), ("ID", id.text), ("IsPassive", String(isPassive)),
            ("IssueInstant", CivilTime.isoDate(issueInstant)), ("ProtocolBinding", SAMLNamespace.postBinding),
            ("Version", "2.0"),
        ]
        xml.element("samlp:AuthnRequest", attributes) { xml in
            xml.issuer(issuer)
            xml.raw(signature)
            if let nameIDFormat {
                xml.element("samlp:NameIDPolicy", [("AllowCreate", "true"), ("Format", nameIDFormat.uri)], "")
            }
            if !requesterIDs.isEmpty || !identityProviders.isEmpty {
                xml.element("samlp:Scoping") { writeScoping(to: &$0) }
            }
        }
    }

    private func writeScoping(to xml: inout XMLWriter) {
        if !identityProviders.isEmpty {
            xml.element("samlp:IDPList") { xml in
                for provider in identityProviders { xml.element("samlp:IDPEntry", [("ProviderID", provider)], "") }
            }
        }
        for requester in requesterIDs { xml.element("samlp:RequesterID", requester) }
    }

    package init(root: XMLElement) throws(SAMLError) {
        (id, issueInstant) = try root.identity()
        destination = root[attribute: "Destination"]
        issuer = try root.requiredIssuer()
        assertionConsumerServiceURL = try root.required(attribute: "AssertionConsumerServiceURL")
        if let binding = root[attribute: "ProtocolBinding"], !binding.hasSameBytes(as: SAMLNamespace.postBinding) {
            throw SAMLError(
                .unsupported, "The request asks for its response through \"\(binding)\"; only POST is supported.")
        }
        forceAuthn = try root.flag("ForceAuthn")
        isPassive = try root.flag("IsPassive")
        nameIDFormat = try root.single("NameIDPolicy", in: SAMLNamespace.protocol)?[attribute: "Format"]
            .map { NameID.Format(uri: $0) }
        if let scoping = try root.single("Scoping", in: SAMLNamespace.protocol) {
            requesterIDs = scoping.all("RequesterID", in: SAMLNamespace.protocol).map(\.trimmedText)
            if let list = try scoping.single("IDPList", in: SAMLNamespace.protocol) {
                for entry in list.all("IDPEntry", in: SAMLNamespace.protocol) {
                    identityProviders.append(try entry.required(attribute: "ProviderID"))
                }
            }
        }
    }
}

extension XMLWriter {
    /// Writes the sender as an element that declares its own prefix, as the canonical form demands.
    mutating func issuer(_ issuer: String) {
        element("saml:Issuer", [("xmlns:saml", SAMLNamespace.assertion)], issuer)
    }
}
