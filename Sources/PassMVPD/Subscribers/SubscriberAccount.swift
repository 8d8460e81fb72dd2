package import PassDomain

/// A subscriber's account at simulated MVPDs, and the way in which the MVPDs treat the subscriber.
///
/// An account never changes, and each poll and each decision needs one, so it is passed by reference.
package final class SubscriberAccount: Sendable {
    /// The user name.
    package let id: SubscriberID
    /// The password; `nil` accepts any password that isn't empty.
    package let password: String?
    /// The MVPDs at which the account exists; `nil` means all of them.
    package let mvpds: Set<MVPDID>?
    package let signIn: SignIn
    package let entitlement: Entitlement
    /// The time that the MVPD takes to answer a login, in milliseconds.
    package let signInDelayMilliseconds: Int
    /// The user metadata that the MVPD shares, by key; empty when it shares none.
    package let metadata: MetadataValues

    /// The maximum length of a user name, in bytes of UTF-8.
    static let longestUsername = 256

    /// The subscriber with the data that the service may know.
    package var subscriber: Subscriber { Subscriber(id: id, metadata: metadata) }

    /// Whether the account exists at that MVPD.
    package func exists(at mvpd: MVPDID) -> Bool { mvpds?.contains(mvpd) ?? true }

    /// The result of a login with the right password.
    package enum SignIn: Sendable, Hashable {
        case succeeds
        /// The login page shows the sentence and doesn't continue.
        case refused(String)
        /// The MVPD answers the service with an error status instead of an assertion.
        case breaks
    }

    /// The MVPD's answer when it is asked whether this subscriber may watch a resource.
    package enum Entitlement: Sendable, Hashable {
        case everything
        /// The MVPD denies every resource, with this sentence.
        case nothing(String)
    }

    package init(
        id: SubscriberID, password: String?, mvpds: Set<MVPDID>? = nil, signIn: SignIn = .succeeds,
        entitlement: Entitlement = .everything,
        signInDelayMilliseconds: Int = 0, metadata: MetadataValues = [:]
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

extension [SubscriberID: SubscriberAccount] {
    /// Returns the subscriber's account; `nil` if the subscriber has none at that MVPD.
    func account(_ id: SubscriberID, at mvpd: MVPDID) -> SubscriberAccount? {
        guard let account = self[id], account.exists(at: mvpd) else { return nil }
        return account
    }
}
