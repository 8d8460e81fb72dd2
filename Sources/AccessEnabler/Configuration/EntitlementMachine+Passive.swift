package enum PassiveStep: Sendable {
    case registrationCode
    case token
}

/// A login without the user that `setRequestor` tries.
package struct PassiveAttempt: Sendable {
    package var browsing: BrowsingID
    package var provider: String
}

extension EntitlementMachine {
    /// Tries passive authentication if its conditions hold, and ends the configuration after it.
    mutating func authenticatePassively(isOnMain: Bool) { finishConfiguration() }
    mutating func proceed(_ step: PassiveStep, with answer: Answer) {}
    mutating func passiveBrowserEnded(_ browsing: BrowsingID, at end: String?) {}
    mutating func passiveTimedOut() {}
    mutating func abandonPassive() {}
}
