package import PassCore

/// A login whose tokens no longer count, kept until the last of them would have expired.
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

/// Which logins a permission came from, so that logout reaches it: the legacy authZ token itself names none.
///
/// They are several when logins of one device, or of none, ask for one resource within one second: then their tokens are
/// the same text.
package struct PermissionOrigin: StoredRecord {
    package var digest: TokenDigest
    package var sessions: Set<SessionID>
    package var expires: Timestamp

    package var key: TokenDigest { digest }
    package var byteCount: Int { sessions.lazy.map(\.rawValue).heapBytes }

    package init(digest: TokenDigest, sessions: Set<SessionID>, expires: Timestamp) {
        self.digest = digest
        self.sessions = sessions
        self.expires = expires
    }
}

/// What a profile came from: its subscriber and session, for token forms that carry neither, and the kind of its login.
package struct ProfileOrigin: StoredRecord {
    package var guid: AuthenticationGUID
    package var subscriber: SubscriberID
    package var session: SessionID
    /// The MVPD's own name for the login; a logout needs it when the session is long gone.
    package var providerSession: String?
    package var isHomeBased: Bool
    /// What an OAuth 2.0 MVPD is asked with; `nil` at others.
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

/// How often an MVPD has denied one login something lately.
package struct DenialCount: StoredRecord {
    package var session: SessionID
    package var count: Int
    /// Counted from the first denial.
    package var expires: Timestamp

    package var key: SessionID { session }
    package var byteCount: Int { session.rawValue.heapBytes }

    package init(session: SessionID, count: Int, expires: Timestamp) {
        self.session = session
        self.count = count
        self.expires = expires
    }
}

/// How often a media token may still be presented for verification.
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

    /// Takes one presentation, if one is left.
    package mutating func take() -> Bool {
        guard remaining > 0 else { return false }
        remaining -= 1
        return true
    }
}
