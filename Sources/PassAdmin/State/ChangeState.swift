import PassDomain
import PassEndpointKit
import PassHTTP

/// `PATCH /_sim/state/{kind}/{id}`: changes an entry. Members that are absent from the content keep their values.
///
/// - Content, for `requestors`, `mvpds`, `subscribers` and `integrations` (`REQUESTOR:MVPD`): the entry's settings, as
///   in a configuration file. An unknown identifier creates an entry.
/// - Content, for records: `expires`; for a code also `mvpd`, for a client also `revoked`; for a media token only
///   `remaining`.
/// - 200, or 201 for a new entry: the entry after the change. 400: a problem document; nothing has changed. 404: a
///   problem document; there is no such kind or entry. 409: a problem document; entries of this kind can't be changed.
struct ChangeState: Endpoint {
    let route = Route(
        .changeState, [.patch], "/_sim/state/{kind}/{id}", on: .worker, carriesSecrets: true, readsParameters: false,
        content: .document)
    let failures: any FailureTable = AdminFailureTable()
    let control: any StateControl

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        try ControlProblem.answer {
            try ControlParameters.refuse(exchange)
            let scope = StateScope(world: exchange.world, now: exchange.now, control: control)
            let kind = try StateKinds.find(try exchange.capture("kind"))
            guard let change = try kind.change(try exchange.capture("id"), by: exchange, scope) else {
                throw StateKinds.unknown(kind)
            }
            return ControlAnswer.json(change.isNew ? .created : .ok) { change.entry.write(to: &$0) }
        }
    }
}
