package import PassCore

/// A login whose tokens no longer count; kept until the last of them would have expired.
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

/// The logins that a decision came from, so that logout reaches it: the legacy authZ token itself names no login.
///
/// A decision has several logins when logins of the same device, or of no device, ask for one resource within one
/// second: their tokens are then identical texts.
package struct DecisionOrigin: StoredRecord {
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

/// The origin of a profile: its subscriber and session, for token forms that carry neither, and its kind of login.
package struct ProfileOrigin: StoredRecord {
    package var guid: AuthenticationGUID
    package var subscriber: SubscriberID
    package var session: SessionID
    /// The MVPD's own name for the login. A logout needs it even when the session has long expired.
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

    /// Takes one presentation; returns `false` if none is left.
    package mutating func take() -> Bool {
        guard remaining > 0 else { return false }
        remaining -= 1
        return true
    }
}
