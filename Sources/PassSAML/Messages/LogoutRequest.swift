package import PassCore
package import PassXML

/// A request in which one side asks the other to end a session (SAML Core, section 3.7.1).
package struct LogoutRequest: SAMLMessage, Hashable {
    package static let parameter = SAMLParameter.request
    package static let rootName = "LogoutRequest"

    package var id: SAMLID
    package var issueInstant: Timestamp
    package var destination: String?
    package var issuer: String
    package var nameID: NameID
    /// The sessions to end; empty means all sessions of the named subject.
    package var sessionIndexes: [String]
    /// The time from which the request is no longer valid.
    package var notOnOrAfter: Timestamp?

    package init(
        id: SAMLID, issueInstant: Timestamp, destination: String?, issuer: String, nameID: NameID,
        sessionIndexes: [String], notOnOrAfter: Timestamp? = nil
    ) {
        self.id = id
        self.issueInstant = issueInstant
        self.destination = destination
        self.issuer = issuer
        self.nameID = nameID
        self.sessionIndexes = sessionIndexes
        self.notOnOrAfter = notOnOrAfter
    }

    /// Whether the request arrived too late, even allowing for clocks that differ by `clockSkew`.
    package func isExpired(at now: Timestamp, clockSkew: TimeToLive = .seconds(60)) -> Bool {
        notOnOrAfter.map { now >= $0 + clockSkew } ?? false
    }
}

extension LogoutRequest {
    package func write(to xml: inout XMLWriter, signature: [UInt8]) {
        var attributes = [("xmlns:samlp", SAMLNamespace.protocol)]
        if let destination { attributes.append(("Destination", destination)) }
        attributes += [("ID", id.text), ("IssueInstant", CivilTime.isoDate(issueInstant))]
        if let notOnOrAfter { attributes.append(("NotOnOrAfter", CivilTime.isoDate(notOnOrAfter))) }
        attributes.append(("Version", "2.0"))
        xml.element("samlp:LogoutRequest", attributes) { xml in
            xml.issuer(issuer)
            xml.raw(signature)
            nameID.write(to: &xml, declares: true)
            for index in sessionIndexes { xml.element("samlp:SessionIndex", index) }
        }
    }

    package init(root: XMLElement) throws(SAMLError) {
        (id, issueInstant) = try root.identity()
        destination = root[attribute: "Destination"]
        issuer = try root.requiredIssuer()
        guard let name = try NameID.read(in: root) else {
            throw SAMLError(.malformed, "The logout request has no <NameID>.")
        }
        nameID = name
        sessionIndexes = root.all("SessionIndex", in: SAMLNamespace.protocol).map(\.text)
        notOnOrAfter = try root.instant("NotOnOrAfter")
    }
}
