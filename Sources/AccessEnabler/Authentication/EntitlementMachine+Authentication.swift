package enum AuthenticationStep: Sendable {
    case registrationCode
    case token
    case poll
    case temporaryPass
    case logout
}

extension EntitlementMachine {
    mutating func checkAuthentication() {}
    mutating func getAuthentication(_ call: EntitlementCall) {}
    mutating func setSelectedProvider(_ id: String?) {}
    mutating func getSelectedProvider() {}
    mutating func handleExternalURL(_ url: String?) {}
    mutating func proceed(_ step: AuthenticationStep, with answer: Answer) {}
    mutating func pollSecondScreen() {}
    mutating func registrationCodeExpired() {}
    mutating func logout() {}

    /// Starts a login for resources that wait for it, unless one is running.
    mutating func authenticateForWaitingResources() {}
}
