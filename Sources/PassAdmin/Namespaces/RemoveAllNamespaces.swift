import PassDomain
import PassEndpointKit
import PassHTTP

/// `DELETE /_sim/namespaces`: removes all namespaces and empties `default`, as `DELETE /_sim/namespaces/{namespace}`
/// does for each.
///
/// - 204.
struct RemoveAllNamespaces: Endpoint {
    let route = Route(.removeAllNamespaces, [.delete], "/_sim/namespaces", on: .worker, readsParameters: false)
    let failures: any FailureTable = AdminFailureTable()
    let namespaces: any NamespaceControl

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        try ControlParameters.refuse(exchange)
        _ = try namespaces.removeAll()
        return HTTPResponse(.noContent)
    }
}
