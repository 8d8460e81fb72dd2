/// A side effect that the driver carries out for the machine, once the store is written.
enum Effect: Sendable {
    /// Delivers an event to the app.
    ///
    /// - `isStatusCheck`: whether a `checkAuthentication`, not a login, caused the event.
    case callback(AccessEnablerEvent, isStatusCheck: Bool = false)
    /// Tells the waiting caller with that number that its call isn't made, because there is no configuration.
    case refuseCaller(Int)
    /// Sends a request; the answer comes as `Input.answered`.
    ///
    /// - `sharesCookies`: whether the web view's cookies are also sent (profiles up to 2.x).
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
    case log(AccessEnablerLogCategory, String)
}
