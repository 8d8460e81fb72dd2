package import PassCore

/// A name that stands for one thing of the field; its text is compared byte by byte.
package protocol DomainIdentifier: RawRepresentable<String>, ByteComparable, Codable, CustomStringConvertible,
    ExpressibleByStringLiteral
{
    init(rawValue: String)
}

extension DomainIdentifier {
    package init(stringLiteral text: String) { self.init(rawValue: text) }
    package var description: String { rawValue }

    /// Texts of the same characters in other code points are other names.
    package static func == (left: Self, right: Self) -> Bool { left.rawValue.hasSameBytes(as: right.rawValue) }

    package func hash(into hasher: inout Hasher) { rawValue.hashBytes(into: &hasher) }
}

/// A programmer's identifier, e.g. `TEST_REQUESTOR`; case-sensitive.
package struct RequestorID: DomainIdentifier {
    package var rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

/// A provider's identifier, e.g. `AcmeCable`; case-sensitive.
package struct MVPDID: DomainIdentifier {
    package var rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

/// A subscriber's account at its MVPD; in the simulated ones, the user name.
package struct SubscriberID: DomainIdentifier {
    package var rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

/// One authentication session: unguessable, also the value of SAML's `RelayState` and OAuth 2.0's `state`.
///
/// The identifier passes through addresses and through the MVPD, so it is no cookie and says nothing about one.
package struct SessionID: DomainIdentifier {
    package var rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

/// The value of the `JSESSIONID` cookie: the secret by which a browser proves that a session is its own.
///
/// The session's identifier follows from the secret; no record holds the secret itself.
package struct SessionCookie: DomainIdentifier {
    package var rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

/// The identity of one profile (the SDK pages' `simpleTokenAuthenticationGuid`).
///
/// It is an upper-case UUID, or 40 hexadecimal digits where a degradation rule made the login.
package struct AuthenticationGUID: DomainIdentifier {
    package var rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

extension AuthenticationGUID {
    /// How the GUIDs of logins begin that a degradation rule made; the JavaScript SDK knows them by it (legacy protocol,
    /// "AuthN token").
    package static let degradedPrefix = "95cf93bcd183214a"

    /// Whether nobody was asked because everybody is logged in.
    package var isDegraded: Bool { rawValue.hasPrefix(Self.degradedPrefix) }
}

/// A registered client of dynamic client registration (RFC 7591, section 3.2.1).
package struct ClientID: DomainIdentifier {
    package var rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}
