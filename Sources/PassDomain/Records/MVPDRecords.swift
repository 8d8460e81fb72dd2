package import PassCore

/// The session that an MVPD keeps with a browser: while it lives, nobody is asked for a password.
package struct ProviderSession: StoredRecord {
    /// Unguessable: the value of the MVPD's own cookie, and the `SessionIndex` of what it asserts.
    package var id: ExactText
    package var mvpd: MVPDID
    package var subscriber: SubscriberID
    /// Whether the subscriber was known by the home network, without a password.
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

/// What a subscriber granted to a client of an OAuth 2.0 MVPD: first a code, then the tokens that it was exchanged for
/// (RFC 6749, section 4.1.2).
package struct ProviderGrant: StoredRecord, Hashable {
    package var code: ExactText
    package var mvpd: MVPDID
    package var subscriber: SubscriberID
    /// The MVPD's browser session that it came from.
    package var session: ExactText?
    package var client: ExactText
    package var redirectURI: ExactText
    package var scopes: [String]
    /// The client's own value, which comes back in its ID token (OpenID Connect Core, section 3.1.2.1).
    package var nonce: String?
    /// When the subscriber signed in.
    package var authenticated: Timestamp
    package var state: State
    /// Until then the code may be exchanged.
    package var codeExpires: Timestamp
    /// Until then a second use of the code is known as one, or the tokens are known as revoked.
    package var expires: Timestamp

    package enum State: Sendable, Hashable {
        case issued
        case redeemed
        case revoked
    }

    package var key: ExactText { code }
    package var byteCount: Int {
        [code.string, mvpd.rawValue, subscriber.rawValue, client.string, redirectURI.string].heapBytes
            + scopes.heapBytes
            + (session?.heapBytes ?? 0) + (nonce?.heapBytes ?? 0)
    }

    package init(
        code: ExactText, mvpd: MVPDID, subscriber: SubscriberID, session: ExactText?, client: ExactText,
        redirectURI: ExactText, scopes: [String], nonce: String? = nil, authenticated: Timestamp,
        state: State = .issued,
        codeExpires: Timestamp, expires: Timestamp
    ) {
        self.code = code
        self.mvpd = mvpd
        self.subscriber = subscriber
        self.session = session
        self.client = client
        self.redirectURI = redirectURI
        self.scopes = scopes
        self.nonce = nonce
        self.authenticated = authenticated
        self.state = state
        self.codeExpires = codeExpires
        self.expires = expires
    }
}

/// How far a temporary pass is used up; it begins with its holder's first authorization.
package struct TemporaryPassUse: StoredRecord, Hashable {
    package var key: Key
    package var began: Timestamp
    /// Each resource once, in the order of their first use; empty for a pass that counts none.
    package var resources: [ExactText]
    /// The names, at most two, of whoever began this record, that of its key among them.
    ///
    /// Those who come later aren't added, or clients could make it grow without end: their own records name this one.
    package var holders: [ExactText]
    /// A pass that is used up stays so until it is reset.
    package var expires = Timestamp(milliseconds: .max)

    package var byteCount: Int {
        [key.requestor.rawValue, key.mvpd.rawValue, key.holder.string].heapBytes + resources.heapBytes
            + holders.heapBytes
    }

    package struct Key: ByteComparable {
        package var requestor: RequestorID
        package var mvpd: MVPDID
        /// The device's fingerprint, or the digest of the identity that the client named.
        package var holder: ExactText

        package init(requestor: RequestorID, mvpd: MVPDID, holder: ExactText) {
            self.requestor = requestor
            self.mvpd = mvpd
            self.holder = holder
        }
    }

    package init(key: Key, began: Timestamp, resources: [ExactText], holders: [ExactText] = []) {
        self.key = key
        self.began = began
        self.resources = resources
        self.holders = holders
    }
}
