import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// The session that an MVPD keeps with the browser of one request: a record in the World, named by a cookie of its own.
///
/// Its life is the MVPD's, on the World's clock, and has nothing to do with that of the profiles that come from it. The
/// cookie goes to this MVPD's pages alone, so no MVPD and no World sees another's.
struct BrowserSessions {
    let provider: Provider
    let exchange: Exchange

    static let cookie = "mvpd_session"

    private var store: any RecordStore<ProviderSession> { exchange.world.stores.providerSessions }

    /// Who is signed in without being asked: by a live session, else by the home network.
    ///
    /// - Throws: `EntitlementFailure.storeFull` when a session of the home network can't be kept.
    func resume() throws -> SignedIn? {
        if let session = try current(), let subscriber = account(session.subscriber) {
            return SignedIn(subscriber: subscriber, session: session)
        }
        // A home subscriber who can't sign in is asked like anybody else.
        guard let home = provider.mvpd.homeSubscriber.flatMap(account), home.signIn == .succeeds else { return nil }
        return try begin(for: home, isHomeBased: true)
    }

    /// Begins a session in place of the browser's last one.
    ///
    /// - Throws: `EntitlementFailure.storeFull`.
    func begin(for subscriber: Subscriber, isHomeBased: Bool = false) throws -> SignedIn {
        if let last = try current() { try store.remove(last.id, now: exchange.now) }
        let session = ProviderSession(
            id: ExactText("_" + exchange.world.identifiers.hex(byteCount: 16)), mvpd: provider.mvpd.id,
            subscriber: subscriber.id, isHomeBased: isHomeBased, began: exchange.now,
            expires: exchange.now + provider.mvpd.sessionLife)
        try store.put(session, now: exchange.now)
        return SignedIn(subscriber: subscriber, session: session)
    }

    /// Ends the sessions of `subscriber` that are named by identifier, and the browser's own if it is the same person's.
    func end(_ identifiers: [String], of subscriber: SubscriberID) throws {
        for id in try identifiers.map({ ExactText($0) }) + (current().map { [$0.id] } ?? []) {
            guard let session = try find(id), session.subscriber == subscriber else { continue }
            try store.remove(id, now: exchange.now)
        }
    }

    /// Ends the browser's own session, of whomever or of `subscriber` alone.
    func end(of subscriber: SubscriberID?) throws {
        guard let session = try current(), subscriber == nil || session.subscriber == subscriber else { return }
        try store.remove(session.id, now: exchange.now)
    }

    /// Gives the browser the session's cookie.
    func remember(_ signedIn: SignedIn, in response: inout HTTPResponse) {
        guard signedIn.session.id != exchange.cookie(Self.cookie).map({ ExactText($0) }) else { return }
        response.fields.append(.setCookie, makeCookie(signedIn.session.id.string).serialized)
    }

    /// Takes the cookie from the browser when it names no live session any more.
    func forgetIfDead(in response: inout HTTPResponse) throws {
        guard exchange.cookie(Self.cookie) != nil, try current() == nil else { return }
        var cookie = makeCookie("")
        cookie.maxAgeSeconds = 0
        response.fields.append(.setCookie, cookie.serialized)
    }

    private func current() throws -> ProviderSession? {
        try exchange.cookie(Self.cookie).flatMap { try find(ExactText($0)) }
    }

    private func find(_ id: ExactText) throws -> ProviderSession? {
        guard let session = try store.find(id, now: exchange.now), session.mvpd == provider.mvpd.id else { return nil }
        return session
    }

    private func account(_ id: SubscriberID) -> Subscriber? {
        guard let subscriber = exchange.world.catalog.subscribers[id], subscriber.hasAccount(at: provider.mvpd.id)
        else { return nil }
        return subscriber
    }

    private func makeCookie(_ value: String) -> SetCookie {
        BrowserCookie.make(
            Self.cookie, value, path: provider.path(""), exchange, isHTTPOnly: true)
    }
}

/// A subscriber, and the session in which the MVPD knows the browser as theirs.
struct SignedIn {
    let subscriber: Subscriber
    let session: ProviderSession
}
