package import PassCore

/// A login whose tokens no longer count, kept until the last of them would have expired.
package struct Revocation: StoredRecord {
    package var session: SessionID
    package var expires: Timestamp

    package var key: SessionID { session }

    package init(session: SessionID, expires: Timestamp) {
        self.session = session
        self.expires = expires
    }
}

/// Which login a permission came from, so that logout reaches it: the legacy authZ token itself names none.
package struct PermissionOrigin: StoredRecord {
    /// SHA-256 of the token as it was given out.
    package var digest: [UInt8]
    package var session: SessionID
    package var expires: Timestamp

    package var key: [UInt8] { digest }

    package init(digest: [UInt8], session: SessionID, expires: Timestamp) {
        self.digest = digest
        self.session = session
        self.expires = expires
    }
}

/// The subscriber and session of a profile, for token forms that carry neither.
package struct ProfileOrigin: StoredRecord {
    package var guid: AuthenticationGUID
    package var subscriber: SubscriberID
    package var session: SessionID
    package var expires: Timestamp

    package var key: AuthenticationGUID { guid }

    package init(guid: AuthenticationGUID, subscriber: SubscriberID, session: SessionID, expires: Timestamp) {
        self.guid = guid
        self.subscriber = subscriber
        self.session = session
        self.expires = expires
    }
}

/// A media token that was presented for verification; a second presentation finds it.
package struct PresentedMediaToken: StoredRecord {
    /// SHA-256 of the token.
    package var digest: [UInt8]
    package var expires: Timestamp

    package var key: [UInt8] { digest }

    package init(digest: [UInt8], expires: Timestamp) {
        self.digest = digest
        self.expires = expires
    }
}
