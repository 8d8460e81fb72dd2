/// The status events of logins ("Error reporting", advanced codes).
extension AdvancedStatus {
    static let notAuthenticated = AdvancedStatus(id: "N000", level: .info)
    /// The user, or the app for him, called it off.
    static let selectionCancelled = AdvancedStatus(id: "N005", level: .info)
    /// A degradation rule authenticates everyone.
    static let authenticatedByDegradation = AdvancedStatus(id: "N010", level: .warning)
    static let authenticatedByTemporaryPass = AdvancedStatus(id: "N011", level: .info)
    static let temporaryPassExpired = AdvancedStatus(id: "N111", level: .warning)
    /// The service knows of no login for this session.
    static let sessionWithoutToken = AdvancedStatus(id: "N130", level: .error)
    static let authenticationFailed = AdvancedStatus(id: "N500", level: .error)
    static let registrationCodeFailed = AdvancedStatus(id: "REG500", level: .error)
    static let requestorRefused = AdvancedStatus(id: "SEC403", level: .error)
    /// The platform would log the user in again.
    static let platformSignOnRemains = AdvancedStatus(id: "VSA203", level: .info)

    static func connectionUntrusted(_ reason: String) -> AdvancedStatus {
        AdvancedStatus(id: "SEC420", level: .error, message: reason)
    }

    /// What the second screen has to be told.
    static func registrationCode(_ code: String) -> AdvancedStatus {
        AdvancedStatus(id: "REGCODE", level: .success, message: code, extra: ["registrationCode": code])
    }
}
