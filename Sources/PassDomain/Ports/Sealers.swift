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
    /// What stands in stores for a token that was sealed or opened here.
    func digest(of token: String) -> TokenDigest
    /// The session that the cookie is for: 32 upper-case hexadecimal digits, from which nobody computes the cookie.
    func session(of cookie: SessionCookie) -> SessionID
    /// The 32 hexadecimal digits that stand for a GUID in a media token.
    func sessionGUID(of guid: String) -> String
}

/// A profile read from its token; token forms without handles leave its subscriber and session open.
package struct OpenedProfile: Sendable, Hashable {
    package var guid: AuthenticationGUID
    package var requestor: RequestorID
    /// The MVPD that the viewer chose.
    package var mvpd: MVPDID
    /// The MVPD that logged in for it, where the token names one.
    package var proxy: MVPDID?
    package var handles: Handles?
    package var device: DeviceBinding
    package var expires: Timestamp
    /// How long it lives in all, where the token says so.
    package var life: TimeToLive?
    /// Whether a degradation rule lets it watch everything.
    package var permitsAll: Bool

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
        guid: AuthenticationGUID, requestor: RequestorID, mvpd: MVPDID, proxy: MVPDID? = nil, handles: Handles?,
        device: DeviceBinding, expires: Timestamp, life: TimeToLive? = nil, permitsAll: Bool = false
    ) {
        self.guid = guid
        self.requestor = requestor
        self.mvpd = mvpd
        self.proxy = proxy
        self.handles = handles
        self.device = device
        self.expires = expires
        self.life = life
        self.permitsAll = permitsAll
    }
}

/// Binds tokens to devices and tells whether a device is the one that a token was bound to.
package protocol DeviceSealer: Sendable {
    func bind(_ device: Device) -> DeviceBinding
    func matches(_ binding: DeviceBinding, _ device: Device) -> Bool
    /// The identifier of the device with that fingerprint: 32 hexadecimal digits, the same for the same fingerprint.
    func individualize(fingerprint: String) -> String
    /// What apps may know a device by: the hash of its identifier, or of the fingerprint that its tokens carry.
    func publicIdentifier(of device: Device) -> String
    /// What stands for an identity that a client named, such as an e-mail address: 64 hexadecimal digits.
    func digest(ofIdentity identity: String) -> String
}

/// Signs and reads access tokens, and reads software statements.
package protocol ClientCredentialSealer: Sendable {
    func seal(_ token: AccessToken) -> String
    /// The access token, or `nil` when its form or signature is wrong; its expiry is the caller's to judge.
    func openAccessToken(_ text: String) -> AccessToken?
    /// The access token if it was opened of late, which takes no verification; `nil` also for good ones.
    func rememberedAccessToken(_ text: String) -> AccessToken?
    /// - Parameter trustedOnly: whether it must be the service's own, signed by a trusted key and valid at `now`.
    func openStatement(
        _ text: String, trustedOnly: Bool, now: Timestamp
    ) throws(StatementRefusal) -> SoftwareStatement
}

/// What requestors registered with the service: the keys that prove their calls and that encrypt for them alone.
package protocol RequestorKeys: Sendable {
    /// Whether the text is the requestor's identifier, signed with any of its keys (`signed_requestor_id`).
    func isSigned(_ requestor: RequestorID, by signature: String) -> Bool
    /// The text as only the owner of the requestor's first key can read it, in base64.
    func encrypt(_ text: String, for requestor: RequestorID) -> String
}
