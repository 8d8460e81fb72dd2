package enum ConfigurationStep: Sendable {
    /// The answer of one service provider, by its place in the app's list.
    case config(attempt: Int, serviceProvider: Int)
}

/// A `setRequestor` that hasn't ended.
package struct ConfigurationAttempt: Sendable {
    package var number: Int
    package var setting: RequestorSetting
}

extension EntitlementMachine {
    mutating func setRequestor(_ setting: RequestorSetting, isOnMain: Bool) {}
    mutating func proceed(_ step: ConfigurationStep, with answer: Answer) {}
}
