import PassDomain
import PassEndpointKit
import PassHTTP

/// `DELETE /_sim/clients/{client}`: withdraws the permission of a client of dynamic client registration, as the vendor's
/// operators can.
///
/// From then on, the client's secret and its access tokens are refused.
///
/// - 204: the client is revoked. 404: a problem document; there is no such client.
struct RevokeClient: Endpoint {
    let route = Route(
        .revokeClient, [.delete], "/_sim/clients/{client}", on: .worker, carriesSecrets: true, readsParameters: false)
    let failures: any FailureTable = AdminFailureTable()

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        try ControlParameters.refuse(exchange)
        let client = ClientID(rawValue: try exchange.capture("client"))
        guard try exchange.services.clients.revoke(client, now: exchange.now) else {
            return Problem.response(.notFound, "Unknown client", "There is no client with this identifier.")
        }
        return HTTPResponse(.noContent)
    }
}
