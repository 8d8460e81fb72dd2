import PassCore

/// Logins for which no MVPD is asked, and what else an integration makes of a profile.
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
        var guid = world.identifiers.uuid().uppercased()
        if integration.skipsLogin {
            guid = AuthenticationGUID.degradedPrefix + world.identifiers.hex(byteCount: 12)
        } else if let member = integration.mvpd.temporaryPass.identity {
            guard let identity = session.generic.flatMap(GenericData.init)?[member] else { return nil }
            subscriber = SubscriberID(rawValue: world.devices.digest(ofIdentity: identity))
        }
        return .init(subscriber: subscriber, guid: AuthenticationGUID(rawValue: guid), instant: now)
    }

    /// When a profile ends, and how long it lives as a whole.
    ///
    /// A temporary pass ends when its use does, so its profile may be over from the start; one that isn't in use yet
    /// counts its life from now.
    ///
    /// - Throws: `.sessionWithoutUser` when the profile of an MVPD's subscriber would be over.
    func span(
        of login: AuthenticationSession.Login, _ session: AuthenticationSession, at integration: Integration,
        _ device: DeviceBinding, now: Timestamp
    ) throws -> (end: Timestamp, life: TimeToLive) {
        if integration.isTemporaryPass {
            let holding = world.temporaryPasses.holding(
                at: integration, subscriber: login.subscriber, session: session.id, device: device)
            return (try world.temporaryPasses.end(of: holding, now: now), holding.pass.life)
        }
        let life = integration.lives.profile(isHomeBased: login.isHomeBased)
        // A session may outlive the profile that it led to.
        guard now < (login.instant + life).wholeSecond else { throw EntitlementFailure.sessionWithoutUser }
        return (login.instant + life, life)
    }

    /// What a profile says of resources at an MVPD that lists them: the subscriber's `channelID`, each of at most 1,024
    /// bytes.
    func channels(of subscriber: SubscriberID, at integration: Integration) -> [String] {
        guard integration.mvpd.listsResources, !integration.skipsLogin,
            let shared = world.connector.subscriber(subscriber, at: integration.provider.id)?.metadata["channelID"]
        else { return [] }
        let names = (shared.arrayValue ?? [shared]).compactMap(\.stringValue)
        return names.filter { (1...1024).contains($0.utf8.count) }
    }
}
