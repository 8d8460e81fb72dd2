import PassDomain
import PassEndpointKit
import PassHTTP

extension ControlTopic {
    static let keys = ControlTopic(
        calls: { route in
            switch route.operation {
            case .listKeys:
                return [.control(route, .get, "The public keys, with their addresses", .json("Keys", "the keys"))]
            case .publishTokenKeys:
                return [
                    .control(
                        route, .get, "The public keys of JSON Web Tokens",
                        .init(200, "a key set (RFC 7517)", content: ("application/jwk-set+json", "KeySet")))
                ]
            case .serveKey:
                guard let form = form(KeyForm.self, of: route) else { return [] }
                return [file(route, "A public key", form.mediaType)]
            case .serveCertificate:
                guard let form = form(CertificateForm.self, of: route) else { return [] }
                return [file(route, "The certificate that clients of TLS must trust", form.mediaType)]
            default: return []
            }
        },
        schemas: #"""
            {
              "Keys": {
                "type": "object", "required": ["trustStorePassword", "keys"], "additionalProperties": false,
                "properties": {
                  "trustStorePassword": {"type": "string"},
                  "keys": {
                    "type": "array",
                    "items": {
                      "type": "object",
                      "required": ["name", "algorithm", "bits", "sha256", "pem", "der", "crt", "cer", "p12"],
                      "additionalProperties": false,
                      "properties": {
                        "name": {"type": "string"}, "algorithm": {"enum": ["RSA"]}, "bits": {"type": "integer"},
                        "sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$"}, "pem": {"type": "string"},
                        "der": {"type": "string"}, "crt": {"type": "string"}, "cer": {"type": "string"},
                        "p12": {"type": "string"}
                      }
                    }
                  }
                }
              },
              "KeySet": {
                "type": "object", "required": ["keys"], "additionalProperties": false,
                "properties": {
                  "keys": {
                    "type": "array",
                    "items": {
                      "type": "object", "required": ["kty", "use", "alg", "kid", "n", "e"],
                      "additionalProperties": false,
                      "properties": {
                        "kty": {"enum": ["RSA"]}, "use": {"enum": ["sig"]}, "alg": {"enum": ["RS256"]},
                        "kid": {"type": "string"}, "n": {"type": "string"}, "e": {"type": "string"}
                      }
                    }
                  }
                }
              }
            }
            """#)

    /// Returns the format of a file, by the extension in the route's path.
    private static func form<Form: RawRepresentable<String>>(_ type: Form.Type, of route: Route) -> Form? {
        route.patterns[0].split(separator: ".").last.flatMap { Form(rawValue: String($0)) }
    }

    private static func file(_ route: Route, _ summary: String, _ type: String) -> OpenAPI.Call {
        // Each file has its own route, and the words of the route's path are added to the call's name.
        let words = route.patterns[0].split { !$0.isLetter && !$0.isNumber }.dropFirst()
        let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return .control(
            route, .get, summary, name: route.operation.rawValue + name, .init(200, "the file", content: (type, nil)),
            .problem(503, "the file can't be made, or the limit of namespaces is reached"))
    }
}
