package import PassCore
package import PassXML

/// The answer to a ``LogoutRequest`` (SAML Core, section 3.7.2).
package struct LogoutResponse: SAMLMessage, Hashable {
    package static let parameter = SAMLParameter.response
    package static let rootName = "LogoutResponse"

    package var id: SAMLID
    package var issueInstant: Timestamp
    package var destination: String?
    package var inResponseTo: SAMLID?
    package var issuer: String?
    package var status: SAMLStatus

    package init(
        id: SAMLID, issueInstant: Timestamp, destination: String?, inResponseTo: SAMLID?, issuer: String?,
        status: SAMLStatus = .success
    ) {
        self.id = id
        self.issueInstant = issueInstant
        self.destination = destination
        self.inResponseTo = inResponseTo
        self.issuer = issuer
        self.status = status
    }
}

extension LogoutResponse {
    package func write(to xml: inout XMLWriter, signature: [UInt8]) {
        xml.response("samlp:LogoutResponse", self, inResponseTo: inResponseTo) { xml in
            if let issuer { xml.issuer(issuer) }
            xml.raw(signature)
            status.write(to: &xml)
        }
    }

    package init(root: XMLElement) throws(SAMLError) {
        (id, issueInstant) = try root.identity()
        destination = root[attribute: "Destination"]
        inResponseTo = try root.id("InResponseTo")
        issuer = try root.issuer()
        status = try SAMLStatus.read(in: root)
    }
}
