import PassCore
import PassDomain
import PassHTTP

/// An MVPD's answer to a client's request for a code (RFC 6749, section 4.1.2), brought there by the subscriber's browser.
struct AuthorizationAnswer {
    let provider: Provider
    let request: AuthorizationRequest
    let world: World
    let now: Timestamp

    private static let codeAlphabet: StaticString = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

    /// That this subscriber is signed in.
    ///
    /// - Parameters:
    ///   - session: the MVPD's own name for the login.
    ///   - authenticated: when the subscriber signed in.
    /// - Throws: `EntitlementFailure.storeFull`.
    func accept(_ subscriber: Subscriber, session: ExactText?, authenticated: Timestamp) throws -> HTTPResponse {
        let grant = ProviderGrant(
            code: ExactText(world.identifiers.word(length: 22, from: Self.codeAlphabet)), mvpd: provider.mvpd.id,
            subscriber: subscriber.id, session: session, client: ExactText(request.client),
            redirectURI: ExactText(request.redirectURI),
            scopes: request.scopes, nonce: request.nonce, authenticated: authenticated,
            codeExpires: now + ProviderGrants.codeLife, expires: now + ProviderGrants.replayMemory)
        guard try world.stores.providerGrants.insert(grant, now: now) else {
            return refuse(AuthorizationRefusal(.serverError, "This provider has given out the same code twice."))
        }
        return redirect([("code", grant.code.string)])
    }

    /// That there is no code.
    func refuse(_ refusal: AuthorizationRefusal) -> HTTPResponse {
        redirect([("error", refusal.code.rawValue), ("error_description", refusal.sentence)])
    }

    /// 303, so that no browser posts a password on (RFC 9700, section 4.12).
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
