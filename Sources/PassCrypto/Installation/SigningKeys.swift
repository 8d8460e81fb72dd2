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

    /// Refuses keys of which two are the same.
    ///
    /// The keys sign different things at a client's wish: with one key for two of them, the signature under a device
    /// identifier could stand under a token.
    ///
    /// - Parameter keys: with the name of each one's setting, and the place where it was found.
    package static func requireDifferent(
        _ keys: [(setting: String, place: String, key: RSAPublicKey)]
    ) throws(CryptoError) {
        for (index, one) in keys.enumerated() {
            guard let other = keys[..<index].first(where: { $0.key == one.key }) else { continue }
            throw CryptoError(
                .equalKeys,
                "\(other.setting) (\(other.place)) and \(one.setting) (\(one.place)) are the same key, so what one of them "
                    + "signs passes for what the other does. Give each a key of its own; a file that is missing in the data "
                    + "directory is made at the next start.")
        }
    }
}
