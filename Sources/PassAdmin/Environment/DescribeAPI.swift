import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET /_sim/openapi/{document}`: the description of an API in the form of OpenAPI 3.1, e.g. `rest-v2.json`.
///
/// - 200: JSON. 404: a problem document, for an unknown description.
struct DescribeAPI: Endpoint {
    static let only = Route(.describeAPI, [.get], "/_sim/openapi/{document}", on: .worker, readsParameters: false)

    let route: Route = only
    let failures: any FailureTable = AdminFailureTable()
    /// The functions that write the documents, by the documents' names.
    let documents: [String: @Sendable () -> [UInt8]]

    func respond(to exchange: Exchange) throws -> HTTPResponse {
        guard let write = documents[try exchange.capture("document")] else {
            let names = documents.keys.sorted().joined(separator: ", ")
            return Problem.response(.notFound, "Not found", "The descriptions are: \(names).")
        }
        return HTTPResponse(.ok, fields: [.contentType: "application/json"], body: write())
    }
}
