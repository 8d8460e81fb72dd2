package import PassCore

/// Finds the subscriber that a profile stands for, with the metadata that may be shared.
package final class SubscriberService: Sendable {
    private let connector: any MVPDConnector
    private let temporaryPasses: TemporaryPassService

    package init(connector: any MVPDConnector, temporaryPasses: TemporaryPassService) {
        self.connector = connector
        self.temporaryPasses = temporaryPasses
    }

    /// Returns the MVPD's subscriber, or the holder of a promotional pass; `nil` when neither is known.
    package func subscriber(
        of profile: Profile, at integration: Integration, now: Timestamp
    ) throws -> Subscriber? {
        try subscriber(profile.subscriber, profile.session, profile.device, at: integration, now: now)
    }

    /// Returns the subscriber of a profile that a client presented.
    package func subscriber(of proven: ProofService.ProvenProfile, now: Timestamp) throws -> Subscriber? {
        try subscriber(
            proven.subscriber, proven.session, proven.profile.device, at: proven.integration, now: now)
    }

    private func subscriber(
        _ id: SubscriberID, _ session: SessionID, _ device: DeviceBinding, at integration: Integration, now: Timestamp
    ) throws -> Subscriber? {
        guard integration.isTemporaryPass else { return connector.subscriber(id, at: integration.actingMVPD.id) }
        guard integration.mvpd.temporaryPass.identity != nil else { return nil }
        let holding = temporaryPasses.holding(at: integration, subscriber: id, session: session, device: device)
        return Subscriber(id: id, metadata: try temporaryPasses.metadata(of: holding, now: now))
    }
}
