package import PassCore

/// An identity provider's statement that a subscriber logged in, with the subscriber's identity (SAML Core, section
/// 2.3.3).
///
/// An assertion has the parts that the Web Browser SSO profile demands (SAML Profiles, section 4.1.4.2): a named
/// subject, bearer confirmations and one authentication statement.
package struct Assertion: Hashable, Sendable {
    package var id: SAMLID
    package var issueInstant: Timestamp
    package var issuer: String
    package var nameID: NameID
    /// The subject's bearer confirmations, at least one of which has to hold.
    package var confirmations: [BearerConfirmation]
    /// The conditions on the assertion's use, all of which have to hold.
    package var conditions: Conditions
    package var authentication: AuthnStatement
    /// Further facts about the subject, in the identity provider's order.
    package var attributes: [SAMLAttribute]

    package init(
        id: SAMLID, issueInstant: Timestamp, issuer: String, nameID: NameID, confirmations: [BearerConfirmation],
        conditions: Conditions, authentication: AuthnStatement, attributes: [SAMLAttribute] = []
    ) {
        self.id = id
        self.issueInstant = issueInstant
        self.issuer = issuer
        self.nameID = nameID
        self.confirmations = confirmations
        self.conditions = conditions
        self.authentication = authentication
        self.attributes = attributes
    }

    /// Returns the values of all attributes with this name.
    package func values(ofAttribute name: String) -> [String] {
        attributes.filter { $0.name.hasSameBytes(as: name) }.flatMap(\.values)
    }
}

/// A condition under which the bearer of the assertion counts as its subject: delivery to the right URL in time.
package struct BearerConfirmation: Hashable, Sendable {
    /// The ID of the request that the assertion answers; `nil` if there was no request.
    package var inResponseTo: SAMLID?
    /// The URL to which the assertion may be delivered.
    package var recipient: String
    package var notBefore: Timestamp?
    package var notOnOrAfter: Timestamp

    package init(
        inResponseTo: SAMLID?, recipient: String, notBefore: Timestamp? = nil, notOnOrAfter: Timestamp
    ) {
        self.inResponseTo = inResponseTo
        self.recipient = recipient
        self.notBefore = notBefore
        self.notOnOrAfter = notOnOrAfter
    }
}

/// The period and the audience for which the assertion may be used (SAML Core, section 2.5).
package struct Conditions: Hashable, Sendable {
    package var notBefore: Timestamp?
    package var notOnOrAfter: Timestamp?
    /// The restrictions, all of which have to hold. A restriction holds for any one of its audiences.
    package var audienceRestrictions: [[String]]

    package init(notBefore: Timestamp? = nil, notOnOrAfter: Timestamp? = nil, audienceRestrictions: [[String]]) {
        self.notBefore = notBefore
        self.notOnOrAfter = notOnOrAfter
        self.audienceRestrictions = audienceRestrictions
    }

    package init(notBefore: Timestamp? = nil, notOnOrAfter: Timestamp? = nil, audience: String) {
        self.init(notBefore: notBefore, notOnOrAfter: notOnOrAfter, audienceRestrictions: [[audience]])
    }
}

/// The time and the manner of the subject's login (SAML Core, section 2.7.2).
package struct AuthnStatement: Hashable, Sendable {
    /// The context class of a login with a password over a protected connection.
    package static let passwordProtectedTransport = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport"

    /// The context class of a login in which the browser's IP address identified the subscriber (SAML Authentication
    /// Context, section 3.4.1).
    package static let internetProtocol = "urn:oasis:names:tc:SAML:2.0:ac:classes:InternetProtocol"

    package var instant: Timestamp
    /// The identifier by which a logout names the session.
    package var sessionIndex: String?
    /// The time at which the service provider has to forget the session; `nil` if the service provider may choose.
    package var sessionNotOnOrAfter: Timestamp?
    /// The URI of the authentication context class.
    package var context: String

    package init(
        instant: Timestamp, sessionIndex: String?, sessionNotOnOrAfter: Timestamp? = nil,
        context: String = passwordProtectedTransport
    ) {
        self.instant = instant
        self.sessionIndex = sessionIndex
        self.sessionNotOnOrAfter = sessionNotOnOrAfter
        self.context = context
    }
}

/// A fact about the subject (SAML Core, section 2.7.3.1), such as a postal code or a channel line-up.
package struct SAMLAttribute: Hashable, Sendable {
    package var name: String
    /// The URI that says how to understand the name; `nil` means unspecified.
    package var nameFormat: String?
    package var values: [String]

    package init(_ name: String, nameFormat: String? = nil, _ values: [String]) {
        self.name = name
        self.nameFormat = nameFormat
        self.values = values
    }
}
