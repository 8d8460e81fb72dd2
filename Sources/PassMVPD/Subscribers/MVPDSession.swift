package import PassCore
package import PassDomain

/// The session that an MVPD keeps with a browser. Until it expires, the browser's user isn't asked for a password.
package struct MVPDSession: StoredRecord {
    /// The session's unguessable identifier: the value of the MVPD's own cookie, and the `SessionIndex` of its
    /// assertions.
    package var id: ExactText
    package var mvpd: MVPDID
    package var subscriber: SubscriberID
    /// Whether the MVPD recognised the subscriber by the home network, without a password.
    package var isHomeBased: Bool
    /// When the subscriber signed in.
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
