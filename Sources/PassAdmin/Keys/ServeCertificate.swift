import PassCrypto
import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET /_sim/ca.{pem,crt,der,cer,p12}`: the certificate that TLS clients must trust; every request gets the same
/// bytes.
struct ServeCertificate: Endpoint {
    let route: Route
    let failures: any FailureTable = AdminFailureTable()
    private let authority: CertificateAuthority
    private let form: CertificateForm

    init(_ authority: CertificateAuthority, _ form: CertificateForm) {
        route = Route(.serveCertificate, [.get], form.path, on: form == .p12 ? .worker : .loop)
        self.authority = authority
        self.form = form
    }

    func respond(to exchange: Exchange) -> HTTPResponse {
        do {
            return HTTPResponse(.ok, type: form.mediaType, try form.bytes(of: authority))
        } catch {
            return Problem.response(.serviceUnavailable, "No trust store", error.message)
        }
    }
}

/// The forms of the certificate; the raw value is the extension in the path.
enum CertificateForm: String, CaseIterable {
    /// PEM text.
    case pem
    /// PEM text, under the media type that phones and browsers offer to install.
    case crt
    /// DER (RFC 2585, section 4.1).
    case der
    /// DER, under the extension that Windows and Java know.
    case cer
    /// A PKCS #12 trust store, with the same password as the keys' trust stores.
    case p12

    var path: String { "/_sim/ca.\(rawValue)" }

    /// The form's description on the page of links: its format, and the clients that need it.
    var use: String {
        switch self {
        case .pem: "PEM, for command lines and most libraries"
        case .crt: "PEM, to install on phones and in browsers"
        case .der: "DER"
        case .cer: "DER, for Windows"
        case .p12: "trust store for Java, password \(KeyForm.trustStorePassword)"
        }
    }

    var mediaType: String {
        switch self {
        case .pem: "application/x-pem-file"
        case .crt: "application/x-x509-ca-cert"
        case .der, .cer: "application/pkix-cert"
        case .p12: "application/x-pkcs12"
        }
    }

    func bytes(of authority: CertificateAuthority) throws(CryptoError) -> [UInt8] {
        switch self {
        case .pem, .crt: authority.certificatePEM
        case .der, .cer: authority.certificate.der
        case .p12: try authority.trustStore(password: KeyForm.trustStorePassword)
        }
    }
}
