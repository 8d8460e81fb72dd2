import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `POST /_sim/tokens/mint`: a token in a chosen state, in the form in which the service gives it out.
///
/// The content is an object with these members:
///
/// - `kind`: `authn`, `authz`, `media` or `access`. Required.
/// - `requestor`: required. `mvpd`: required, except for access tokens. `user`: required for authN tokens. `resource`:
///   required for authZ and media tokens, an identifier or MRSS.
/// - `device`: the device that will present an authN or authZ token, as it is or in the form of `AP-Device-Identifier`.
///   Required, unless `web` is true, which makes a token for a browser.
/// - `client`: the client that an access token is for; without it, a new client is registered.
/// - `state`: `valid` (the default); `expired`; `foreignKey`, signed by a key that isn't the service's; `badSignature`,
///   with one bit of the signature changed; `otherDevice`, bound to another device than `device`.
/// - `issued`: the time of issue, as RFC 3339 text; by default now, or for `expired` so long ago that the token has
///   just expired. `ttlSeconds`: the time to live; by default the integration's.
///
/// The answers:
///
/// - 200: `{"token": "…", "kind": "authn", "state": "valid", "issued": "2026-01-01T00:00:00.000Z", "expires": "…"}`, and
///   `login`, `client` where the token has one. 400: a problem document for wrong input. 404: a problem document; the
///   requestor, MVPD, user or client is unknown. 409: a problem document; the requestor isn't integrated with the MVPD.
struct MintToken: Endpoint {
    let route = Route(
        .mintToken, [.post], "/_sim/tokens/mint", on: .worker, carriesSecrets: true, readsParameters: false,
        content: .document)
    let failures: any FailureTable = AdminFailureTable()
    let control: any StateControl

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        try ControlProblem.answer {
            let request = try MintRequest(exchange)
            let minted = try Mint(world: exchange.world, now: exchange.now, control: control).token(request)
            return ControlAnswer.json { answer in
                answer.member("token", minted.text)
                answer.member("kind", request.kind.rawValue)
                answer.member("state", request.state.rawValue)
                answer.member("issued", CivilTime.isoDateWithMilliseconds(minted.issued))
                answer.member("expires", CivilTime.isoDateWithMilliseconds(minted.issued + minted.timeToLive))
                answer.memberIfPresent("login", minted.login)
                answer.memberIfPresent("client", minted.client)
            }
        }
    }
}
