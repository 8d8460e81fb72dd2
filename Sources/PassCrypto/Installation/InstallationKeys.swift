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
    /// The sealing secret is derived from the token key, so that what one such simulator sealed opens in the next.
    ///
    /// - Parameter hosts: whom the authority vouches for beside the reserved names.
    package init(
        tokenPEM: [UInt8], devicePEM: [UInt8], samlPEM: [UInt8], hosts: [String] = [], now: Timestamp
    ) throws(CryptoError) {
        let keys = RSAPrivateKey.readAll([tokenPEM, devicePEM, samlPEM])
        token = try keys[0].get()
        device = try keys[1].get()
        saml = try keys[2].get()
        sealer = Sealer(secret: MessageAuthentication.sha256(key: token.pem, Array("sealing".utf8)))
        authority = try .create(
            name: KeyStore.authorityName, constraints: .reserved.adding(hosts), now: now)
        notice = nil
    }
}
