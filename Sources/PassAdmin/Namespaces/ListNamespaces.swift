import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET /_sim/namespaces`: all namespaces, in the order of their names.
///
/// - 200: `{"namespaces": [{"name": "default", "now": "2026-01-01T00:00:00.000Z", "records": 3, "rules": 0,
///   "exchanges": 12, "keys": "shared"}]}`. `records` counts sessions, codes, tokens and so on; `keys` is `own` for a
///   namespace with keys of its own; `idleSeconds` is present only if the namespace has its own time without requests
///   after which it is removed.
struct ListNamespaces: Endpoint {
    let route = Route(.listNamespaces, [.get], "/_sim/namespaces", on: .worker, readsParameters: false)
    let failures: any FailureTable = AdminFailureTable()
    let namespaces: any NamespaceControl

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        let summaries = try namespaces.summaries()
        let body = JSONWriter.object { answer in
            answer.memberArray("namespaces") { list in
                for summary in summaries { list.elementObject { summary.write(to: &$0) } }
            }
        }
        return HTTPResponse(.ok, fields: [.contentType: "application/json", .cacheControl: "no-store"], body: body)
    }
}
