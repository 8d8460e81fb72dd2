package import PassCrypto
package import PassEndpointKit

/// The simulator's own paths, `/_sim/*`: readiness, keys, the landing page, token verification, the addresses for SDKs.
package struct AdminFamily: EndpointFamily {
    package let endpoints: [any Endpoint]

    /// - Parameters:
    ///   - isReady: whether a real flow would succeed now; asked on a loop, so it must be quick.
    ///   - certificateAuthority: PEM text of the certificate that clients must trust.
    ///   - keys: those whose public halves are served, by their names.
    ///   - hosts: the names under which clients look for the service and the MVPDs.
    package init(
        isReady: @escaping @Sendable () -> Bool, certificateAuthority: [UInt8],
        keys: [PublishedKey], hosts: [String]
    ) {
        var endpoints: [any Endpoint] = [
            ReportReadiness(isReady: isReady),
            ServeCertificate(pem: certificateAuthority),
            ShowLanding(),
            VerifyMediaToken(),
            ListKeys(keys: keys),
            DescribeEnvironment(hosts: hosts, keys: keys.map(\.name)),
        ]
        for key in keys {
            for form in KeyForm.allCases { endpoints.append(ServeKey(key, form)) }
        }
        self.endpoints = endpoints
    }
}
