package import PassCore

/// The tokens with which the service asks OAuth 2.0 MVPDs: each login has a refresh token of its own.
package struct ProviderTokenService: Sendable {
    let world: World

    /// Gets an access token for a question to the MVPD, since none is kept.
    ///
    /// - Returns: the denial when the MVPD gives none; `nil` when it may be asked, as it always may without OAuth 2.0.
    func denial(of proven: ProofService.Proven, at mvpd: MVPDID, now: Timestamp) throws -> Denial? {
        guard world.catalog.mvpd(mvpd, world.policy)?.style == .oauth2 else { return nil }
        guard let token = proven.refreshToken else { return .noRefreshToken }
        let client = ProviderClient(requestor: proven.profile.requestor)
        do {
            let credential = try world.connector.refresh(token, as: client, at: mvpd, in: world, now: now)
            return credential.subscriber == proven.subscriber ? nil : .noRefreshToken
        } catch is ProviderRefusal {
            return .noRefreshToken
        }
    }

    /// Exchanges the code that an MVPD's answer to a login carries.
    ///
    /// - Throws: `.loginRefused` when the MVPD doesn't accept it, `.storeFull`.
    package func redeem(
        _ code: String, of session: AuthenticationSession, asked request: ProviderRequest, now: Timestamp
    ) throws -> AuthenticationService.ProviderAnswer {
        let mvpd = world.catalog.mvpd(session.mvpd, world.policy)
        guard let provider = mvpd.map({ world.catalog.provider(of: $0, world.policy) }), provider.style == .oauth2
        else {
            throw EntitlementFailure.loginRefused("The provider of this login gives no codes.")
        }
        do {
            let credential = try world.connector.redeem(
                code, redirectURI: request.answerURL, as: ProviderClient(requestor: session.requestor),
                at: provider.id, in: world, now: now)
            return .init(
                subscriber: credential.subscriber, providerSession: credential.providerSession,
                isHomeBased: credential.isHomeBased, refreshToken: credential.refreshToken)
        } catch let refusal as ProviderRefusal {
            throw EntitlementFailure.loginRefused("The provider doesn't take back its code. \(refusal.sentence)")
        }
    }
}
