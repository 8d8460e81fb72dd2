/// The status events of logins ("Error reporting", advanced codes).
extension AdvancedStatus {
    static let notAuthenticated = AdvancedStatus(id: "N000", level: .info)
    /// The user, or the app on the user's behalf, cancelled the login.
    static let selectionCancelled = AdvancedStatus(id: "N005", level: .info)
    /// A degradation rule authenticates every user.
    static let authenticatedByDegradation = AdvancedStatus(id: "N010", level: .warning)
    static let authenticatedByTemporaryPass = AdvancedStatus(id: "N011", level: .info)
    static let temporaryPassExpired = AdvancedStatus(id: "N111", level: .warning)
    /// The service has no login for this session.
    static let sessionWithoutToken = AdvancedStatus(id: "N130", level: .error)
    static let authenticationFailed = AdvancedStatus(id: "N500", level: .error)
    static let registrationCodeFailed = AdvancedStatus(id: "REG500", level: .error)
    static let requestorRefused = AdvancedStatus(id: "SEC403", level: .error)
    /// The user is still signed in at the platform, which would log the user in again.
    static let platformSignOnRemains = AdvancedStatus(id: "VSA203", level: .info)

    static func connectionUntrusted(_ reason: String) -> AdvancedStatus {
        AdvancedStatus(id: "SEC420", level: .error, message: reason)
    }

    /// Returns the event with the code that the user enters on the second screen.
    static func registrationCode(_ code: String) -> AdvancedStatus {
        AdvancedStatus(id: "REGCODE", level: .success, message: code, extra: ["registrationCode": code])
    }
}
