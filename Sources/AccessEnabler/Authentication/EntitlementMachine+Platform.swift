package enum PlatformStep: Sendable {
    /// The service's question for the provider's SAML answer.
    case profileRequest
    case exchange
    case token
}

/// Where a sign-on through the platform stands.
package struct PlatformState: Sendable {}

extension EntitlementMachine {
    /// Begins a login by the platform's picker, if there is one and an MVPD that takes part in it.
    ///
    /// - Returns: whether it did; else the classic flow goes on.
    mutating func beginPlatformSignOn(filter: ProviderFilter?) -> Bool { false }

    /// Tries the silent exchange of the platform's sign-on if its conditions hold, and goes on with the configuration after it.
    mutating func exchangeSilently(isOnMain: Bool) { authenticatePassively(isOnMain: isOnMain) }
    mutating func proceed(_ step: PlatformStep, with answer: Answer) {}
    mutating func take(_ answer: PlatformAnswer) {}
}
