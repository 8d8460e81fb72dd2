import PassEndpointKit
import PassHTTP

/// `GET /_sim/ca.pem`, `GET /_sim/keys/{token,device,saml}.pem`: what clients and verifiers must trust, as PEM text.
struct ServeCertificate: Endpoint {
    let route: Route
    let failures: any FailureTable = AdminFailureTable()
    private let pem: [UInt8]

    init(path: String, pem: [UInt8]) {
        route = Route("ServeCertificate", [.get], path, on: .loop)
        self.pem = pem
    }

    func respond(to exchange: Exchange) -> HTTPResponse {
        HTTPResponse(.ok, type: "application/x-pem-file", pem)
    }
}
