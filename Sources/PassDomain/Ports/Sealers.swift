package import PassCore

/// Turns proofs into the signed text that clients keep, and back.
///
/// Opening checks form and signature only; expiry, revocation, requestor and device are the services' to judge.
package protocol TokenSealer: Sendable {
    func seal(_ profile: Profile) -> String
    func openProfile(_ token: String) throws(ProofRefusal) -> OpenedProfile
    func seal(_ permission: Permission) -> String
    func openPermission(_ token: String) throws(ProofRefusal) -> Permission
    func seal(_ token: MediaToken) -> String
    func openMediaToken(_ token: String) throws(ProofRefusal) -> MediaToken
    /// The subscriber's and the session's handles as the token carries them; `nil` for any other text.
    func openHandles(nameID: String, sessionIndex: String) -> OpenedProfile.Handles?
    /// What stands for a token in stores: equal tokens, and only they, have equal digests.
    func digest(of token: String) -> [UInt8]
    /// The 32 hexadecimal digits that stand for a GUID in a media token.
    func sessionGUID(of guid: String) -> String
}

/// A profile read from its token; token forms without handles leave its subscriber and session open.
package struct OpenedProfile: Sendable, Hashable {
    package var guid: AuthenticationGUID
    package var requestor: RequestorID
    package var mvpd: MVPDID
    package var handles: Handles?
    package var device: DeviceBinding
    package var expires: Timestamp

    package struct Handles: Sendable, Hashable {
        package var subscriber: SubscriberID
        package var session: SessionID
        /// What an OAuth 2.0 MVPD is asked with; `nil` at others.
        package var refreshToken: String?

        package init(subscriber: SubscriberID, session: SessionID, refreshToken: String? = nil) {
            self.subscriber = subscriber
            self.session = session
            self.refreshToken = refreshToken
        }
    }

    package init(
        guid: AuthenticationGUID, requestor: RequestorID, mvpd: MVPDID, handles: Handles?, device: DeviceBinding,
        expires: Timestamp
    ) {
        self.guid = guid
        self.requestor = requestor
        self.mvpd = mvpd
        self.handles = handles
        self.device = device
        self.expires = expires
    }
}

/// Binds tokens to devices and tells whether a device is the one that a token was bound to.
package protocol DeviceSealer: Sendable {
    func bind(_ device: Device) -> DeviceBinding
    func matches(_ binding: DeviceBinding, _ device: Device) -> Bool
    /// The identifier of the device with that fingerprint: 32 hexadecimal digits, the same for the same fingerprint.
    func individualize(fingerprint: String) -> String
}

/// Signs and reads access tokens, and reads software statements.
package protocol ClientCredentialSealer: Sendable {
    func seal(_ token: AccessToken) -> String
    /// The access token, or `nil` when its form or signature is wrong; its expiry is the caller's to judge.
    func openAccessToken(_ text: String) -> AccessToken?
    /// The statement, or `nil` when it is not well-formed or, with `trustedOnly`, not signed by a trusted key or not valid
    /// at `now`.
    func openStatement(_ text: String, trustedOnly: Bool, now: Timestamp) -> SoftwareStatement?
}
