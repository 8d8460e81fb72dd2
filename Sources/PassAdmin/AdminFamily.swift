package import PassCrypto
package import PassEndpointKit

/// The simulator's own paths, `/_sim/*`: readiness, keys, the landing page, token verification.
package struct AdminFamily: EndpointFamily {
    package let endpoints: [any Endpoint]

    /// - Parameters:
    ///   - isReady: whether a real flow would succeed now; asked on a loop, so it must be quick.
    ///   - certificateAuthority: PEM text of the certificate that clients must trust.
    ///   - keys: the public keys by the names under which they are served.
    package init(
        isReady: @escaping @Sendable () -> Bool, certificateAuthority: [UInt8],
        keys: [(name: String, key: RSAPublicKey)]
    ) {
        var endpoints: [any Endpoint] = [
            ReportReadiness(isReady: isReady),
            ServeCertificate(path: "/_sim/ca.pem", pem: certificateAuthority),
            ShowLanding(),
            VerifyMediaToken(),
        ]
        for (name, key) in keys { endpoints.append(ServeCertificate(path: "/_sim/keys/\(name).pem", pem: key.pem)) }
        self.endpoints = endpoints
    }
}
