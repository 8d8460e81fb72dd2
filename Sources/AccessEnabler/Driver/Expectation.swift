/// What comes by where the callbacks are made.
enum Occurrence: Sendable {
    /// - `isStatusCheck`: whether `checkAuthentication` alone brought it about, which ends no login.
    case event(AccessEnablerEvent, isStatusCheck: Bool)
    /// A `setRequestor` begins; the one before it gets no callback any more.
    ///
    /// - `abandonsLogin`: whether a login runs, which was another requestor's.
    case newConfiguration(abandonsLogin: Bool)
    /// Told to one caller alone: its call was not made, because no configuration is there or under way.
    case notConfigured
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
    /// Whether the caller gave up, so that a call that wasn't made yet need not be.
    var isWithdrawn: @Sendable () -> Bool = { false }
}
