package import PassCore

/// Manages the refresh tokens with which the service queries OAuth 2.0 MVPDs, one for each login.
package final class MVPDTokenService: Sendable {
    private let catalog: Catalog
    private let connector: any MVPDConnector

    package init(catalog: Catalog, connector: any MVPDConnector) {
        self.catalog = catalog
        self.connector = connector
    }

    /// Returns the reason why the MVPD can't be asked for a decision, if there is one.
    ///
    /// A question to an OAuth 2.0 MVPD needs an access token. The service stores no access tokens, so it obtains a new
    /// one for each question.
    ///
    /// - Returns: the denial when the MVPD issues no access token; `nil` when the MVPD can be asked, which is always
    ///   the case for MVPDs without OAuth 2.0.
    /// - Throws: `.storeFull`.
    func denial(of proven: ProofService.ProvenProfile, now: Timestamp) throws -> Denial? {
        let mvpd = proven.integration.actingMVPD
        guard mvpd.style == .oauth2 else { return nil }
        guard let token = proven.refreshToken else {
            Check.note(false, .refreshToken(mvpd.id))
            return .refreshTokenMissing
        }
        // The token was issued to the requestor of the login, which may differ from the requestor that asks now.
        let client = MVPDClient(requestor: proven.profile.requestor)
        do {
            let credential = try connector.refresh(token, as: client, at: mvpd.id, now: now)
            let isSame = Check.note(credential.subscriber == proven.subscriber, .refreshToken(mvpd.id))
            return isSame ? nil : .refreshTokenMissing
        } catch is MVPDRefusal {
            Check.note(false, .refreshToken(mvpd.id))
            return .refreshTokenMissing
        }
    }

    /// Returns whether the session's MVPD answers logins with an authorization code.
    package func serve(_ session: AuthenticationSession) -> Bool {
        catalog.actingMVPD(of: session.mvpd)?.style == .oauth2
    }

    /// Exchanges the authorization code in an MVPD's answer to a login for the subscriber's identity and a refresh
    /// token.
    ///
    /// - Throws: `.loginRefused` when the MVPD doesn't accept the code, e.g. because it belongs to another login;
    ///   `.storeFull`.
    package func redeem(
        _ code: String, of session: AuthenticationSession, asked request: MVPDRequest, now: Timestamp
    ) throws -> AuthenticationService.MVPDAnswer {
        guard let mvpd = catalog.actingMVPD(of: session.mvpd), mvpd.style == .oauth2 else {
            throw EntitlementFailure.loginRefused("The provider of this login doesn't issue authorization codes.")
        }
        do {
            let credential = try connector.redeem(
                code, redirectURI: request.answerURL, verifier: MVPDCodeVerifier(of: session, asked: request),
                as: MVPDClient(requestor: session.requestor), at: mvpd.id, now: now)
            return .init(
                subscriber: credential.subscriber, providerSession: credential.providerSession,
                isHomeBased: credential.isHomeBased, refreshToken: credential.refreshToken)
        } catch let refusal as MVPDRefusal {
            throw EntitlementFailure.loginRefused("The provider refused its own code. \(refusal.sentence)")
        }
    }

    /// Tells the MVPD that a refresh token is no longer needed.
    ///
    /// - Parameter id: the MVPD of the login, which may have a proxy.
    /// - Throws: `.storeFull`.
    func revoke(_ token: String, at id: MVPDID, now: Timestamp) throws {
        guard let mvpd = catalog.actingMVPD(of: id), mvpd.style == .oauth2 else { return }
        try connector.revoke(token, at: mvpd.id, now: now)
    }
}
