import PassCore
import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET jwks`: the public key of ID tokens (RFC 7517, section 5; RFC 7518, section 6.3.1).
struct PublishKeys: OAuthEndpoint {
    let key: IDTokenKey

    let route = Route("PublishKeys", [.get], "/_sim/mvpd/{mvpd}/jwks", on: .loop)

    func answer(_ exchange: Exchange, at provider: Provider) throws -> HTTPResponse {
        OAuthAnswer.json { set in
            set.memberArray("keys") { keys in
                keys.elementObject { jwk in
                    jwk.member("kty", "RSA")
                    jwk.member("use", "sig")
                    jwk.member("alg", "RS256")
                    jwk.member("kid", key.id)
                    jwk.member("n", key.modulus)
                    jwk.member("e", key.exponent)
                }
            }
        }
    }
}
