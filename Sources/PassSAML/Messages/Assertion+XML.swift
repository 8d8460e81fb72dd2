import PassCore
import PassXML

extension Assertion {
    func write(to xml: inout XMLWriter, signature: [UInt8]) {
        let attributes = [
            ("xmlns:saml", SAMLNamespace.assertion), ("ID", id.text), ("IssueInstant", CivilTime.isoDate(issueInstant)),
            ("Version", "2.0"),
        ]
        xml.element("saml:Assertion", attributes) { xml in
            xml.element("saml:Issuer", issuer)
            xml.raw(signature)
            xml.element("saml:Subject") { xml in
                nameID.write(to: &xml)
                for confirmation in confirmations { confirmation.write(to: &xml) }
            }
            conditions.write(to: &xml)
            authentication.write(to: &xml)
            if !self.attributes.isEmpty {
                xml.element("saml:AttributeStatement") { xml in
                    for attribute in self.attributes { attribute.write(to: &xml) }
                }
            }
        }
    }

    init(_ element: XMLElement) throws(SAMLError) {
        (id, issueInstant) = try element.identity()
        issuer = try element.requiredIssuer()
        let subject = try element.required("Subject", in: SAMLNamespace.assertion)
        guard let name = try NameID.read(in: subject) else {
            throw SAMLError(.malformed, "The subject has no <NameID>.")
        }
        nameID = name
        confirmations = []
        for confirmation in subject.all("SubjectConfirmation", in: SAMLNamespace.assertion)
        where confirmation[attribute: "Method"]?.hasSameBytes(as: SAMLNamespace.bearer) == true {
            confirmations.append(try BearerConfirmation(confirmation))
        }
        if confirmations.isEmpty { throw SAMLError(.malformed, "The subject has no bearer confirmation.") }
        conditions = try Conditions(element.single("Conditions", in: SAMLNamespace.assertion))
        authentication = try AuthnStatement(element.required("AuthnStatement", in: SAMLNamespace.assertion))
        attributes = []
        for statement in element.all("AttributeStatement", in: SAMLNamespace.assertion) {
            if statement.first("EncryptedAttribute", in: SAMLNamespace.assertion) != nil {
                throw SAMLError(.encrypted, "An attribute is encrypted, and there is no key to decrypt it.")
            }
            for attribute in statement.all("Attribute", in: SAMLNamespace.assertion) {
                attributes.append(try SAMLAttribute(attribute))
            }
        }
    }
}

extension BearerConfirmation {
    fileprivate func write(to xml: inout XMLWriter) {
        xml.element("saml:SubjectConfirmation", [("Method", SAMLNamespace.bearer)]) { xml in
            var attributes: [(String, String)] = []
            if let inResponseTo { attributes.append(("InResponseTo", inResponseTo.text)) }
            if let notBefore { attributes.append(("NotBefore", CivilTime.isoDate(notBefore))) }
            attributes += [("NotOnOrAfter", CivilTime.isoDate(notOnOrAfter)), ("Recipient", recipient)]
            xml.element("saml:SubjectConfirmationData", attributes, "")
        }
    }

    fileprivate init(_ element: XMLElement) throws(SAMLError) {
        let data = try element.required("SubjectConfirmationData", in: SAMLNamespace.assertion)
        inResponseTo = try data.id("InResponseTo")
        recipient = try data.required(attribute: "Recipient")
        notBefore = try data.instant("NotBefore")
        guard let end = try data.instant("NotOnOrAfter") else {
            throw SAMLError(.malformed, "The bearer confirmation has no NotOnOrAfter.")
        }
        notOnOrAfter = end
    }
}

extension Conditions {
    fileprivate func write(to xml: inout XMLWriter) {
        var attributes: [(String, String)] = []
        if let notBefore { attributes.append(("NotBefore", CivilTime.isoDate(notBefore))) }
        if let notOnOrAfter { attributes.append(("NotOnOrAfter", CivilTime.isoDate(notOnOrAfter))) }
        xml.element("saml:Conditions", attributes) { xml in
            for audiences in audienceRestrictions {
                xml.element("saml:AudienceRestriction") { xml in
                    for audience in audiences { xml.element("saml:Audience", audience) }
                }
            }
        }
    }

    /// Reads the conditions; a missing element means that there are none. Throws for a condition that isn't understood,
    /// because the assertion's validity can't be determined (SAML Core, section 2.5.1.1).
    fileprivate init(_ element: XMLElement?) throws(SAMLError) {
        self.init(audienceRestrictions: [])
        guard let element else { return }
        notBefore = try element.instant("NotBefore")
        notOnOrAfter = try element.instant("NotOnOrAfter")
        for condition in element.elements {
            switch (condition.name, condition.namespace) {
            case ("AudienceRestriction", SAMLNamespace.assertion):
                let audiences = condition.all("Audience", in: SAMLNamespace.assertion)
                audienceRestrictions.append(audiences.map(\.trimmedText))
            case ("OneTimeUse", SAMLNamespace.assertion), ("ProxyRestriction", SAMLNamespace.assertion): continue
            default: throw SAMLError(.unsupported, "The condition <\(condition.name)> is not understood.")
            }
        }
    }
}

extension AuthnStatement {
    fileprivate func write(to xml: inout XMLWriter) {
        var attributes = [("AuthnInstant", CivilTime.isoDate(instant))]
        if let sessionIndex { attributes.append(("SessionIndex", sessionIndex)) }
        if let sessionNotOnOrAfter {
            attributes.append(("SessionNotOnOrAfter", CivilTime.isoDate(sessionNotOnOrAfter)))
        }
        xml.element("saml:AuthnStatement", attributes) { xml in
            xml.element("saml:AuthnContext") { $0.element("saml:AuthnContextClassRef", context) }
        }
    }

    fileprivate init(_ element: XMLElement) throws(SAMLError) {
        guard let start = try element.instant("AuthnInstant") else {
            throw SAMLError(.malformed, "The authentication statement has no AuthnInstant.")
        }
        let context = try element.required("AuthnContext", in: SAMLNamespace.assertion)
        let classReference = try context.single("AuthnContextClassRef", in: SAMLNamespace.assertion)
        self.init(
            instant: start, sessionIndex: element[attribute: "SessionIndex"],
            sessionNotOnOrAfter: try element.instant("SessionNotOnOrAfter"), context: classReference?.trimmedText ?? "")
    }
}

extension SAMLAttribute {
    fileprivate func write(to xml: inout XMLWriter) {
        let format = nameFormat.map { [("NameFormat", $0)] } ?? []
        xml.element("saml:Attribute", [("Name", name)] + format) { xml in
            for value in values { xml.element("saml:AttributeValue", value) }
        }
    }

    fileprivate init(_ element: XMLElement) throws(SAMLError) {
        name = try element.required(attribute: "Name")
        nameFormat = element[attribute: "NameFormat"]
        values = element.all("AttributeValue", in: SAMLNamespace.assertion).map(\.text)
    }
}
