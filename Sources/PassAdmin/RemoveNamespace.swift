import PassDomain
import PassEndpointKit
import PassHTTP

/// `DELETE /_sim/namespaces/{namespace}`: removes a namespace with its sessions, codes, faults, journal and settings,
/// which makes room for another.
///
/// The next request that names it creates it again in its start-up state. `default` always exists and is emptied
/// instead.
///
/// - 204: the namespace is removed. 404: a problem document; there is no such namespace.
struct RemoveNamespace: Endpoint {
    let remove: @Sendable (NamespaceName) -> Bool

    // A worker, since freeing a million records may take a while.
    let route = Route(
        .removeNamespace, [.delete], "/_sim/namespaces/{namespace}", on: .worker, readsParameters: false)
    let failures: any FailureTable = AdminFailureTable()

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        let name = NamespaceName(try exchange.capture("namespace"))
        guard let name, remove(name) else {
            return Problem.response(.notFound, "Unknown namespace", "There is no namespace with this name.")
        }
        return HTTPResponse(.noContent)
    }
}
