package import PassCore
package import PassDomain

/// The session that an MVPD keeps with a browser. Until it expires, the browser's user isn't asked for a password.
package struct MVPDSession: StoredRecord {
    /// The session's unguessable identifier: the value of the MVPD's own cookie, and the `SessionIndex` of its
    /// assertions.
    package var id: ExactText
    package var mvpd: MVPDID
    package var subscriber: SubscriberID
    /// Whether the MVPD recognized the subscriber by the home network, without a password.
    package var isHomeBased: Bool
    /// The time at which the subscriber signed in.
    package var began: Timestamp
    package var expires: Timestamp

    package var key: ExactText { id }
    package var byteCount: Int { id.heapBytes + mvpd.rawValue.heapBytes + subscriber.rawValue.heapBytes }

    package init(
        id: ExactText, mvpd: MVPDID, subscriber: SubscriberID, isHomeBased: Bool = false, began: Timestamp,
        expires: Timestamp
    ) {
        self.id = id
        self.mvpd = mvpd
        self.subscriber = subscriber
        self.isHomeBased = isHomeBased
        self.began = began
        self.expires = expires
    }
}

extension MVPDSession {
    package static let kind = "mvpdSessions"

    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        id = try reader.read("id")
        mvpd = try reader.read("mvpd")
        subscriber = try reader.read("subscriber")
        isHomeBased = try reader.read("isHomeBased")
        began = try reader.read("beganMillis")
        expires = try reader.read("expiresMillis")
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("id", id)
        writer.write("mvpd", mvpd)
        writer.write("subscriber", subscriber)
        writer.write("isHomeBased", isHomeBased)
        writer.write("beganMillis", began)
        writer.write("expiresMillis", expires)
    }
}
