package import PassCore

/// The tokens with which the service asks OAuth 2.0 MVPDs: each login has a refresh token of its own.
package struct ProviderTokenService: Sendable {
    let world: World

    /// Gets an access token for a question to the MVPD, since none is kept.
    ///
    /// - Returns: the denial when the MVPD gives none; `nil` when it may be asked, as it always may without OAuth 2.0.
    /// - Throws: `.storeFull`.
    func denial(of proven: ProofService.Proven, now: Timestamp) throws -> Denial? {
        let mvpd = proven.integration.provider
        guard mvpd.style == .oauth2 else { return nil }
        guard let token = proven.refreshToken else { return .refreshTokenMissing }
        // The token was given to the requestor of the login, whoever asks now.
        let client = ProviderClient(requestor: proven.profile.requestor)
        do {
            let credential = try world.connector.refresh(token, as: client, at: mvpd.id, in: world, now: now)
            return credential.subscriber == proven.subscriber ? nil : .refreshTokenMissing
        } catch is ProviderRefusal {
            return .refreshTokenMissing
        }
    }

    /// Whether the login is at an MVPD that answers with a code.
    package func serve(_ session: AuthenticationSession) -> Bool {
        world.catalog.provider(of: session.mvpd, world.policy)?.style == .oauth2
    }

    /// Exchanges the code that an MVPD's answer to a login carries.
    ///
    /// - Throws: `.loginRefused` when the MVPD doesn't accept it, `.storeFull`.
    package func redeem(
        _ code: String, of session: AuthenticationSession, asked request: ProviderRequest, now: Timestamp
    ) throws -> AuthenticationService.ProviderAnswer {
        guard let mvpd = world.catalog.provider(of: session.mvpd, world.policy), mvpd.style == .oauth2 else {
            throw EntitlementFailure.loginRefused("The provider of this login gives no codes.")
        }
        do {
            let credential = try world.connector.redeem(
                code, redirectURI: request.answerURL, as: ProviderClient(requestor: session.requestor), at: mvpd.id,
                in: world, now: now)
            return .init(
                subscriber: credential.subscriber, providerSession: credential.providerSession,
                isHomeBased: credential.isHomeBased, refreshToken: credential.refreshToken)
        } catch let refusal as ProviderRefusal {
            throw EntitlementFailure.loginRefused("The provider doesn't take back its code. \(refusal.sentence)")
        }
    }

    /// Tells the MVPD that a refresh token isn't needed any more.
    ///
    /// - Parameter id: the MVPD of the login, which may have a proxy.
    /// - Throws: `.storeFull`.
    func revoke(_ token: String, at id: MVPDID, now: Timestamp) throws {
        guard let mvpd = world.catalog.provider(of: id, world.policy), mvpd.style == .oauth2 else { return }
        try world.connector.revoke(token, at: mvpd.id, in: world, now: now)
    }
}
