package import PassCore

/// The MVPD's account holder, and how its MVPD treats it.
package struct Subscriber: Sendable, Hashable {
    package var id: SubscriberID
    /// `nil` accepts any password that isn't empty.
    package var password: String?
    /// Where the account exists; `nil` means at every MVPD.
    package var mvpds: Set<MVPDID>?
    package var signIn: SignIn
    package var entitlement: Entitlement
    /// How long the MVPD takes to answer a login, in milliseconds.
    package var signInDelayMilliseconds: Int
    /// User metadata by key, as the MVPD shares it; empty when it shares none.
    package var metadata: [ExactText: JSONValue]

    /// Whether the account exists at that MVPD.
    package func hasAccount(at mvpd: MVPDID) -> Bool { mvpds?.contains(mvpd) ?? true }

    /// What happens when the right password was given.
    package enum SignIn: Sendable, Hashable {
        case succeeds
        /// The login page shows the sentence and stays.
        case refused(String)
        /// The MVPD answers the service with an error status instead of an assertion.
        case breaks
    }

    /// What the MVPD says when it is asked whether this subscriber may watch.
    package enum Entitlement: Sendable, Hashable {
        case everything
        case nothing(String)
    }

    package init(
        id: SubscriberID, password: String?, mvpds: Set<MVPDID>? = nil, signIn: SignIn = .succeeds,
        entitlement: Entitlement = .everything,
        signInDelayMilliseconds: Int = 0, metadata: [ExactText: JSONValue] = [:]
    ) {
        self.id = id
        self.password = password
        self.mvpds = mvpds
        self.signIn = signIn
        self.entitlement = entitlement
        self.signInDelayMilliseconds = signInDelayMilliseconds
        self.metadata = metadata
    }
}
