import PassCore
import PassCrypto

/// A new authority, and a server context with leaves of it for every host.
struct TestAuthority {
    let authority: CertificateAuthority
    let context: TLSServerContext

    init(constraints: NameConstraints? = nil) throws {
        let now = SystemWallClock().now()
        authority = try CertificateAuthority.create(name: "Test authority", constraints: constraints, now: now)
        context = try TLSServerContext(
            identities: LeafCache(
                authority: authority, defaultNames: ["localhost", "127.0.0.1", "::1"],
                now: { SystemWallClock().now() }))
    }

    func clientContext() throws -> TLSClientContext {
        try TLSClientContext(trustedCertificatesPEM: authority.certificatePEM)
    }
}
