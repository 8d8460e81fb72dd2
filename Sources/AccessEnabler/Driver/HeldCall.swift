/// A call by an `async` function that waits for the configuration.
///
/// The machine holds the documented calls until a configuration succeeds, however long that takes. A waiting `async`
/// caller, by contrast, gets `notConfigured` if no configuration is under way.
struct HeldCall {
    /// The most calls that are held at a time; a further call is refused at once.
    static let most = 256

    var call: EntitlementCall
    /// The caller's number in `Callbacks`.
    var caller: Int
    var isWithdrawn: @Sendable () -> Bool
}
