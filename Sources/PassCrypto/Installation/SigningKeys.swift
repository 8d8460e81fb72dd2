/// The RSA keys of one installation, and the sealing secret that follows from them.
package struct SigningKeys: Sendable {
    let token: RSAPrivateKey
    let device: RSAPrivateKey
    let saml: RSAPrivateKey
    /// Its secret is derived from the token key, so that what one simulator with these keys sealed opens in the next.
    let sealer: Sealer

    /// Reads PEM text; takes some milliseconds, as each key is tried out.
    package init(tokenPEM: [UInt8], devicePEM: [UInt8], samlPEM: [UInt8]) throws(CryptoError) {
        let keys = RSAPrivateKey.readAll([tokenPEM, devicePEM, samlPEM])
        token = try keys[0].get()
        device = try keys[1].get()
        saml = try keys[2].get()
        sealer = Sealer(secret: MessageAuthentication.sha256(key: token.pem, Array("sealing".utf8)))
    }
}
