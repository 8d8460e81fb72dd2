package import PassCore

/// Turns proofs into the signed text that clients keep, and reads that text back.
///
/// Opening a token checks its form and signature only. The services check expiry, revocation, requestor and device.
package protocol TokenSealer: Sendable {
    func seal(_ profile: Profile) -> String
    func openProfile(_ token: String) throws(ProofRefusal) -> OpenedProfile
    func seal(_ decision: Decision) -> String
    func openDecision(_ token: String) throws(ProofRefusal) -> Decision
    func seal(_ token: MediaToken) -> String
    func openMediaToken(_ token: String) throws(ProofRefusal) -> MediaToken
    /// Reads the subscriber and the session from a token's two handles; `nil` for any other text.
    func openHandles(nameID: String, sessionIndex: String) -> OpenedProfile.Handles?
    /// Returns the digest that stands for a token in stores. The token must have been sealed or opened by this sealer.
    func digest(of token: String) -> TokenDigest
    /// Returns the identifier of the session that the cookie belongs to: 32 upper-case hexadecimal digits.
    ///
    /// The cookie can't be computed from the identifier.
    func session(of cookie: SessionCookie) -> SessionID
    /// Returns the 32 hexadecimal digits that stand for a GUID in a media token.
    func sessionGUID(of guid: String) -> String
    /// Returns the token with a deliberate defect.
    ///
    /// - Parameter otherDevice: returns the fingerprint of another device, in the same form as the token's fingerprint.
    /// - Returns: the changed token; the unchanged token if this sealer didn't make it, or if it has no part that could
    ///   have the defect.
    func operate(
        on token: String, _ surgery: TokenSurgery, otherDevice: (DeviceBinding) -> DeviceBinding, now: Timestamp
    ) -> String
}

extension TokenSealer {
    package func operate(
        on token: String, _ surgery: TokenSurgery, otherDevice: (DeviceBinding) -> DeviceBinding, now: Timestamp
    ) -> String { token }
}

/// Binds tokens to devices and tells whether a device is the one that a token was bound to.
package protocol DeviceSealer: Sendable {
    /// Returns the fingerprint that binds a token to the device.
    func bind(_ device: Device) -> DeviceBinding
    /// Returns whether the device is the one that the binding was made from.
    func matches(_ binding: DeviceBinding, _ device: Device) -> Bool
    /// Returns the device identifier for a fingerprint: 32 hexadecimal digits, always the same for the same
    /// fingerprint.
    func individualize(fingerprint: String) -> String
    /// Returns the hashed identifier by which apps may know a device.
    ///
    /// The input of the hash is the device's identifier, or the fingerprint that the device's tokens carry.
    func publicIdentifier(of device: Device) -> String
    /// Returns the digest of an identity that a client named, such as an e-mail address: 64 hexadecimal digits.
    func digest(ofIdentity identity: String) -> String
}

/// Signs and reads access tokens, and reads software statements.
package protocol ClientCredentialSealer: Sendable {
    func seal(_ token: AccessToken) -> String
    /// Returns the access token, or `nil` when its form or signature is wrong. The caller checks its expiry.
    func openAccessToken(_ text: String) -> AccessToken?
    /// Returns the access token if a recent call has opened it, so that its signature needn't be verified again.
    ///
    /// A result of `nil` doesn't mean that the token is bad.
    func rememberedAccessToken(_ text: String) -> AccessToken?
    /// Reads a software statement.
    ///
    /// - Parameter trustedOnly: whether the statement must be issued by the service, signed by a trusted key and valid
    ///   at `now`.
    func openStatement(
        _ text: String, trustedOnly: Bool, now: Timestamp
    ) throws(StatementRefusal) -> SoftwareStatement
    /// Returns the access token with a deliberate defect; the unchanged text if this sealer didn't make it, or if it
    /// has no part that could have the defect.
    func operate(on token: String, _ surgery: TokenSurgery, now: Timestamp) -> String
}

extension ClientCredentialSealer {
    package func operate(on token: String, _ surgery: TokenSurgery, now: Timestamp) -> String { token }
}

/// Signs and reads the tokens by which a user's devices share profiles.
package protocol ServiceTokenSealer: Sendable {
    func seal(_ token: ServiceToken) -> String
    /// Returns the token, if its form and signature are right. The caller checks its expiry.
    func open(_ text: String) throws(ServiceTokenRefusal) -> ServiceToken
    /// Whether a token's text claims that the service issued it.
    func claimsToBeOwn(_ text: String) -> Bool
}

/// The keys that requestors registered with the service. The keys verify the requestors' calls, and encrypt data that
/// only the requestor can read.
package protocol RequestorKeys: Sendable {
    /// Returns whether `signature` is the requestor's identifier signed with any of its keys (`signed_requestor_id`).
    func isSigned(_ requestor: RequestorID, by signature: String) -> Bool
    /// Returns whether the requestor's own identity service has signed a token (RS256); `nil` if its key isn't known.
    func isSignedServiceToken(_ token: String, of requestor: RequestorID) -> Bool?
    /// Returns the text in base64, encrypted so that only the owner of the requestor's first key can read it.
    func encrypt(_ text: String, for requestor: RequestorID) -> String
}
