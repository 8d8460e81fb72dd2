/// What comes by where the callbacks are made.
enum Occurrence: Sendable {
    /// - `isStatusCheck`: whether `checkAuthentication` alone brought it about, which ends no login.
    case event(AccessEnablerEvent, isStatusCheck: Bool)
    /// A `setRequestor` begins; the one before it gets no callback any more.
    case newConfiguration
}

/// A caller that waits for a callback.
///
/// It is put in place between the callbacks that were made before its call and those that the call brings about, so it never takes
/// an earlier answer for its own.
struct Expectation: Sendable {
    /// Looks at what comes, in order.
    ///
    /// - Returns: whether that was what it waited for; it is shown nothing more then.
    var offer: @Sendable (Occurrence) -> Bool
}
