import PassCore
import PassCrypto
import PassDomain

/// The grants of one OAuth 2.0 MVPD in one World. The MVPD's own endpoints and the service's back channel both use this
/// type.
struct MVPDGrants {
    let mvpd: MVPDID
    let store: any RecordStore<MVPDGrant>
    /// The MVPD's browser sessions, in which subscribers gave the grants.
    let sessions: any RecordStore<MVPDSession>
    let accounts: [SubscriberID: SubscriberAccount]
    /// The sealer of the tokens.
    let sealer: Sealer
    let now: Timestamp

    static let codeTimeToLive: TimeToLive = .seconds(60)
    /// The time for which an exchanged code is remembered, so that a second use is recognized.
    static let replayMemory: TimeToLive = .days(1)
    static let accessTokenTimeToLive: TimeToLive = .hours(1)
    static let refreshTokenTimeToLive: TimeToLive = .days(730)

    /// The tokens that a client receives.
    struct Tokens {
        var access: String
        var refresh: String
        /// The facts that the access token contains, except its expiry.
        var facts: MVPDToken
        /// The `nonce` of the request for the code; absent after a refresh (OpenID Connect Core, section 12.2).
        var nonce: String?
    }

    /// The result of an attempt to exchange a code.
    private enum Exchanged {
        /// The code was unused.
        case first(MVPDGrant)
        /// The code has already been used.
        case again(MVPDGrant)
        /// The code is not valid; the value is the sentence for the client.
        case refused(String)
    }

    /// Exchanges a code for tokens, once (RFC 6749, section 4.1.3). A second use revokes the tokens of the first.
    ///
    /// - Parameter verifier: the secret that the client sends, whose digest must be the one in the request for the
    ///   code; `nil` if it sends none.
    /// - Throws: `MVPDRefusal(.invalidGrant)`, `EntitlementFailure.storeFull`.
    func redeem(_ code: String, redirectURI: String?, verifier: String?, client: String) throws -> Tokens {
        let exchanged = try store.update(ExactText(code), now: now) { grant -> Exchanged in
            guard grant.mvpd == mvpd, grant.client == ExactText(client) else {
                return .refused("The code is unknown.")
            }
            guard grant.redirectURI == redirectURI.map({ ExactText($0) }) else {
                return .refused("The redirect URI differs from the one in the request for the code.")
            }
            if let sentence = Self.fault(in: verifier, for: grant) { return .refused(sentence) }
            guard grant.state == .issued else { return .again(grant) }
            guard now < grant.codeExpires else { return .refused("The code has expired.") }
            grant.state = .redeemed
            return .first(grant)
        }
        switch exchanged {
        case .first(let grant):
            let facts = MVPDToken(grant, expires: now + Self.refreshTokenTimeToLive)
            try checkSubscriber(of: facts)
            let refresh = facts.sealed(.refresh, by: sealer, at: mvpd)
            return Tokens(access: accessToken(facts), refresh: refresh, facts: facts, nonce: grant.nonce)
        case .again(let grant):
            try revoke(grant)
            throw MVPDRefusal(.invalidGrant, "The code has been used before.")
        case .refused(let sentence): throw MVPDRefusal(.invalidGrant, sentence)
        case nil: throw MVPDRefusal(.invalidGrant, "The code is unknown.")
        }
    }

    /// Returns the sentence for a client whose verifier isn't the right one; `nil` if it is (RFC 7636, section 4.6).
    ///
    /// For a code without a challenge, every verifier is wrong. Otherwise, a code that was requested without a
    /// challenge could still be brought into another login (RFC 9700, section 2.1.1).
    private static func fault(in verifier: String?, for grant: MVPDGrant) -> String? {
        switch (grant.codeChallenge, verifier) {
        case (nil, nil): nil
        case (nil, _): "The request for the code had no code challenge."
        case (_, nil): "The request for the code had a code challenge, so the code verifier is needed."
        case (let challenge?, let verifier?):
            CodeChallenge(text: challenge).isMet(by: verifier)
                ? nil : "The code verifier doesn't match the code challenge."
        }
    }

    /// Issues a new access token (RFC 6749, section 6); the refresh token stays the same.
    ///
    /// - Parameter scopes: a subset of the grant's scopes; `nil` for all of them.
    /// - Throws: `MVPDRefusal(.invalidGrant)`, `.invalidScope`.
    func refresh(_ token: String, scopes: [String]?, client: String) throws -> Tokens {
        guard var facts = read(token, .refresh), facts.client == ExactText(client) else {
            throw MVPDRefusal(.invalidGrant, "The refresh token is unknown.")
        }
        guard try isLive(facts) else { throw MVPDRefusal(.invalidGrant, "The refresh token is no longer valid.") }
        try checkSubscriber(of: facts)
        if let scopes {
            guard scopes.allSatisfy(facts.scopes.contains) else {
                throw MVPDRefusal(.invalidScope, "The refresh token was issued for fewer scopes.")
            }
            facts.scopes = scopes
        }
        return Tokens(access: accessToken(facts), refresh: token, facts: facts, nonce: nil)
    }

    /// Revokes the grant of an access or refresh token (RFC 7009, section 2.1). A text that isn't a token is ignored.
    ///
    /// - Parameter client: the client that owns the token; `nil` for the service, which owns all clients.
    /// - Throws: `MVPDRefusal(.invalidGrant)` for a token of another client; `EntitlementFailure.storeFull`.
    func revoke(_ token: String, client: String?) throws {
        guard let facts = read(token, .refresh) ?? read(token, .access) else { return }
        if let client, facts.client != ExactText(client) {
            throw MVPDRefusal(.invalidGrant, "The token was issued to another client.")
        }
        try revoke(
            MVPDGrant(
                code: facts.code, mvpd: mvpd, subscriber: facts.subscriber, session: facts.session,
                client: facts.client, redirectURI: "", scopes: facts.scopes, authenticated: facts.authenticated,
                codeExpires: now, expires: now))
    }

    /// Returns the facts in an access token, and its subscriber; `nil` if the token isn't valid now.
    func open(_ accessToken: String) throws -> (facts: MVPDToken, subscriber: SubscriberAccount)? {
        guard let facts = read(accessToken, .access), try isLive(facts),
            let subscriber = accounts.account(facts.subscriber, at: mvpd)
        else { return nil }
        return (facts, subscriber)
    }

    /// Whether the browser session that a token came from began by home-based authentication; `false` once that session
    /// is gone.
    func isHomeBased(_ facts: MVPDToken) throws -> Bool {
        try facts.session.flatMap { try sessions.find($0, now: now) }?.isHomeBased ?? false
    }

    private func read(_ token: String, _ kind: MVPDToken.Kind) -> MVPDToken? {
        MVPDToken(token, kind, by: sealer, at: mvpd)
    }

    private func accessToken(_ facts: MVPDToken) -> String {
        var facts = facts
        facts.expires = now + Self.accessTokenTimeToLive
        return facts.sealed(.access, by: sealer, at: mvpd)
    }

    /// Whether a token has neither expired nor been revoked.
    private func isLive(_ facts: MVPDToken) throws -> Bool {
        guard now < facts.expires else { return false }
        return try store.find(facts.code, now: now)?.state != .revoked
    }

    private func checkSubscriber(of facts: MVPDToken) throws {
        guard accounts.account(facts.subscriber, at: mvpd) != nil else {
            throw MVPDRefusal(.invalidGrant, "The subscriber no longer has an account.")
        }
    }

    /// Records a grant as revoked, until its last token would have expired.
    private func revoke(_ grant: MVPDGrant) throws {
        var grant = grant
        grant.state = .revoked
        grant.expires = now + Self.refreshTokenTimeToLive
        try store.put(grant, now: now)
    }
}
