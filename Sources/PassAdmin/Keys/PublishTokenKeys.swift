import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassTokens

/// `GET /_sim/jwks.json`: the public keys that verify the simulator's JSON Web Tokens, by the `kid` of their headers
/// (RFC 7517).
///
/// - 200: a key set; first the key of access tokens, then that of the MVPDs' ID tokens.
struct PublishTokenKeys: Endpoint {
    static let path = "/_sim/jwks.json"

    let route = Route(.publishTokenKeys, [.get], path, on: .loop)
    let failures: any FailureTable = AdminFailureTable()
    private let body: [UInt8]

    init(_ keys: [JSONWebKey]) {
        body = JSONWriter.object { JSONWebKey.write(keys, to: &$0) }
    }

    func respond(to exchange: Exchange) -> HTTPResponse {
        HTTPResponse(.ok, type: "application/jwk-set+json", body)
    }
}
