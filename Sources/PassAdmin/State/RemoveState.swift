import PassDomain
import PassEndpointKit
import PassHTTP

/// `DELETE /_sim/state/{kind}/{id}`: removes an entry and ends its effect for clients.
///
/// A session or a login ends as with a logout. A client is revoked. A media token or an authZ token is refused from
/// then on. A temporary pass starts afresh. A login whose revocation is removed is valid again. Every other entry is
/// deleted.
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
            try ControlParameters.refuse(exchange)
            let scope = StateScope(world: exchange.world, now: exchange.now, control: control)
            let kind = try StateKinds.find(try exchange.capture("kind"))
            guard try kind.remove(try exchange.capture("id"), scope) else { throw StateKinds.unknown(kind) }
            return HTTPResponse(.noContent)
        }
    }
}
