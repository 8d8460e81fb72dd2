/// A call of an `async` function that waits for the configuration.
///
/// The machine holds the documented calls until a configuration succeeds, however long that takes. Whoever waits for an answer is told
/// instead when none is under way.
struct HeldCall {
    /// One more is refused at once.
    static let most = 256

    var call: EntitlementCall
    /// Its number where the callbacks are made.
    var caller: Int
    var isWithdrawn: @Sendable () -> Bool
}
