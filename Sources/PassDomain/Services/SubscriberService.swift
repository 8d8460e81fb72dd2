package import PassCore

/// Finds the subscriber that a profile stands for, with the metadata that may be shared.
package struct SubscriberService: Sendable {
    let world: World

    /// Returns the MVPD's subscriber, or the holder of a promotional pass; `nil` when neither is known.
    package func subscriber(of profile: Profile, now: Timestamp) throws -> Subscriber? {
        let requestor = try world.catalog.requestor(profile.requestor, world.policy)
        guard let integration = world.catalog.integration(requestor, profile.mvpd, world.policy) else { return nil }
        return try subscriber(
            profile.subscriber, profile.session, profile.device, at: integration, now: now)
    }

    /// Returns the subscriber of a profile that a client presented.
    package func subscriber(of proven: ProofService.Proven, now: Timestamp) throws -> Subscriber? {
        try subscriber(
            proven.subscriber, proven.session, proven.profile.device, at: proven.integration, now: now)
    }

    private func subscriber(
        _ id: SubscriberID, _ session: SessionID, _ device: DeviceBinding, at integration: Integration, now: Timestamp
    ) throws -> Subscriber? {
        guard integration.isTemporaryPass else {
            return world.connector.subscriber(id, at: integration.actingMVPD.id)
        }
        guard integration.mvpd.temporaryPass.identity != nil else { return nil }
        let passes = world.temporaryPasses
        let holding = passes.holding(at: integration, subscriber: id, session: session, device: device)
        return Subscriber(id: id, password: nil, metadata: try passes.metadata(of: holding, now: now))
    }
}
