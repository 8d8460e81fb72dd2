/// The device's clock, by which the SDK checks expiry, and whose alarms wake the SDK.
public protocol EntitlementClock: Sendable {
    /// The device's time of day, in milliseconds since 1970 (UTC).
    var nowMillis: Int64 { get }

    /// Calls `fire` once after the given time, on any thread.
    ///
    /// - Returns: an alarm that cancels the call; cancelling it after it fired does nothing.
    func wake(afterMillis: Int64, _ fire: @escaping @Sendable () -> Void) -> any ClockAlarm
}

/// A pending call that a clock will make.
public protocol ClockAlarm: Sendable {
    /// Cancels the call; does nothing after it was made.
    func cancel()
}
