import PassCore
import PassCrypto
import PassDomain

/// The keys that a namespace has for itself. A store that outlives the process keeps them, sealed with the
/// installation's sealing key.
extension Worlds {
    private static let context = "keys of a namespace"
    private static let separator = "\n\n"

    /// Returns new keys for a namespace.
    ///
    /// - Throws: `CryptoError` if no keys can be made.
    func newKeys() throws(CryptoError) -> SigningKeys {
        let keys = try SigningKeys.generate()
        guard engine.outlivesProcess else { return keys }
        // Keys that are read from PEM texts have a sealer that the next start can derive from the same texts.
        return try SigningKeys(tokenPEM: keys.token.pem, devicePEM: keys.device.pem, samlPEM: keys.saml.pem)
    }

    /// Returns the text in which a store keeps the keys of a namespace. The same keys give the same text.
    func sealed(_ own: SigningKeys) -> String {
        let texts = [own.token.pem, own.device.pem, own.saml.pem].map { String(decoding: $0, as: UTF8.self) }
        return Base64.encode(
            keys.sealer.seal(Array(texts.joined(separator: Self.separator).utf8), context: Self.context))
    }

    /// Returns the keys that were kept as a text; `nil` if another installation has sealed them, so that they can't be
    /// opened.
    ///
    /// - Parameter former: the keys that the namespace has had so far. Reading keys takes a few milliseconds, so the
    ///   same keys aren't read again.
    /// - Throws: `CryptoError`.
    func openedKeys(_ text: String, former: SigningKeys?) throws(CryptoError) -> SigningKeys? {
        if let former, sealed(former).hasSameBytes(as: text) { return former }
        guard let sealed = Base64.decode(text), let opened = keys.sealer.open(sealed, context: Self.context) else {
            return nil
        }
        let texts = String(decoding: opened, as: UTF8.self).split(separator: Self.separator).map { Array($0.utf8) }
        guard texts.count == 3 else { return nil }
        return try SigningKeys(tokenPEM: texts[0], devicePEM: texts[1], samlPEM: texts[2])
    }
}
