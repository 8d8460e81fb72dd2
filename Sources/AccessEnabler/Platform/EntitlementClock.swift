/// The device's clock: what the SDK compares expiry with, and what wakes it.
public protocol EntitlementClock: Sendable {
    /// Milliseconds since 1970 in UTC, as the device's time of day shows them.
    var nowMillis: Int64 { get }

    /// Calls `fire` once when that much time has passed, on any thread.
    ///
    /// - Returns: what cancels it; cancelling after it fired does nothing.
    func wake(afterMillis: Int64, _ fire: @escaping @Sendable () -> Void) -> any ClockAlarm
}

/// Something that a clock will do.
public protocol ClockAlarm: Sendable {
    func cancel()
}
