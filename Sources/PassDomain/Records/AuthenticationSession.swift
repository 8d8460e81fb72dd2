package import PassCore

/// One login from the first redirect to logout; the device and the browser meet in it.
package struct AuthenticationSession: StoredRecord {
    package var id: SessionID
    package var requestor: RequestorID
    package var mvpd: MVPDID
    /// Where the browser goes in the end; `nil` ends on our own page.
    package var redirectURL: String?
    package var registrationCode: ExactText?
    package var generic: String?
    /// Whether nobody was to be asked for anything.
    package var isPassive: Bool
    /// The request that was sent to the MVPD; an answer must name it.
    package var request: ProviderRequest?
    package var state: State
    package var expires: Timestamp

    package enum State: Sendable, Hashable {
        case pending
        /// An answer of the MVPD is being checked; no other is taken meanwhile.
        case answering
        case authenticated(Login)
        /// The MVPD answered without a user.
        case failed
        case loggedOut
    }

    /// The subscriber that signed in.
    package struct Login: Sendable, Hashable {
        package var subscriber: SubscriberID
        /// The same for every profile that is fetched from this session.
        package var guid: AuthenticationGUID
        package var instant: Timestamp
        /// The MVPD's own name for the login (SAML `SessionIndex`).
        package var providerSession: String?
        /// Whether the MVPD knew the subscriber by the home network (home-based authentication).
        package var isHomeBased: Bool
        /// What the service asks an OAuth 2.0 MVPD with; `nil` at others.
        package var refreshToken: String?

        var byteCount: Int {
            subscriber.rawValue.heapBytes + guid.rawValue.heapBytes + (providerSession?.heapBytes ?? 0)
                + (refreshToken?.heapBytes ?? 0)
        }

        package init(
            subscriber: SubscriberID, guid: AuthenticationGUID, instant: Timestamp, providerSession: String? = nil,
            isHomeBased: Bool = false, refreshToken: String? = nil
        ) {
            self.subscriber = subscriber
            self.isHomeBased = isHomeBased
            self.refreshToken = refreshToken
            self.providerSession = providerSession
            self.guid = guid
            self.instant = instant
        }
    }

    package var key: SessionID { id }
    package var byteCount: Int {
        var count = [id.rawValue, requestor.rawValue, mvpd.rawValue].heapBytes
        for text in [redirectURL, registrationCode?.string, generic] { count += text?.heapBytes ?? 0 }
        if case .authenticated(let login) = state { count += login.byteCount }
        return count + (request?.byteCount ?? 0)
    }

    package init(
        id: SessionID, requestor: RequestorID, mvpd: MVPDID, redirectURL: String?, registrationCode: ExactText?,
        generic: String? = nil, isPassive: Bool = false, request: ProviderRequest? = nil, state: State = .pending,
        expires: Timestamp
    ) {
        self.id = id
        self.requestor = requestor
        self.mvpd = mvpd
        self.redirectURL = redirectURL
        self.registrationCode = registrationCode
        self.generic = generic
        self.isPassive = isPassive
        self.request = request
        self.state = state
        self.expires = expires
    }
}
