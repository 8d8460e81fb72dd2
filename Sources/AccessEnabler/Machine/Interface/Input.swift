/// An event that the machine handles.
enum Input: Sendable {
    /// The SDK was created, and its store has to be checked in this way.
    case started(IntegrityCheckType)
    /// The app made a call; `from` is the `async` function that waits for the answer, if one does.
    case call(EntitlementCall, from: WaitingCaller? = nil)
    /// The task of an `async` login was cancelled.
    case loginWithdrawn
    /// A request got its answer, or failed.
    case answered(RequestID, Answer)
    /// An alarm went off.
    case rang(AlarmName)
    /// A browsing session that the SDK started ended at this URL, which begins with the URL to reach; `nil` when it
    /// ended elsewhere.
    case followed(BrowsingID, end: String?)
    /// The platform answered a question of the SDK.
    case platform(QuestionID, PlatformAnswer)
}

/// The outcome of a request.
enum Answer: Sendable, Hashable {
    case response(TransportResponse)
    case failed(AccessEnablerTransportError)
    /// The SDK couldn't obtain an access token, or the service refused the request even with a renewed token.
    case refused(AccessFailure)
}

/// The reason why a request has no valid access token.
enum AccessFailure: Sendable, Hashable {
    /// The client couldn't be registered, or the service refused its registration (R400).
    case notRegistered
    /// The service gave no access token, or refused it (R401).
    case noAccessToken
    /// The transport failed while the client was being registered or the token fetched, or too many requests wait. The
    /// service itself has refused nothing.
    case transport(AccessEnablerTransportError)
}

/// The name of an alarm that wakes the machine.
enum AlarmName: Sendable, Hashable {
    /// The next poll for a login on a second screen is due.
    case poll
    /// The registration code of a login on a second screen has expired.
    case registrationCodeExpiry
    /// Passive authentication has taken too long.
    case passiveTimeout
    /// The platform hasn't answered a question of `setRequestor` in time.
    case platformTimeout
}

/// An `async` function that waits for the callback that answers its call.
struct WaitingCaller: Sendable {
    /// The number that identifies the caller to the driver.
    var number: Int
    /// Whether the caller has given up, so that a pending call can be skipped.
    var isWithdrawn: @Sendable () -> Bool = { false }
}
