package import PassCore
package import PassDomain

/// The service's back channel to OAuth 2.0 MVPDs. It uses the grants of the MVPDs' HTTP endpoints directly, without a
/// connection.
extension SimulatedMVPDs {
    package func redeem(
        _ code: String, redirectURI: String, verifier: MVPDCodeVerifier, as client: MVPDClient, at mvpd: MVPDID,
        now: Timestamp
    ) throws -> MVPDCredential {
        let grants = grants(of: mvpd, now)
        let tokens = try grants.redeem(code, redirectURI: redirectURI, verifier: verifier.text, client: client.id)
        return try credential(tokens, grants)
    }

    package func refresh(
        _ refreshToken: String, as client: MVPDClient, at mvpd: MVPDID, now: Timestamp
    ) throws -> MVPDCredential {
        let grants = grants(of: mvpd, now)
        return try credential(grants.refresh(refreshToken, scopes: nil, client: client.id), grants)
    }

    package func revoke(_ refreshToken: String, at mvpd: MVPDID, now: Timestamp) throws {
        try grants(of: mvpd, now).revoke(refreshToken, client: nil)
    }

    /// Returns the grants of an MVPD, as they are at `now`.
    func grants(of mvpd: MVPDID, _ now: Timestamp) -> MVPDGrants {
        MVPDGrants(
            mvpd: mvpd, store: stores.grants, sessions: stores.sessions, accounts: accounts, sealer: sealer, now: now)
    }

    /// Returns the part of the tokens that the service stores.
    func credential(
        _ tokens: MVPDGrants.Tokens, _ grants: MVPDGrants
    ) throws -> MVPDCredential {
        MVPDCredential(
            subscriber: tokens.facts.subscriber, providerSession: tokens.facts.session?.string,
            isHomeBased: try grants.isHomeBased(tokens.facts), refreshToken: tokens.refresh)
    }
}
