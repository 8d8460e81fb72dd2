import PassEndpointKit
import PassHTTP

/// `GET /_sim/ca.pem`: what clients must trust to speak TLS, as PEM text.
struct ServeCertificate: Endpoint {
    let route: Route
    let failures: any FailureTable = AdminFailureTable()
    private let pem: [UInt8]

    init(pem: [UInt8]) {
        route = Route("ServeCertificate", [.get], "/_sim/ca.pem", on: .loop)
        self.pem = pem
    }

    func respond(to exchange: Exchange) -> HTTPResponse {
        HTTPResponse(.ok, type: "application/x-pem-file", pem)
    }
}
