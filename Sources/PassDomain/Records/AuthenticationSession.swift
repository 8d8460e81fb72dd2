package import PassCore

/// A login, from the first redirect to the logout. The device and the browser share it.
package struct AuthenticationSession: StoredRecord {
    package var id: SessionID
    package var requestor: RequestorID
    package var mvpd: MVPDID
    /// The address to which the browser is finally sent; `nil` if the login ends on the simulator's own page.
    package var redirectURL: String?
    /// The registration code with which the login was begun, if any.
    package var registrationCode: ExactText?
    /// Whether the code belongs to an app without tokens (REST API v2).
    package var isOfApp = false
    /// The app's generic data (see `GenericData`), if the request carried any.
    package var generic: String?
    /// Whether the login is passive: the MVPD must not prompt the user for anything.
    package var isPassive: Bool
    /// The request sent to the MVPD; the MVPD's answer must refer to it. `nil` when the MVPD isn't asked.
    package var request: MVPDRequest?
    package var state: State
    package var expires: Timestamp

    /// The progress of the login.
    package enum State: Sendable, Hashable {
        /// The login waits for the MVPD's answer.
        case pending
        /// An answer of the MVPD is being checked; no other answer is accepted until that is done.
        case answering
        /// A subscriber has signed in.
        case authenticated(Login)
        /// The login ended without a user.
        ///
        /// The MVPD answered with an error, the requestor isn't integrated with it, or a promotional pass has no
        /// holder.
        case failed
        /// The app has ended the login, and the MVPD hasn't been told yet.
        case leaving(Login)
        /// A logout has ended the login.
        case loggedOut

        /// The sign-in in the states `authenticated` and `leaving`, in which the MVPD still considers it valid;
        /// otherwise `nil`.
        package var login: Login? {
            switch self {
            case .authenticated(let login), .leaving(let login): login
            case .pending, .answering, .failed, .loggedOut: nil
            }
        }
    }

    /// The sign-in of a subscriber.
    package struct Login: Sendable, Hashable {
        package var subscriber: SubscriberID
        /// The profile's GUID, the same for every profile fetched from this session.
        package var guid: AuthenticationGUID
        /// The time at which the subscriber signed in.
        package var instant: Timestamp
        /// The MVPD's own identifier of the login (SAML `SessionIndex`).
        package var providerSession: String?
        /// Whether the MVPD recognized the subscriber by the home network (home-based authentication).
        package var isHomeBased: Bool
        /// The refresh token with which the service queries an OAuth 2.0 MVPD; `nil` for other MVPDs.
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
        if let login = state.login { count += login.byteCount }
        return count + (request?.byteCount ?? 0)
    }

    package init(
        id: SessionID, requestor: RequestorID, mvpd: MVPDID, redirectURL: String?, registrationCode: ExactText?,
        generic: String? = nil, isPassive: Bool = false, request: MVPDRequest? = nil, state: State = .pending,
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

extension AuthenticationSession {
    package static let kind = "sessions"

    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        id = try reader.read("id")
        requestor = try reader.read("requestor")
        mvpd = try reader.read("mvpd")
        redirectURL = try reader.readIfPresent("redirectURL")
        registrationCode = try reader.readIfPresent("registrationCode")
        isOfApp = try reader.readIfPresent("isOfApp") ?? false
        generic = try reader.readIfPresent("generic")
        isPassive = try reader.read("isPassive")
        request = try reader.readIfPresent("request")
        state = try reader.read("state")
        expires = try reader.read("expiresMillis")
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("id", id)
        writer.write("requestor", requestor)
        writer.write("mvpd", mvpd)
        writer.write("redirectURL", redirectURL)
        writer.write("registrationCode", registrationCode)
        writer.write("isOfApp", isOfApp ? true : nil)
        writer.write("generic", generic)
        writer.write("isPassive", isPassive)
        writer.write("request", request)
        writer.write("state", state)
        writer.write("expiresMillis", expires)
    }
}

extension AuthenticationSession.State: SnapshotValue {
    /// The names of the states in snapshots.
    private enum Name: String, CaseIterable, SnapshotField {
        case pending
        case answering
        case authenticated
        case failed
        case leaving
        case loggedOut
    }

    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        let name: Name = try reader.read("name")
        switch name {
        case .pending: self = .pending
        case .answering: self = .answering
        case .authenticated: self = .authenticated(try reader.read("login"))
        case .failed: self = .failed
        case .leaving: self = .leaving(try reader.read("login"))
        case .loggedOut: self = .loggedOut
        }
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("name", name)
        writer.write("login", login)
    }

    private var name: Name {
        switch self {
        case .pending: .pending
        case .answering: .answering
        case .authenticated: .authenticated
        case .failed: .failed
        case .leaving: .leaving
        case .loggedOut: .loggedOut
        }
    }
}

extension AuthenticationSession.Login: SnapshotValue {
    package init(from reader: inout SnapshotReader) throws(EntitlementFailure) {
        subscriber = try reader.read("subscriber")
        guid = try reader.read("guid")
        instant = try reader.read("instantMillis")
        providerSession = try reader.readIfPresent("providerSession")
        isHomeBased = try reader.read("isHomeBased")
        refreshToken = try reader.readIfPresent("refreshToken")
    }

    package func write(to writer: inout SnapshotWriter) {
        writer.write("subscriber", subscriber)
        writer.write("guid", guid)
        writer.write("instantMillis", instant)
        writer.write("providerSession", providerSession)
        writer.write("isHomeBased", isHomeBased)
        writer.write("refreshToken", refreshToken)
    }
}

extension AuthenticationSession.State {
    /// The state as checks note it.
    var checked: Check.LoginState {
        switch self {
        case .pending: .waiting
        case .answering: .answered
        case .authenticated: .signedIn
        case .failed: .failed
        case .leaving, .loggedOut: .signedOut
        }
    }
}
