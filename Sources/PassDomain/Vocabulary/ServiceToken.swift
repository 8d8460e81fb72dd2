package import PassCore

/// The token by which a user's devices share profiles, made by the service itself (Adobe, "SSO Service").
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
    /// Another key has signed the token, or none.
    case badSignature
    /// The token has expired, and its time for a renewal is over.
    case expired
    /// The code that links devices is unknown, used or expired.
    case unknownLink
}
