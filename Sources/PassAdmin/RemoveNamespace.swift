import PassDomain
import PassEndpointKit
import PassHTTP

/// `DELETE /_sim/namespaces/{namespace}`: takes a namespace away with its sessions, codes, faults, journal and settings, so that
/// its place is free.
///
/// The next request that names it makes it anew in its start-up state. `default`, which is always there, is emptied.
///
/// - 204. 404: a problem document, where there is no such namespace.
struct RemoveNamespace: Endpoint {
    let remove: @Sendable (NamespaceName) -> Bool

    // A worker, since it may take a while to free a million records.
    let route = Route(
        "RemoveNamespace", [.delete], "/_sim/namespaces/{namespace}", on: .worker, readsParameters: false)
    let failures: any FailureTable = AdminFailureTable()

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        let name = NamespaceName(try exchange.capture("namespace"))
        guard let name, remove(name) else {
            return Problem.response(.notFound, "Unknown namespace", "There is no namespace of that name.")
        }
        return HTTPResponse(.noContent)
    }
}
