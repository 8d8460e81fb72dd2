/// The RSA keys of one installation, and the sealing secret that is derived from them.
package struct SigningKeys: Sendable {
    let token: RSAPrivateKey
    let device: RSAPrivateKey
    let saml: RSAPrivateKey
    /// The sealer, whose secret is derived from the token key. Any simulator with the same keys opens what another one
    /// sealed.
    let sealer: Sealer

    /// Reads PEM text. This takes some milliseconds, because each key is tested.
    package init(tokenPEM: [UInt8], devicePEM: [UInt8], samlPEM: [UInt8]) throws(CryptoError) {
        let keys = RSAPrivateKey.readAll([tokenPEM, devicePEM, samlPEM])
        token = try keys[0].get()
        device = try keys[1].get()
        saml = try keys[2].get()
        sealer = Sealer(secret: MessageAuthentication.sha256(key: token.pem, Array("sealing".utf8)))
    }

    /// Throws if two of the keys are the same.
    ///
    /// Each key signs different data at a client's request. If two of them were the same key, a signature for a device
    /// identifier could be used for a token.
    ///
    /// - Parameter keys: the keys with the name of each one's setting, and the place where each was found.
    package static func requireDifferent(
        _ keys: [(setting: String, place: String, key: RSAPublicKey)]
    ) throws(CryptoError) {
        for (index, one) in keys.enumerated() {
            guard let other = keys[..<index].first(where: { $0.key == one.key }) else { continue }
            throw CryptoError(
                .equalKeys,
                "\(other.setting) (\(other.place)) and \(one.setting) (\(one.place)) are the same key, so a signature of "
                    + "one counts as a signature of the other. Use a separate key for each. The next start makes a key that "
                    + "is missing in the data directory.")
        }
    }
}
