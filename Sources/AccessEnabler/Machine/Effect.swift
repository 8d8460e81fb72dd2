/// What is to be done, once the store is written.
package enum Effect: Sendable {
    case callback(AccessEnablerEvent)
    /// - `sharesCookies`: whether the web view's cookies go along (profiles up to 2.x).
    case request(RequestID, TransportRequest, sharesCookies: Bool)
    /// Ends a call of `preauthorize`: the service answered, or the SDK failed.
    case preauthorized(CompletionID, PreauthorizeResponse, isFailure: Bool)
    /// Replaces an alarm of that name.
    case setAlarm(AlarmName, afterMillis: Int64)
    case cancelAlarm(AlarmName)
    /// Shows the secure browser.
    case present(String)
    case follow(BrowsingID, url: String, until: String, isVisible: Bool)
    /// Ends a browsing; no answer to it comes.
    case stopFollowing(BrowsingID)
    case ask(QuestionID, PlatformQuestion)
    /// Takes a question back; no answer to it comes.
    case stopAsking(QuestionID)
    case log(LogCategory, String)
}

/// What the SDK asks the platform.
package enum PlatformQuestion: Sendable, Hashable {
    case permission
    case account
    case pick(providers: [String], featured: [String])
    case samlResponse(to: String, account: PlatformAccount)
}

/// What the platform answered.
package enum PlatformAnswer: Sendable, Hashable {
    case permission(PlatformPermission)
    /// `nil` when nobody is signed in.
    case account(PlatformAccount?)
    case accountFailed(String)
    case picked(PlatformChoice)
    case samlResponse(String)
    case samlResponseFailed(String)
}
