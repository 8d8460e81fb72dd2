import PassCore

/// Logins that succeed without asking an MVPD.
extension AuthenticationService {
    /// Returns the login of a temporary pass, or the login that a degradation rule gives every user.
    ///
    /// No subscriber signs in, so the login's subscriber gets the session's identifier. For a promotional pass the
    /// subscriber is the digest of the identity that the client named.
    ///
    /// - Returns: the login; `nil` for a promotional pass without an identity.
    func loginWithoutMVPD(
        at integration: Integration, _ session: AuthenticationSession, now: Timestamp
    ) -> AuthenticationSession.Login? {
        var subscriber = SubscriberID(rawValue: session.id.rawValue)
        var guid = world.identifiers.uuid().text.asciiUppercased
        if integration.skipsLogin {
            guid = AuthenticationGUID.degradedPrefix + world.identifiers.hex(byteCount: 12)
        } else if let member = integration.mvpd.temporaryPass.identity {
            guard let identity = session.generic.flatMap(GenericData.init)?[member] else { return nil }
            subscriber = SubscriberID(rawValue: world.devices.digest(ofIdentity: identity))
        }
        return .init(subscriber: subscriber, guid: AuthenticationGUID(rawValue: guid), instant: now)
    }
}
