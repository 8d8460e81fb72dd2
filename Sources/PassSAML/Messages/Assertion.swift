package import PassCore

/// The identity provider's statement that somebody logged in, and who it is (SAML Core, section 2.3.3).
///
/// It has the parts that the Web Browser SSO profile demands (SAML Profiles, section 4.1.4.2): a named subject, bearer
/// confirmations and one authentication statement.
package struct Assertion: Hashable, Sendable {
    package var id: SAMLID
    package var issueInstant: Timestamp
    package var issuer: String
    package var nameID: NameID
    /// At least one of them has to hold.
    package var confirmations: [BearerConfirmation]
    /// All of them have to hold.
    package var conditions: Conditions
    package var authentication: AuthnStatement
    /// What else the provider tells about the subject, in its order.
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

    /// The values of all attributes of that name.
    package func values(ofAttribute name: String) -> [String] {
        attributes.filter { $0.name.hasSameBytes(as: name) }.flatMap(\.values)
    }
}

/// Whoever brings the assertion is the subject, if it is brought to the right place in time.
package struct BearerConfirmation: Hashable, Sendable {
    /// The request that was answered; `nil` when nobody asked.
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

/// When and by whom the assertion may be used (SAML Core, section 2.5).
package struct Conditions: Hashable, Sendable {
    package var notBefore: Timestamp?
    package var notOnOrAfter: Timestamp?
    /// Each restriction is satisfied by any of its audiences; all restrictions have to be.
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

/// When and how the subject logged in (SAML Core, section 2.7.2).
package struct AuthnStatement: Hashable, Sendable {
    package static let passwordProtectedTransport = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport"

    /// The subscriber was known by the address of the browser (SAML Authentication Context, section 3.4.1).
    package static let internetProtocol = "urn:oasis:names:tc:SAML:2.0:ac:classes:InternetProtocol"

    package var instant: Timestamp
    /// What a logout names the session by.
    package var sessionIndex: String?
    /// When the service provider has to forget the session; `nil` means that it may choose.
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
    /// A URI that says how to understand the name; `nil` means unspecified.
    package var nameFormat: String?
    package var values: [String]

    package init(_ name: String, nameFormat: String? = nil, _ values: [String]) {
        self.name = name
        self.nameFormat = nameFormat
        self.values = values
    }
}
