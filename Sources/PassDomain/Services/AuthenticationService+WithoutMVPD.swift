import PassCore

/// Logins for which no MVPD is asked.
extension AuthenticationService {
    /// The login of a temporary pass, or that of a rule by which everybody is logged in.
    ///
    /// It stands for nobody, so its subscriber is named as its session is; that of a promotional pass is the digest of
    /// the identity that the client named.
    ///
    /// - Returns: `nil` for a promotional pass without an identity.
    func loginOfNobody(
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
