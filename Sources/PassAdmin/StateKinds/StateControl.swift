package import PassCore
package import PassDomain

/// The settings and the simulated MVPDs of namespaces, as the operations on state see and change them.
package protocol StateControl: Sendable {
    /// Returns the settings of a namespace's requestors, MVPDs and subscribers, in the form of a configuration file: an
    /// object with the members `requestors`, `mvpds` and `subscribers`.
    func settings(of name: NamespaceName) -> JSONValue

    /// Changes settings of a namespace, given in the form of a configuration file. Other settings, the clock and the
    /// records stay as they are.
    ///
    /// - Returns: the World with the new settings.
    /// - Throws: `EntitlementFailure.malformedParameter` for settings that can't be used. In that case nothing has
    ///   changed.
    func configure(_ name: NamespaceName, _ json5: String) throws -> World

    /// Returns the user names of the subscribers of an MVPD, sorted.
    func subscribers(of mvpd: MVPD, in world: World) -> [SubscriberID]

    /// Returns the sentence with which an MVPD refuses every sign-in of a subscriber; `nil` if it refuses none.
    func refusal(of subscriber: SubscriberID, at mvpd: MVPD, in world: World) -> String?

    /// Signs a subscriber in at an MVPD, without a browser and without a password.
    ///
    /// - Parameters:
    ///   - mvpd: the MVPD that logs users in: the chosen one, or its proxy.
    ///   - isHomeBased: whether the MVPD recognizes the subscriber by the home network.
    /// - Returns: the MVPD's answer to the service; `nil` if the subscriber has no account at that MVPD.
    /// - Throws: `EntitlementFailure.loginRefused` if the MVPD refuses every sign-in of the subscriber;
    ///   `EntitlementFailure.storeFull`.
    func signIn(
        _ subscriber: SubscriberID, at mvpd: MVPD, for requestor: RequestorID, isHomeBased: Bool, in world: World,
        now: Timestamp
    ) throws -> AuthenticationService.MVPDAnswer?
}
