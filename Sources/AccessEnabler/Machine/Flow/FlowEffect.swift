/// An effect of a flow: work for the driver, a call to the service, or a signal for other flows.
enum FlowEffect: Sendable {
    case carryOut(Effect)
    case send(ServiceCall, then: Step)
    case signal(Signal)
}

/// A message from one flow to another; `EntitlementMachine+Signals.swift` says which flow gets it.
enum Signal: Sendable {
    // MARK: From the outbox and the client registration

    /// A request got its answer, or failed and isn't repeated any more.
    case answered(Step, Answer)
    /// Requests wait for an access token, which these service providers can give.
    case accessNeeded(hosts: [String])
    case accessGranted(AccessToken)
    case accessFailed(AccessFailure)

    // MARK: From the configuration and the silent logins

    /// The configuration has arrived; the login of the requestor's current MVPD is to be erased if the service asks
    /// for that.
    case configurationArrived(asksForLogout: Bool)
    case silentSignOnEnded
    case passiveLoginEnded
    case configurationSucceeded
    case configurationFailed

    // MARK: From the login

    case platformSignOnBegins(ProviderFilter?)
    case platformSignOnStops
    case secondScreenBegins(provider: String, RegistrationCodeAnswer)
    case secondScreenStops
    /// A login opens its browser, so that the next redirect URL belongs to it.
    case browserOpens
    case loginSucceeded
    /// The login ended without success; calls and resources that waited for it are dropped.
    case loginFailed
    /// No login is running: a selection began none, or began one that ended without a callback.
    case noLoginRuns
    /// The call has to wait until a configuration succeeds.
    case hold(EntitlementCall)
    /// The held selection and the held browser URL belong to a login that is over, and must be dropped.
    case dropHeldSteps

    // MARK: To the login

    /// A resource needs a login.
    case loginNeeded
    case loginGotToken(LoginToken)
    case loginGetsNoToken(AdvancedStatus?)
    /// The user chose, in the platform's picker, an MVPD that the platform only lists.
    case platformListsProvider(MVPD)
    /// The platform has no login, so the app's own picker is next.
    case platformHasNoLogin(AdvancedStatus?)
    /// A new `setRequestor` has interrupted the platform's sign-on.
    case platformSignOnOvertaken(ProviderFilter?)
}

/// An authN token that a login has just got.
struct LoginToken: Sendable {
    /// The token's text, as the service sent it.
    var text: String
    /// The user metadata as JSON, as the service sent it; `nil` if it sent none.
    var userMetadata: String?
    /// Whether the token comes from the platform's sign-on.
    var isFromPlatform = false
}
