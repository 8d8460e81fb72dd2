package import PassCore

/// All secrets of one installation.
package struct InstallationKeys: Sendable {
    /// Signs tokens.
    package let token: RSAPrivateKey
    /// Signs device identifiers into tokens.
    package let device: RSAPrivateKey
    /// Signs SAML messages and ID tokens.
    package let saml: RSAPrivateKey
    /// Seals what tokens carry for the server's own eyes.
    package let sealer: Sealer
    /// Signs the certificates of the hosts that are imitated.
    package let authority: CertificateAuthority
    /// What is wrong with them that the operator should hear of, as a sentence for the log; they serve all the same.
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

    /// Keys for a simulator without a data directory: given ones, and an authority that is made now and kept nowhere.
    ///
    /// - Parameter hosts: whom the authority vouches for beside the reserved names.
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
