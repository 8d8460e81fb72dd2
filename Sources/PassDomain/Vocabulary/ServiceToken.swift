package import PassCore

/// The token through which a user's devices share profiles, issued by the service itself (Adobe, "SSO Service").
package struct ServiceToken: Sendable, Hashable {
    /// The common identifier of the user's devices.
    package var subject: String
    package var begins: Timestamp
    package var expires: Timestamp

    package init(subject: String, begins: Timestamp, expires: Timestamp) {
        self.subject = subject
        self.begins = begins.wholeSecond
        self.expires = expires.wholeSecond
    }
}

/// The reason why the SSO Service refuses a call.
package enum ServiceTokenRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// The token isn't a JSON Web Token.
    case malformed
    /// The token's claims can't be read.
    case unreadableClaims
    /// The token names no common identifier.
    case noSubject
    /// The token isn't signed, or is signed with another key.
    case badSignature
    /// The token has expired so long ago that it can't be renewed.
    case expired
    /// The device has left the user's devices.
    case deviceLeft
    /// The code that links devices is unknown, used or expired.
    case unknownLink
}
