package import PassCore

/// All secrets of one installation.
package struct InstallationKeys: Sendable {
    /// The key that signs tokens.
    package let token: RSAPrivateKey
    /// The key that signs the device identifiers in tokens.
    package let device: RSAPrivateKey
    /// The key that signs SAML messages and ID tokens.
    package let saml: RSAPrivateKey
    /// The sealer of the data in tokens that only this server can read.
    package let sealer: Sealer
    /// The authority that signs the certificates of the imitated hosts.
    package let authority: CertificateAuthority
    /// A warning for the log about a problem with the keys; `nil` if there is none. The keys can be used nevertheless.
    package let notice: String?

    package init(
        token: RSAPrivateKey, device: RSAPrivateKey, saml: RSAPrivateKey, sealer: Sealer,
        authority: CertificateAuthority, notice: String? = nil
    ) {
        self.token = token
        self.device = device
        self.saml = saml
        self.sealer = sealer
        self.authority = authority
        self.notice = notice
    }

    /// The keys that namespaces without keys of their own use.
    package var signing: SigningKeys { SigningKeys(token: token, device: device, saml: saml, sealer: sealer) }

    /// Creates the keys of a simulator without a data directory: the given ones, and a new authority that isn't stored
    /// anywhere.
    ///
    /// - Parameter hosts: the hosts that the authority vouches for in addition to the reserved names.
    package init(_ keys: SigningKeys, hosts: [String] = [], now: Timestamp) throws(CryptoError) {
        token = keys.token
        device = keys.device
        saml = keys.saml
        sealer = keys.sealer
        authority = try .create(
            name: KeyStore.authorityName, constraints: .reserved.adding(hosts), now: now)
        notice = nil
    }
}
