import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// The session that an MVPD keeps with the browser of one request: a record in the World, identified by a cookie.
///
/// The MVPD decides how long the session lasts, by the World's clock and independently of the profiles that come from
/// it. Browsers send the cookie only to this MVPD's pages, so MVPDs and Worlds don't see each other's sessions.
struct BrowserSessions {
    let site: MVPDSite
    let exchange: Exchange

    static let cookie = "mvpd_session"

    private var store: any RecordStore<MVPDSession> { site.mvpds.stores.sessions }

    /// Returns the subscriber who is signed in without a page: by a valid session, otherwise by the home network; `nil`
    /// if by neither.
    ///
    /// - Throws: `EntitlementFailure.storeFull` when there is no room for a session of the home network.
    func resume() throws -> SignedIn? {
        if let session = try current(), let subscriber = site.account(session.subscriber) {
            return SignedIn(subscriber: subscriber, session: session)
        }
        // A home subscriber who can't sign in gets the login page like any other.
        guard let home = site.behaviour.homeSubscriber.flatMap(site.account), home.signIn == .succeeds else {
            return nil
        }
        return try begin(for: home, isHomeBased: true)
    }

    /// Begins a session that replaces the browser's last one.
    ///
    /// - Throws: `EntitlementFailure.storeFull`.
    func begin(for subscriber: SubscriberAccount, isHomeBased: Bool = false) throws -> SignedIn {
        if let last = try current() { try store.remove(last.id, now: exchange.now) }
        let session = MVPDSession(
            id: ExactText("_" + exchange.world.identifiers.hex(byteCount: 16)), mvpd: site.mvpd.id,
            subscriber: subscriber.id, isHomeBased: isHomeBased, began: exchange.now,
            expires: exchange.now + site.behaviour.sessionTimeToLive)
        try store.put(session, now: exchange.now)
        return SignedIn(subscriber: subscriber, session: session)
    }

    /// Ends the sessions of `subscriber` that the identifiers name, and the browser's own if it belongs to the same
    /// subscriber.
    func end(_ identifiers: [String], of subscriber: SubscriberID) throws {
        for id in try identifiers.map({ ExactText($0) }) + (current().map { [$0.id] } ?? []) {
            guard let session = try find(id), session.subscriber == subscriber else { continue }
            try store.remove(id, now: exchange.now)
        }
    }

    /// Ends the browser's own session, if it belongs to `subscriber` or `subscriber` is `nil`.
    func end(of subscriber: SubscriberID?) throws {
        guard let session = try current(), subscriber == nil || session.subscriber == subscriber else { return }
        try store.remove(session.id, now: exchange.now)
    }

    /// Sends the session's cookie to the browser, unless the browser has it already.
    func remember(_ signedIn: SignedIn, in response: inout HTTPResponse) {
        guard signedIn.session.id != exchange.cookie(Self.cookie).map({ ExactText($0) }) else { return }
        response.fields.append(.setCookie, makeCookie(signedIn.session.id.string).serialized)
    }

    /// Deletes the browser's cookie if it names no valid session.
    func forgetIfDead(in response: inout HTTPResponse) throws {
        guard exchange.cookie(Self.cookie) != nil, try current() == nil else { return }
        var cookie = makeCookie("")
        cookie.maxAgeSeconds = 0
        response.fields.append(.setCookie, cookie.serialized)
    }

    /// Returns the session that the browser's cookie names, if it is valid.
    private func current() throws -> MVPDSession? {
        try exchange.cookie(Self.cookie).flatMap { try find(ExactText($0)) }
    }

    private func find(_ id: ExactText) throws -> MVPDSession? {
        guard let session = try store.find(id, now: exchange.now), session.mvpd == site.mvpd.id else { return nil }
        return session
    }

    private func makeCookie(_ value: String) -> SetCookie {
        BrowserCookie.make(
            Self.cookie, value, path: site.path(""), exchange, isHTTPOnly: true)
    }
}

/// A subscriber, and the browser session in which they are signed in at the MVPD.
struct SignedIn {
    let subscriber: SubscriberAccount
    let session: MVPDSession
}
