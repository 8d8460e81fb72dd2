import Dispatch
import PassCore

/// The machine's own time of day, and timers of Dispatch.
public struct SystemClock: EntitlementClock {
    public init() {}

    public var nowMillis: Int64 { SystemWallClock().now().milliseconds }

    public func wake(afterMillis: Int64, _ fire: @escaping @Sendable () -> Void) -> any ClockAlarm {
        let timer = DispatchSource.makeTimerSource(queue: .global())
        // A year at most: more would overflow Dispatch's nanoseconds.
        let delay = min(max(afterMillis, 0), 31_536_000_000)
        timer.schedule(deadline: .now() + .milliseconds(Int(delay)))
        timer.setEventHandler(handler: fire)
        timer.resume()
        return SystemAlarm(timer)
    }
}

/// Keeps a timer until it fires or is cancelled; who drops it cancels it.
private final class SystemAlarm: ClockAlarm, @unchecked Sendable {
    /// Set once; a Dispatch object may be cancelled from any thread.
    private let timer: any DispatchSourceTimer

    init(_ timer: any DispatchSourceTimer) { self.timer = timer }

    deinit { timer.cancel() }

    func cancel() { timer.cancel() }
}
