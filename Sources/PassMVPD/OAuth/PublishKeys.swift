import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP
import PassTokens

/// `GET jwks`: the public key that verifies ID tokens (RFC 7517, section 5; RFC 7518, section 6.3.1).
struct PublishKeys: OAuthEndpoint {
    let key: IDTokenKey

    let route = Route(.publishKeys, [.get], "/_sim/mvpd/{mvpd}/jwks", on: .loop)

    func answer(_ exchange: Exchange, at site: MVPDSite) throws -> HTTPResponse {
        OAuthAnswer.json { JSONWebKey.write([key.of(exchange.world).published], to: &$0) }
    }
}
