package import PassCore

/// The way to the MVPDs behind the service: who may watch what, and the tokens of those that speak OAuth 2.0.
package protocol MVPDConnector: Sendable {
    func decide(_ question: EntitlementQuestion) -> EntitlementVerdict
    /// What the MVPD shares of a subscriber; `nil` when it doesn't know one of that name.
    func subscriber(_ id: SubscriberID, at mvpd: MVPDID) -> Subscriber?

    // Back-channel calls to an OAuth 2.0 MVPD, of which this World's stores hold the grants.

    /// Exchanges an authorization code (RFC 6749, section 4.1.3).
    ///
    /// - Parameter redirectURI: as it was when the code was asked for.
    /// - Throws: `ProviderRefusal`, `EntitlementFailure.storeFull`.
    func redeem(
        _ code: String, redirectURI: String, as client: ProviderClient, at mvpd: MVPDID, in world: World, now: Timestamp
    ) throws -> ProviderCredential

    /// Gets a new access token (RFC 6749, section 6); the refresh token stays the same.
    ///
    /// - Throws: `ProviderRefusal`.
    func refresh(
        _ refreshToken: String, as client: ProviderClient, at mvpd: MVPDID, in world: World, now: Timestamp
    ) throws -> ProviderCredential

    /// Takes back a refresh token and all that came from it (RFC 7009, section 2); an unknown one is none to take back.
    ///
    /// - Throws: `EntitlementFailure.storeFull`.
    func revoke(_ refreshToken: String, at mvpd: MVPDID, in world: World, now: Timestamp) throws
}

/// "May this subscriber of yours watch this resource of theirs?"
package struct EntitlementQuestion: Sendable {
    package var subscriber: SubscriberID
    package var mvpd: MVPDID
    package var requestor: RequestorID
    package var resource: Resource

    package init(subscriber: SubscriberID, mvpd: MVPDID, requestor: RequestorID, resource: Resource) {
        self.subscriber = subscriber
        self.mvpd = mvpd
        self.requestor = requestor
        self.resource = resource
    }
}

/// An MVPD's answer, and how long it takes to give it.
package struct EntitlementVerdict: Sendable, Hashable {
    /// `nil` permits.
    package var denial: Denial?
    package var delayMilliseconds: Int

    package init(denial: Denial? = nil, delayMilliseconds: Int = 0) {
        self.denial = denial
        self.delayMilliseconds = delayMilliseconds
    }
}
