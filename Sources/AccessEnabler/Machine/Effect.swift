/// A side effect that the driver carries out for the machine, once the store is written.
package enum Effect: Sendable {
    /// Delivers an event to the app.
    case callback(AccessEnablerEvent)
    /// Sends a request; the answer comes as `Input.answered`.
    ///
    /// - `sharesCookies`: whether the web view's cookies are sent too (profiles up to 2.x).
    case request(RequestID, TransportRequest, sharesCookies: Bool)
    /// Ends a call of `preauthorize` with the service's answer or a failure of the SDK.
    case preauthorized(CompletionID, PreauthorizeResponse, isFailure: Bool)
    /// Starts an alarm, which replaces an earlier one with the same name.
    case setAlarm(AlarmName, afterMillis: Int64)
    case cancelAlarm(AlarmName)
    /// Shows a URL to the user in the secure browser.
    case present(String)
    /// Drives a browser from `url` until it would load a URL that starts with `until`.
    case follow(BrowsingID, url: String, until: String, isVisible: Bool)
    /// Stops a browsing session; no `Input.followed` comes for it any more.
    case stopFollowing(BrowsingID)
    /// Asks the platform; the answer comes as `Input.platform`.
    case ask(QuestionID, PlatformQuestion)
    /// Withdraws a question; the machine ignores a late answer to it.
    case stopAsking(QuestionID)
    case log(AccessEnabler.LogCategory, String)
}

/// A question that the SDK asks the platform's own sign-on.
package enum PlatformQuestion: Sendable, Hashable {
    /// Whether the app may use the platform's account.
    case permission
    /// The account that the user is signed in to.
    case account
    /// The user's choice in the platform's picker, which shows MVPDs by their identifiers at the platform.
    case pick(providers: [String], featured: [String])
    /// The MVPD's SAML response to a request of the service.
    case samlResponse(to: String, account: PlatformAccount)
}

/// The platform's answer to a `PlatformQuestion`.
package enum PlatformAnswer: Sendable, Hashable {
    case permission(PlatformPermission)
    /// The user's account; `nil` when the user isn't signed in.
    case account(PlatformAccount?)
    case accountFailed(String)
    case picked(PlatformChoice)
    case samlResponse(String)
    case samlResponseFailed(String)
}
