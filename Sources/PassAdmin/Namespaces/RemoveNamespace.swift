import PassDomain
import PassEndpointKit
import PassHTTP

/// `DELETE /_sim/namespaces/{namespace}`: removes a namespace with its sessions, codes, rules, journal, settings and
/// its own keys, which makes room for another.
///
/// The next request that names it creates it again in its start-up state. `default` always exists and is emptied
/// instead.
///
/// - 204: the namespace is removed. 404: a problem document; there is no such namespace.
struct RemoveNamespace: Endpoint {
    // A worker, since freeing a million records may take a while.
    let route = Route(
        .removeNamespace, [.delete], "/_sim/namespaces/{namespace}", on: .worker, readsParameters: false)
    let failures: any FailureTable = AdminFailureTable()
    let namespaces: any NamespaceControl

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        try ControlParameters.refuse(exchange)
        guard let name = NamespaceName(try exchange.capture("namespace")), try namespaces.remove(name) else {
            return DescribeNamespace.unknown
        }
        return HTTPResponse(.noContent)
    }
}
