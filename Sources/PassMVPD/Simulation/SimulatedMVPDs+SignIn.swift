package import PassCore
package import PassDomain

/// The sign-in of a subscriber without a browser, for tests.
extension SimulatedMVPDs {
    /// Returns the user names of the subscribers of an MVPD, sorted.
    package func subscribers(of mvpd: MVPDID) -> [SubscriberID] {
        accounts.values.filter { $0.exists(at: mvpd) }.map(\.id).sorted { $0.rawValue < $1.rawValue }
    }

    /// Returns the sentence with which an MVPD refuses every sign-in of a subscriber; `nil` if it refuses none, or if
    /// the subscriber has no account at that MVPD.
    package func refusal(of subscriber: SubscriberID, at mvpd: MVPDID) -> String? {
        switch account(subscriber, at: mvpd)?.signIn {
        case .succeeds, nil: nil
        case .refused(let sentence): sentence
        case .breaks: "The MVPD answers with an error instead of a user."
        }
    }

    /// Signs a subscriber in as the login page does after the right password.
    ///
    /// The MVPD stores a session as it does for a browser, although no browser has its cookie. An OAuth 2.0 MVPD issues
    /// a code, which the service exchanges at once.
    ///
    /// - Parameters:
    ///   - mvpd: the MVPD that logs users in: the chosen one, or its proxy.
    ///   - requestor: the requestor in whose name the service asks.
    ///   - isHomeBased: whether the MVPD recognizes the subscriber by the home network.
    /// - Returns: the MVPD's answer to the service; `nil` if the subscriber has no account at that MVPD.
    /// - Throws: `EntitlementFailure.loginRefused` if the MVPD refuses every sign-in of the subscriber;
    ///   `EntitlementFailure.storeFull`.
    package func signIn(
        _ id: SubscriberID, at mvpd: MVPD, for requestor: RequestorID, isHomeBased: Bool, now: Timestamp
    ) throws -> AuthenticationService.MVPDAnswer? {
        guard account(id, at: mvpd.id) != nil else { return nil }
        if let sentence = refusal(of: id, at: mvpd.id) { throw EntitlementFailure.loginRefused(sentence) }
        let session = MVPDSession(
            id: ExactText("_" + identifiers.hex(byteCount: 16)), mvpd: mvpd.id, subscriber: id,
            isHomeBased: isHomeBased, began: now, expires: now + behaviour(of: mvpd.id).sessionTimeToLive)
        try stores.sessions.put(session, now: now)
        guard mvpd.style == .oauth2 else {
            return .init(subscriber: id, providerSession: session.id.string, isHomeBased: isHomeBased)
        }
        let client = MVPDClient(requestor: requestor)
        let grant = MVPDGrant(
            code: ExactText(identifiers.hex(byteCount: 16)), mvpd: mvpd.id, subscriber: id, session: session.id,
            client: ExactText(client.id), redirectURI: "", scopes: ["openid", "profile"], authenticated: now,
            codeExpires: now + MVPDGrants.codeTimeToLive, expires: now + MVPDGrants.replayMemory)
        try stores.grants.put(grant, now: now)
        let grants = grants(of: mvpd.id, now)
        let tokens = try grants.redeem(grant.code.string, redirectURI: "", verifier: nil, client: client.id)
        let credential = try credential(tokens, grants)
        return .init(
            subscriber: credential.subscriber, providerSession: credential.providerSession, isHomeBased: isHomeBased,
            refreshToken: credential.refreshToken)
    }
}
