import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassTokens

/// `GET /_sim/jwks.json`: the public keys that verify the namespace's JSON Web Tokens, by the `kid` of their headers
/// (RFC 7517).
///
/// - 200: a key set; first the key of access tokens, then that of the MVPDs' ID tokens.
struct PublishTokenKeys: Endpoint {
    static let path = "/_sim/jwks.json"

    let route = Route(.publishTokenKeys, [.get], path, on: .loop)
    let failures: any FailureTable = AdminFailureTable()
    private let keys: ServedKeys

    init(_ keys: ServedKeys) {
        self.keys = keys
    }

    func respond(to exchange: Exchange) -> HTTPResponse {
        let keys = keys.tokenKeys(of: exchange.world)
        return HTTPResponse(
            .ok, type: "application/jwk-set+json", JSONWriter.object { JSONWebKey.write(keys, to: &$0) })
    }
}
