import Dispatch
import PassCore

/// The RSA keys of one installation or of one namespace, and the sealer that belongs to them.
package struct SigningKeys: Sendable {
    /// The key that signs tokens.
    package let token: RSAPrivateKey
    /// The key that signs the device identifiers in tokens.
    package let device: RSAPrivateKey
    /// The key that signs SAML messages and ID tokens.
    package let saml: RSAPrivateKey
    /// The sealer that belongs to the keys. If the keys were read from PEM text, its secret is derived from the token
    /// key, so any simulator with the same keys opens what another one sealed.
    package let sealer: Sealer

    package init(token: RSAPrivateKey, device: RSAPrivateKey, saml: RSAPrivateKey, sealer: Sealer) {
        self.token = token
        self.device = device
        self.saml = saml
        self.sealer = sealer
    }

    /// Creates new keys, which exist only in this process.
    ///
    /// The three RSA keys are created in parallel and take about a tenth of a second each, so never call this on an
    /// event loop.
    package static func generate() throws(CryptoError) -> SigningKeys {
        let made = Guarded<[Int: Result<RSAPrivateKey, CryptoError>]>([:])
        DispatchQueue.concurrentPerform(iterations: 3) { index in
            let key = Result { () throws(CryptoError) in try RSAPrivateKey.generate() }
            made.withLock { $0[index] = key }
        }
        let keys = made.withLock(\.self)
        guard let token = keys[0], let device = keys[1], let saml = keys[2] else {
            preconditionFailure("Each of the three keys is made or fails.")
        }
        return SigningKeys(
            token: try token.get(), device: try device.get(), saml: try saml.get(),
            sealer: Sealer(secret: SystemIdentifierSource().bytes(32)))
    }

    /// The keys whose public halves are served, with their names, in the order of the list of keys.
    package var published: [PublishedKey] {
        [PublishedKey("token", token), PublishedKey("device", device), PublishedKey("saml", saml)]
    }

    /// Reads the three RSA keys from PEM text. This takes a few milliseconds, because each key is checked for damage.
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
