package import PassCore

/// A revoked login, whose tokens are refused; the record is kept until the last of them would have expired.
package struct Revocation: StoredRecord {
    package var session: SessionID
    package var expires: Timestamp

    package var key: SessionID { session }
    package var byteCount: Int { session.rawValue.heapBytes }

    package init(session: SessionID, expires: Timestamp) {
        self.session = session
        self.expires = expires
    }
}

/// The logins on which a decision is based, so that logouts can revoke the decision. The legacy authZ token itself
/// names no login.
///
/// A decision has several logins when several logins on the same device, or without a device, ask for the same resource
/// within one second: the tokens issued to them are identical texts.
package struct DecisionOrigin: StoredRecord {
    package var digest: TokenDigest
    /// The logins, each once, in the order in which they were given the decision.
    package var sessions: [SessionID]
    package var expires: Timestamp

    package var key: TokenDigest { digest }
    package var byteCount: Int { sessions.lazy.map(\.rawValue).heapBytes }

    package init(digest: TokenDigest, sessions: [SessionID], expires: Timestamp) {
        self.digest = digest
        self.sessions = sessions
        self.expires = expires
    }
}

/// The origin of a profile: its subscriber and session, for token forms that carry neither, and facts about its login.
package struct ProfileOrigin: StoredRecord {
    package var guid: AuthenticationGUID
    package var subscriber: SubscriberID
    package var session: SessionID
    /// The MVPD's own identifier of the login. A logout needs it even when the session has long expired.
    package var providerSession: String?
    package var isHomeBased: Bool
    /// The refresh token for an OAuth 2.0 MVPD; `nil` for other MVPDs.
    package var refreshToken: String?
    package var expires: Timestamp

    package var key: AuthenticationGUID { guid }
    package var byteCount: Int {
        guid.rawValue.heapBytes + subscriber.rawValue.heapBytes + session.rawValue.heapBytes
            + (providerSession?.heapBytes ?? 0) + (refreshToken?.heapBytes ?? 0)
    }
    package var handles: OpenedProfile.Handles {
        .init(subscriber: subscriber, session: session, refreshToken: refreshToken)
    }

    package init(
        guid: AuthenticationGUID, subscriber: SubscriberID, session: SessionID, providerSession: String? = nil,
        isHomeBased: Bool = false, refreshToken: String? = nil, expires: Timestamp
    ) {
        self.providerSession = providerSession
        self.isHomeBased = isHomeBased
        self.refreshToken = refreshToken
        self.guid = guid
        self.subscriber = subscriber
        self.session = session
        self.expires = expires
    }
}

/// The number of times that an MVPD has recently denied one login a resource.
package struct DenialCount: StoredRecord {
    package var session: SessionID
    package var count: Int
    /// The end of the counting period, which begins with the first denial.
    package var expires: Timestamp

    package var key: SessionID { session }
    package var byteCount: Int { session.rawValue.heapBytes }

    package init(session: SessionID, count: Int, expires: Timestamp) {
        self.session = session
        self.count = count
        self.expires = expires
    }
}

/// The number of times that a media token may still be presented for verification.
package struct MediaTokenAllowance: StoredRecord {
    package var digest: TokenDigest
    package var remaining: Int
    package var expires: Timestamp

    package var key: TokenDigest { digest }
    package var byteCount: Int { 0 }

    package init(digest: TokenDigest, remaining: Int, expires: Timestamp) {
        self.digest = digest
        self.remaining = remaining
        self.expires = expires
    }

    /// Uses up one presentation; returns `false` if none is left.
    package mutating func take() -> Bool {
        guard remaining > 0 else { return false }
        remaining -= 1
        return true
    }
}

extension Revocation {
    package static let kind = "revocations"

    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        session = try reader.read("session")
        expires = try reader.read("expiresMillis")
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("session", session)
        writer.write("expiresMillis", expires)
    }
}

extension DecisionOrigin {
    package static let kind = "authzTokens"

    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        digest = try reader.read("digest")
        sessions = try reader.read("sessions")
        expires = try reader.read("expiresMillis")
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("digest", digest)
        writer.write("sessions", sessions)
        writer.write("expiresMillis", expires)
    }
}

extension ProfileOrigin {
    package static let kind = "logins"

    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        guid = try reader.read("guid")
        subscriber = try reader.read("subscriber")
        session = try reader.read("session")
        providerSession = try reader.readIfPresent("providerSession")
        isHomeBased = try reader.read("isHomeBased")
        refreshToken = try reader.readIfPresent("refreshToken")
        expires = try reader.read("expiresMillis")
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("guid", guid)
        writer.write("subscriber", subscriber)
        writer.write("session", session)
        writer.write("providerSession", providerSession)
        writer.write("isHomeBased", isHomeBased)
        writer.write("refreshToken", refreshToken)
        writer.write("expiresMillis", expires)
    }
}

extension DenialCount {
    package static let kind = "denialCounts"

    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        session = try reader.read("session")
        count = try reader.read("count")
        expires = try reader.read("expiresMillis")
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("session", session)
        writer.write("count", count)
        writer.write("expiresMillis", expires)
    }
}

extension MediaTokenAllowance {
    package static let kind = "mediaTokens"

    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        digest = try reader.read("digest")
        remaining = try reader.read("remaining")
        expires = try reader.read("expiresMillis")
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("digest", digest)
        writer.write("remaining", remaining)
        writer.write("expiresMillis", expires)
    }
}
