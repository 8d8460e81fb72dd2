import PassCore

/// A row of the tables of faults: a rule's action, where the SDK meets it, and what the app's delegate is told.
struct FaultRow: Sendable {
    /// The action of the rule, as JSON.
    let action: String
    let occasion: Occasion
    /// The callbacks in the notation of `FaultPlay.text`.
    let reaction: String

    init(_ action: String, _ occasion: Occasion, _ reaction: String) {
        self.action = action
        self.occasion = occasion
        self.reaction = reaction
    }

    /// The operation that the rule is about, with what the app does to make the SDK call it.
    enum Occasion: String, Sendable, CaseIterable {
        /// `setRequestor` in an app that was just installed.
        case registration = "RetrieveClientCredentials"
        case accessToken = "RetrieveAccessToken"
        case configuration = "RetrieveConfiguration"
        /// `setSelectedProvider` on an Apple TV, which shows a registration code.
        case registrationCode = "RequestRegistrationCode"
        /// A login in the browser; if the SDK tells that it succeeded, `checkAuthorization` follows.
        case loginPage = "Authenticate"
        case signIn = "SignIn"
        case login = "SessionDevice"
        /// `checkAuthorization` after a login.
        case authorization = "AuthorizeDevice"
        case mediaToken = "DeviceShortAuthorize"
        /// `checkPreauthorizedResources` after a login.
        case preauthorization = "Preauthorize"
        /// `logout` after a login, and the browser that it opens.
        case logout = "Logout"
    }
}
