/// An event that a waiting caller observes: a callback, or a change of the configuration.
enum Occurrence: Sendable {
    /// A callback was made.
    ///
    /// - `isStatusCheck`: whether a `checkAuthentication`, not a login, caused it. If such a callback finds the user
    ///   not logged in, it doesn't end a login.
    case event(AccessEnablerEvent, isStatusCheck: Bool)
    /// A new `setRequestor` begins; the previous one gets no more callbacks.
    ///
    /// - `abandonsLogin`: whether the `setRequestor` ends a running login of another requestor.
    case newConfiguration(abandonsLogin: Bool)
    /// The caller's own call was not made, because there is no configuration and none is under way.
    case notConfigured
}

/// A caller that waits for a callback.
///
/// The driver registers the caller after all callbacks that precede its call and before those that the call causes, so
/// the caller never mistakes an earlier answer for its own.
struct Expectation: Sendable {
    /// Examines the occurrences in order.
    ///
    /// - Returns: whether the occurrence answers the caller, which then gets no more occurrences.
    var offer: @Sendable (Occurrence) -> Bool
    /// Whether the caller has given up, so that a pending call can be skipped.
    var isWithdrawn: @Sendable () -> Bool = { false }
}
