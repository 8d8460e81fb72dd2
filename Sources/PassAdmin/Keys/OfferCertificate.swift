import PassDomain
import PassEndpointKit
import PassHTTP

/// `GET /_sim/ca`: a page with a link to each form of the certificate, for users with a browser on the device.
struct OfferCertificate: Endpoint {
    static let path = "/_sim/ca"

    let route = Route(.offerCertificate, [.get], path, on: .loop, readsParameters: false)
    let failures: any FailureTable = AdminFailureTable()

    func respond(to exchange: Exchange) -> HTTPResponse {
        Page(title: "Certificate to trust") { html in
            html.element("h1", "Certificate to trust")
            html.markup("\n")
            html.element(
                "p",
                "Clients must trust this certificate authority if they reach the simulator over TLS or use it as their proxy."
            )
            for form in CertificateForm.allCases {
                html.markup("\n")
                html.element(
                    "a", [("class", "button"), ("href", exchange.links.service(form.path))],
                    "ca.\(form.rawValue) – \(form.use)")
            }
        }.response()
    }
}
