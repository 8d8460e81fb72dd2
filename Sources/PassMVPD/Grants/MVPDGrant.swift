package import PassCore
package import PassDomain

/// A subscriber's grant to a client of an OAuth 2.0 MVPD: first a code, then the tokens issued for the code (RFC 6749,
/// section 4.1.2).
package struct MVPDGrant: StoredRecord {
    package var code: ExactText
    package var mvpd: MVPDID
    package var subscriber: SubscriberID
    /// The MVPD's browser session in which the subscriber gave the grant, if any.
    package var session: ExactText?
    package var client: ExactText
    package var redirectURI: ExactText
    package var scopes: [String]
    /// The client's nonce, which the MVPD returns in the ID token (OpenID Connect Core, section 3.1.2.1).
    package var nonce: String?
    /// The digest of the secret without which the code isn't exchanged (see `CodeChallenge`), if the client sent one.
    package var codeChallenge: ExactText?
    /// The time at which the subscriber signed in.
    package var authenticated: Timestamp
    package var state: State
    /// The instant until which the code may be exchanged.
    package var codeExpires: Timestamp
    /// The instant at which the MVPD forgets the grant; until then, it recognizes a second use of the code and revoked
    /// tokens.
    package var expires: Timestamp

    /// The progress of the grant.
    package enum State: String, Sendable, CaseIterable {
        /// The code hasn't been used yet.
        case issued
        /// Tokens were issued for the code.
        case redeemed
        /// The tokens are no longer valid.
        case revoked
    }

    package var key: ExactText { code }
    package var byteCount: Int {
        [code.string, mvpd.rawValue, subscriber.rawValue, client.string, redirectURI.string].heapBytes
            + scopes.heapBytes
            + (session?.heapBytes ?? 0) + (nonce?.heapBytes ?? 0) + (codeChallenge?.heapBytes ?? 0)
    }

    package init(
        code: ExactText, mvpd: MVPDID, subscriber: SubscriberID, session: ExactText?, client: ExactText,
        redirectURI: ExactText, scopes: [String], nonce: String? = nil, codeChallenge: ExactText? = nil,
        authenticated: Timestamp, state: State = .issued, codeExpires: Timestamp, expires: Timestamp
    ) {
        self.code = code
        self.mvpd = mvpd
        self.subscriber = subscriber
        self.session = session
        self.client = client
        self.redirectURI = redirectURI
        self.scopes = scopes
        self.nonce = nonce
        self.codeChallenge = codeChallenge
        self.authenticated = authenticated
        self.state = state
        self.codeExpires = codeExpires
        self.expires = expires
    }
}

extension MVPDGrant {
    package static let kind = "mvpdGrants"

    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        code = try reader.read("code")
        mvpd = try reader.read("mvpd")
        subscriber = try reader.read("subscriber")
        session = try reader.readIfPresent("session")
        client = try reader.read("client")
        redirectURI = try reader.read("redirectURI")
        scopes = try reader.read("scopes")
        nonce = try reader.readIfPresent("nonce")
        codeChallenge = try reader.readIfPresent("codeChallenge")
        authenticated = try reader.read("authenticatedMillis")
        state = try reader.read("state")
        codeExpires = try reader.read("codeExpiresMillis")
        expires = try reader.read("expiresMillis")
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("code", code)
        writer.write("mvpd", mvpd)
        writer.write("subscriber", subscriber)
        writer.write("session", session)
        writer.write("client", client)
        writer.write("redirectURI", redirectURI)
        writer.write("scopes", scopes)
        writer.write("nonce", nonce)
        writer.write("codeChallenge", codeChallenge)
        writer.write("authenticatedMillis", authenticated)
        writer.write("state", state)
        writer.write("codeExpiresMillis", codeExpires)
        writer.write("expiresMillis", expires)
    }
}

extension MVPDGrant.State: SnapshotField {}
