import PassDomain
import PassEndpointKit
import PassHTTP

/// `DELETE /_sim/state/{kind}/{id}`: removes an entry, or ends what it stands for.
///
/// A session and a login are ended as a logout does, a client is revoked, a media token and an authZ token are refused
/// from then on. A pass begins anew. A revocation no longer counts. Everything else is forgotten.
///
/// - 204. 400: a problem document; other settings refer to the entry. 404: a problem document; there is no such kind or
///   entry.
struct RemoveState: Endpoint {
    let route = Route(
        .removeState, [.delete], "/_sim/state/{kind}/{id}", on: .worker, carriesSecrets: true, readsParameters: false)
    let failures: any FailureTable = AdminFailureTable()
    let control: any StateControl

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        try ControlProblem.answer {
            let scope = StateScope(world: exchange.world, now: exchange.now, control: control)
            let kind = try StateKinds.find(try exchange.capture("kind"))
            guard try kind.remove(try exchange.capture("id"), scope) else { throw StateKinds.unknown(kind) }
            return HTTPResponse(.noContent)
        }
    }
}
