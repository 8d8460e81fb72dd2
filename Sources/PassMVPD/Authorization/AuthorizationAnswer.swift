import PassCore
import PassDomain
import PassHTTP

/// An MVPD's answer to a client's request for a code (RFC 6749, section 4.1.2), which the subscriber's browser
/// delivers.
struct AuthorizationAnswer {
    let site: MVPDSite
    let request: AuthorizationRequest
    let now: Timestamp

    private static let codeAlphabet: StaticString = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

    /// Tells the client that a subscriber is signed in, and gives it a code.
    ///
    /// - Parameters:
    ///   - session: the MVPD's own identifier of the login.
    ///   - authenticated: the time at which the subscriber signed in.
    /// - Throws: `EntitlementFailure.storeFull`.
    func accept(_ subscriber: SubscriberAccount, session: ExactText?, authenticated: Timestamp) throws -> HTTPResponse {
        let grant = MVPDGrant(
            code: ExactText(site.mvpds.identifiers.word(length: 22, from: Self.codeAlphabet)), mvpd: site.mvpd.id,
            subscriber: subscriber.id, session: session, client: ExactText(request.client),
            redirectURI: ExactText(request.redirectURI),
            scopes: request.scopes, nonce: request.nonce, codeChallenge: request.challenge?.text,
            authenticated: authenticated,
            codeExpires: now + MVPDGrants.codeTimeToLive, expires: now + MVPDGrants.replayMemory)
        guard try site.mvpds.stores.grants.insert(grant, now: now) else {
            return refuse(AuthorizationRefusal(.serverError, "This provider issued the same code twice."))
        }
        return redirect([("code", grant.code.string)])
    }

    /// Tells the client the reason why it gets no code.
    func refuse(_ refusal: AuthorizationRefusal) -> HTTPResponse {
        redirect([("error", refusal.code.rawValue), ("error_description", refusal.sentence)])
    }

    /// Redirects with 303, so that no browser posts the password to the client (RFC 9700, section 4.12).
    private func redirect(_ fields: [(name: String, value: String)]) -> HTTPResponse {
        let query = fields + (request.state.map { [("state", $0)] } ?? [])
        return HTTPResponse(
            .seeOther,
            fields: [
                .location: "\(request.redirectURI)?\(FormFields.encode(query))", .cacheControl: "no-store",
                "Referrer-Policy": "no-referrer",
            ])
    }
}
