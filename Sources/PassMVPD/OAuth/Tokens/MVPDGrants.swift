import PassCore
import PassCrypto
import PassDomain

/// The grants of one OAuth 2.0 MVPD in one World: what its own endpoints and the service's back channel have in common.
struct ProviderGrants {
    let mvpd: MVPDID
    let world: World
    let sealer: Sealer
    let now: Timestamp

    static let codeLife: TimeToLive = .seconds(60)
    /// How long a code that was exchanged is remembered, so that its second use is known as one.
    static let replayMemory: TimeToLive = .days(1)
    static let accessTokenLife: TimeToLive = .hours(1)
    static let refreshTokenLife: TimeToLive = .days(730)

    /// Tokens as they are given out.
    struct Tokens {
        var access: String
        var refresh: String
        var facts: ProviderToken
        /// From the request for the code; absent after a refresh (OpenID Connect Core, section 12.2).
        var nonce: String?
    }

    private var store: any RecordStore<ProviderGrant> { world.stores.providerGrants }

    private enum Exchanged {
        case first(ProviderGrant)
        case again(ProviderGrant)
        case refused(String)
    }

    /// Exchanges a code, once (RFC 6749, section 4.1.3); its second use takes back what came from the first.
    ///
    /// - Throws: `ProviderRefusal(.invalidGrant)`, `EntitlementFailure.storeFull`.
    func redeem(_ code: String, redirectURI: String?, client: String) throws -> Tokens {
        let exchanged = try store.update(ExactText(code), now: now) { grant -> Exchanged in
            guard grant.mvpd == mvpd, grant.client == ExactText(client) else {
                return .refused("The code is not known.")
            }
            guard grant.redirectURI == redirectURI.map({ ExactText($0) }) else {
                return .refused("The redirect URI is another one than that of the request for the code.")
            }
            guard grant.state == .issued else { return .again(grant) }
            guard now < grant.codeExpires else { return .refused("The code has expired.") }
            grant.state = .redeemed
            return .first(grant)
        }
        switch exchanged {
        case .first(let grant):
            let facts = ProviderToken(grant, expires: now + Self.refreshTokenLife)
            try checkSubscriber(of: facts)
            let refresh = facts.sealed(.refresh, by: sealer, at: mvpd)
            return Tokens(access: accessToken(facts), refresh: refresh, facts: facts, nonce: grant.nonce)
        case .again(let grant):
            try revoke(grant)
            throw ProviderRefusal(.invalidGrant, "The code has been used before.")
        case .refused(let sentence): throw ProviderRefusal(.invalidGrant, sentence)
        case nil: throw ProviderRefusal(.invalidGrant, "The code is not known.")
        }
    }

    /// A new access token (RFC 6749, section 6); the refresh token stays the same.
    ///
    /// - Parameter scopes: at most those of the grant; `nil` for all of them.
    /// - Throws: `ProviderRefusal(.invalidGrant)`, `.invalidScope`.
    func refresh(_ token: String, scopes: [String]?, client: String) throws -> Tokens {
        guard var facts = read(token, .refresh), facts.client == ExactText(client) else {
            throw ProviderRefusal(.invalidGrant, "The refresh token is not known.")
        }
        guard try isLive(facts) else { throw ProviderRefusal(.invalidGrant, "The refresh token counts no more.") }
        try checkSubscriber(of: facts)
        if let scopes {
            guard scopes.allSatisfy(facts.scopes.contains) else {
                throw ProviderRefusal(.invalidScope, "The refresh token was given for fewer scopes.")
            }
            facts.scopes = scopes
        }
        return Tokens(access: accessToken(facts), refresh: token, facts: facts, nonce: nil)
    }

    /// Takes back the grant of a token of either kind (RFC 7009, section 2.1); what is no token of the client is left alone.
    ///
    /// - Parameter client: `nil` for the service, to which all its clients belong.
    /// - Throws: `EntitlementFailure.storeFull`.
    func revoke(_ token: String, client: String?) throws {
        guard let facts = read(token, .refresh) ?? read(token, .access),
            client == nil || facts.client == client.map({ ExactText($0) })
        else { return }
        try revoke(
            ProviderGrant(
                code: facts.code, mvpd: mvpd, subscriber: facts.subscriber, session: facts.session,
                client: facts.client, redirectURI: "", scopes: facts.scopes, authenticated: facts.authenticated,
                codeExpires: now, expires: now))
    }

    /// What an access token stands for, and its subscriber; `nil` for one that doesn't count now.
    func open(_ accessToken: String) throws -> (facts: ProviderToken, subscriber: Subscriber)? {
        guard let facts = read(accessToken, .access), try isLive(facts),
            let subscriber = world.connector.subscriber(facts.subscriber, at: mvpd)
        else { return nil }
        return (facts, subscriber)
    }

    /// Whether the browser session that a token came from was begun by the home network, as far as it still lives.
    func isHomeBased(_ facts: ProviderToken) throws -> Bool {
        try facts.session.flatMap { try world.stores.providerSessions.find($0, now: now) }?.isHomeBased ?? false
    }

    private func read(_ token: String, _ kind: ProviderToken.Kind) -> ProviderToken? {
        ProviderToken(token, kind, by: sealer, at: mvpd)
    }

    private func accessToken(_ facts: ProviderToken) -> String {
        var facts = facts
        facts.expires = now + Self.accessTokenLife
        return facts.sealed(.access, by: sealer, at: mvpd)
    }

    private func isLive(_ facts: ProviderToken) throws -> Bool {
        guard now < facts.expires else { return false }
        return try store.find(facts.code, now: now)?.state != .revoked
    }

    private func checkSubscriber(of facts: ProviderToken) throws {
        guard world.connector.subscriber(facts.subscriber, at: mvpd) != nil else {
            throw ProviderRefusal(.invalidGrant, "The subscriber has no account any more.")
        }
    }

    /// Remembered until the last token of the grant would have expired.
    private func revoke(_ grant: ProviderGrant) throws {
        var grant = grant
        grant.state = .revoked
        grant.expires = now + Self.refreshTokenLife
        try store.put(grant, now: now)
    }
}
