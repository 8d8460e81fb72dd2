package import PassCore

/// The connection to the MVPDs behind the service: entitlement decisions, subscriber data, and OAuth 2.0 tokens.
package protocol MVPDConnector: Sendable {
    /// Returns the MVPD's decision on whether a subscriber may watch a resource.
    func decide(_ question: EntitlementQuestion) -> EntitlementVerdict
    /// Returns the subscriber with the data that the MVPD shares; `nil` when the MVPD knows no subscriber of that name.
    func subscriber(_ id: SubscriberID, at mvpd: MVPDID) -> Subscriber?

    // Back-channel calls to an OAuth 2.0 MVPD.

    /// Exchanges an authorization code for tokens (RFC 6749, section 4.1.3).
    ///
    /// - Parameters:
    ///   - redirectURI: the redirect URI that the authorization request carried.
    ///   - verifier: the secret whose digest the authorization request carried (RFC 7636, section 4.5).
    /// - Throws: `MVPDRefusal`, `EntitlementFailure.storeFull`.
    func redeem(
        _ code: String, redirectURI: String, verifier: MVPDCodeVerifier, as client: MVPDClient, at mvpd: MVPDID,
        now: Timestamp
    ) throws -> MVPDCredential

    /// Obtains a new access token (RFC 6749, section 6); the refresh token stays the same.
    ///
    /// - Throws: `MVPDRefusal`.
    func refresh(
        _ refreshToken: String, as client: MVPDClient, at mvpd: MVPDID, now: Timestamp
    ) throws -> MVPDCredential

    /// Revokes a refresh token and every token derived from it (RFC 7009, section 2). An unknown token is ignored.
    ///
    /// - Throws: `EntitlementFailure.storeFull`.
    func revoke(_ refreshToken: String, at mvpd: MVPDID, now: Timestamp) throws
}

/// The question to an MVPD: "May this subscriber of yours watch this resource of that requestor?"
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

/// An MVPD's decision, and the time that the MVPD takes to decide.
package struct EntitlementVerdict: Sendable, Hashable {
    /// The reason for a denial; `nil` if the resource may be watched.
    package var denial: Denial?
    package var delayMilliseconds: Int

    package init(denial: Denial? = nil, delayMilliseconds: Int = 0) {
        self.denial = denial
        self.delayMilliseconds = delayMilliseconds
    }
}
