import PassDomain
import PassEndpointKit
import PassHTTP

/// `POST /_sim/reset`: gives the namespace of the request its start-up state.
///
/// The configuration and the clock are those of the start again. There are no sessions, codes, tokens or rules, and the
/// journal is empty. A namespace with keys of its own keeps them, so the signatures of earlier tokens are still valid.
///
/// - 204.
struct ResetNamespace: Endpoint {
    let route = Route(
        .resetNamespace, [.post], "/_sim/reset", on: .worker, readsParameters: false, content: Route.Content.none)
    let failures: any FailureTable = AdminFailureTable()
    let namespaces: any NamespaceControl

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        try ControlParameters.refuse(exchange)
        try namespaces.reset(exchange.world.name)
        return HTTPResponse(.noContent)
    }
}
