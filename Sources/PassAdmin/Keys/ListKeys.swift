import PassCore
import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET /_sim/keys`: a list of the public keys of the namespace, with their URLs.
///
/// - 200: JSON, `{"trustStorePassword":"pass-simulator","keys":[…]}`. Each key has `name`, `algorithm`, `bits`,
///   `sha256` (hexadecimal, of its `der` form), and the URLs `pem`, `der` (public key), `crt`, `cer` (certificate) and
///   `p12` (trust store).
struct ListKeys: Endpoint {
    let route = Route(.listKeys, [.get], "/_sim/keys", on: .loop)
    let failures: any FailureTable = AdminFailureTable()
    let keys: ServedKeys

    func respond(to exchange: Exchange) -> HTTPResponse {
        let body = JSONWriter.object { answer in
            answer.member("trustStorePassword", KeyForm.trustStorePassword)
            answer.memberArray("keys") { list in
                for key in keys.keys(of: exchange.world) {
                    list.elementObject { entry in
                        entry.member("name", key.name)
                        entry.member("algorithm", "RSA")
                        entry.member("bits", key.publicKey.modulus.count * 8)
                        entry.member("sha256", Hex.encode(key.fingerprint))
                        for form in KeyForm.allCases {
                            entry.member(.text(form.rawValue), exchange.links.service(form.path(of: key.name)))
                        }
                    }
                }
            }
        }
        return HTTPResponse(.ok, type: "application/json", body)
    }
}
