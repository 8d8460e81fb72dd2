import Dispatch
import PassCore

/// The machine's own clock: its time of day, and Dispatch timers.
public struct SystemClock: EntitlementClock {
    /// Creates a clock.
    public init() {}

    /// The machine's time of day, in milliseconds since 1970 (UTC).
    public var nowMillis: Int64 { SystemWallClock().now().milliseconds }

    /// Calls `fire` once, on a global Dispatch queue, after the given time or after a year, whichever is shorter.
    public func wake(afterMillis: Int64, _ fire: @escaping @Sendable () -> Void) -> any ClockAlarm {
        let timer = DispatchSource.makeTimerSource(queue: .global())
        // A far longer delay would overflow Dispatch's nanoseconds.
        let delay = min(max(afterMillis, 0), 31_536_000_000)
        timer.schedule(deadline: .now() + .milliseconds(Int(delay)))
        timer.setEventHandler(handler: fire)
        timer.resume()
        return SystemAlarm(timer)
    }
}

/// An alarm that owns its timer; releasing the alarm cancels the timer.
///
/// `@unchecked Sendable`, because the timer is never replaced and any thread may cancel a Dispatch object.
private final class SystemAlarm: ClockAlarm, @unchecked Sendable {
    private let timer: any DispatchSourceTimer

    init(_ timer: any DispatchSourceTimer) { self.timer = timer }

    deinit { timer.cancel() }

    func cancel() { timer.cancel() }
}
