package import PassCrypto
package import PassDomain

extension SigningKeys: OwnKeys {}

/// The keys of a World that has its own.
extension World {
    /// This World's own keys; `nil` if it uses the installation's.
    package var ownKeys: SigningKeys? { ports.ownKeys as? SigningKeys }

    /// Returns the key that signs this World's SAML messages and ID tokens.
    ///
    /// - Parameter shared: the installation's key.
    package func samlKey(or shared: RSAPrivateKey) -> RSAPrivateKey { ownKeys?.saml ?? shared }

    /// Returns the key that verifies this World's SAML messages and ID tokens.
    ///
    /// - Parameter shared: the installation's key.
    package func samlKey(or shared: RSAPublicKey) -> RSAPublicKey { ownKeys?.saml.publicKey ?? shared }
}
