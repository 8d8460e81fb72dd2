import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET /_sim/namespaces/{namespace}`: the description of a namespace.
///
/// - 200: an element of the list that `GET /_sim/namespaces` returns. 404: a problem document; there is no such
///   namespace.
struct DescribeNamespace: Endpoint {
    let route = Route(
        .describeNamespace, [.get], "/_sim/namespaces/{namespace}", on: .worker, readsParameters: false)
    let failures: any FailureTable = AdminFailureTable()
    let namespaces: any NamespaceControl

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        guard let name = NamespaceName(try exchange.capture("namespace")),
            let summary = try namespaces.summary(of: name)
        else { return Self.unknown }
        return Self.response(.ok, summary)
    }

    /// Returns the description of a namespace.
    static func response(_ status: HTTPStatus, _ summary: NamespaceSummary) -> HTTPResponse {
        HTTPResponse(
            status, fields: [.contentType: "application/json", .cacheControl: "no-store"],
            body: JSONWriter.object { summary.write(to: &$0) })
    }

    static let unknown = Problem.response(
        .notFound, "Unknown namespace", "There is no namespace with this name.")
}
