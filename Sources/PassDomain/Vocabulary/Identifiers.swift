package import PassCore

/// An identifier from the field of TV authentication; its text is compared byte by byte.
package protocol DomainIdentifier: RawRepresentable<String>, ByteComparable, Codable, CustomStringConvertible,
    ExpressibleByStringLiteral
{
    init(rawValue: String)
}

extension DomainIdentifier {
    package init(stringLiteral text: String) { self.init(rawValue: text) }
    package var description: String { rawValue }

    /// Texts that show the same characters with different code points are different identifiers.
    package static func == (left: Self, right: Self) -> Bool { left.rawValue.hasSameBytes(as: right.rawValue) }

    package func hash(into hasher: inout Hasher) { rawValue.hashBytes(into: &hasher) }
}

/// A programmer's identifier, e.g. `TEST_REQUESTOR`; case-sensitive.
package struct RequestorID: DomainIdentifier {
    package var rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

/// The identifier of an MVPD, e.g. `AcmeCable`; case-sensitive.
package struct MVPDID: DomainIdentifier {
    package var rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

/// A subscriber's account at its MVPD; for simulated MVPDs, the user name.
package struct SubscriberID: DomainIdentifier {
    package var rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

/// The unguessable identifier of an authentication session; also the value of SAML's `RelayState` and OAuth 2.0's
/// `state`.
///
/// The identifier appears in URLs and passes through the MVPD. The identifier therefore differs from the cookie and
/// reveals nothing about it.
package struct SessionID: DomainIdentifier {
    package var rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

/// The value of the `JSESSIONID` cookie: the secret by which a browser proves that a session is its own.
///
/// The session's identifier is derived from the secret; no record holds the secret itself.
package struct SessionCookie: DomainIdentifier {
    package var rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

/// The identity of one profile (the SDK pages' `simpleTokenAuthenticationGuid`).
///
/// In tokens the GUID is an upper-case UUID, or 40 hexadecimal digits when a degradation rule made the login.
package struct AuthenticationGUID: DomainIdentifier {
    package var rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

extension AuthenticationGUID {
    /// The prefix of the GUIDs of logins made by a degradation rule, by which the JavaScript SDK recognizes them
    /// (legacy protocol, "AuthN token").
    package static let degradedPrefix = "95cf93bcd183214a"

    /// Whether a degradation rule made the login, without asking the user.
    package var isDegraded: Bool { rawValue.hasPrefix(Self.degradedPrefix) }
}

/// The identifier of a client of dynamic client registration (RFC 7591, section 3.2.1).
package struct ClientID: DomainIdentifier {
    package var rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}

/// The digest that stands for a token in stores: two digests are equal exactly when the tokens are equal.
package struct TokenDigest: ByteComparable {
    private let first: UInt64
    private let second: UInt64

    /// Creates a digest from the bytes of a hash.
    ///
    /// - Parameter bytes: only the first 16 count; they must be as evenly distributed as those of a hash.
    package init(_ bytes: [UInt8]) {
        first = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        second = bytes.dropFirst(8).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The digest's 16 bytes.
    package var bytes: [UInt8] {
        [first, second].flatMap { half in
            stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: half >> $0) }
        }
    }
}
