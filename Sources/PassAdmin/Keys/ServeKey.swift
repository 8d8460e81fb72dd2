import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET /_sim/keys/{token,device,saml}.{pem,der,crt,cer,p12}`: a public key of the namespace, for verifiers. Every
/// request for the same file gets the same bytes.
struct ServeKey: Endpoint {
    let route: Route
    let failures: any FailureTable = AdminFailureTable()
    private let name: String
    private let form: KeyForm
    private let keys: ServedKeys

    init(_ name: String, _ form: KeyForm, _ keys: ServedKeys) {
        route = Route(.serveKey, [.get], form.path(of: name), on: form.isSigned ? .worker : .loop)
        self.name = name
        self.form = form
        self.keys = keys
    }

    func respond(to exchange: Exchange) -> HTTPResponse {
        guard let key = keys.keys(of: exchange.world).first(where: { $0.name == name }) else {
            return Problem.response(.notFound, "Unknown key", "The namespace has no key of this name.")
        }
        do {
            return HTTPResponse(.ok, type: form.mediaType, try form.bytes(of: key))
        } catch {
            return Problem.response(.serviceUnavailable, "No certificate", error.message)
        }
    }
}

/// The forms of a public key; the raw value is the extension in the path.
enum KeyForm: String, CaseIterable {
    /// SubjectPublicKeyInfo (RFC 5280, section 4.1) as PEM text.
    case pem
    /// SubjectPublicKeyInfo in DER.
    case der
    /// A self-signed certificate as PEM text.
    case crt
    /// A self-signed certificate in DER.
    case cer
    /// A PKCS #12 trust store with the self-signed certificate.
    case p12

    /// The password of the trust stores, which contain nothing secret.
    static let trustStorePassword = "pass-simulator"

    func path(of name: String) -> String { "/_sim/keys/\(name).\(rawValue)" }

    /// Whether the form contains a signature, which a worker has to make.
    var isSigned: Bool {
        switch self {
        case .pem, .der: false
        case .crt, .cer, .p12: true
        }
    }

    var mediaType: String {
        switch self {
        case .pem, .crt: "application/x-pem-file"
        case .der: "application/octet-stream"
        case .cer: "application/pkix-cert"
        case .p12: "application/x-pkcs12"
        }
    }

    func bytes(of key: PublishedKey) throws(CryptoError) -> [UInt8] {
        switch self {
        case .pem: key.publicKey.pem
        case .der: key.publicKey.der
        case .crt: try key.certificate().pem
        case .cer: try key.certificate().der
        case .p12: try key.trustStore(password: Self.trustStorePassword)
        }
    }
}
