package import PassCore

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

/// A subscriber's grant to a client of an OAuth 2.0 MVPD: first a code, then the tokens issued for the code (RFC 6749,
/// section 4.1.2).
package struct MVPDGrant: StoredRecord, Hashable {
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
    /// When the subscriber signed in.
    package var authenticated: Timestamp
    package var state: State
    /// The instant until which the code may be exchanged.
    package var codeExpires: Timestamp
    /// The instant until which the MVPD recognises a second use of the code and remembers that the tokens are revoked.
    package var expires: Timestamp

    /// The progress of the grant.
    package enum State: Sendable, Hashable {
        /// The code hasn't been used yet.
        case issued
        /// Tokens were issued for the code.
        case redeemed
        /// The tokens no longer count.
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

/// The usage of a temporary pass, which begins with its holder's first authorization.
package struct TemporaryPassUse: StoredRecord, Hashable {
    package var key: Key
    package var began: Timestamp
    /// Each resource once, in the order of first use; empty for a pass without a limit on resources.
    package var resources: [ExactText]
    /// The names, at most two, of the holder that began this record; the name in its key is one of them.
    ///
    /// Later holders aren't added, because clients could then make the record grow without end. Their own records name
    /// this holder instead.
    package var holders: [ExactText]
    /// The record's expiry; never by default, because a pass that is used up stays so until it is reset.
    package var expires = Timestamp(milliseconds: .max)

    package var byteCount: Int {
        [key.requestor.rawValue, key.mvpd.rawValue, key.holder.string].heapBytes + resources.heapBytes
            + holders.heapBytes
    }

    /// The pass and its holder.
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
