public import AccessEnabler
import Dispatch
import PassCore

/// A device's clock that usually stands still until it is advanced, and whose alarms ring while it is being advanced.
///
/// The time of day that the clock shows can be wrong by a skew, which doesn't affect alarms.
public final class DeviceClock: EntitlementClock {
    private struct Alarm: Sendable {
        var number: Int
        var due: Int64
        var fire: @Sendable () -> Void
    }

    private struct State: Sendable {
        var now: Int64
        var skew: Int64 = 0
        var alarms: [Alarm] = []
        var lastNumber = 0
    }

    private let state: Guarded<State>
    /// Whether the clock runs by itself, for backends whose time can't be changed.
    private let isRunning: Bool

    /// Creates a clock that stands still.
    ///
    /// - Parameter millis: the time that it shows, in milliseconds since 1970.
    public init(atMillis millis: Int64) {
        state = Guarded(State(now: millis))
        isRunning = false
    }

    /// Creates a clock that runs by itself and shows the machine's time of day.
    init(running: Void) {
        state = Guarded(State(now: 0))
        isRunning = true
    }

    /// The time of day that the device shows, skew included, in milliseconds since 1970.
    public var nowMillis: Int64 {
        let running = isRunning ? SystemWallClock().now().milliseconds : 0
        return state.withLock { (isRunning ? running : $0.now) + $0.skew }
    }

    /// The number of milliseconds by which the shown time of day is ahead of the correct one.
    public var skewMillis: Int64 {
        get { state.withLock(\.skew) }
        set { state.withLock { $0.skew = newValue } }
    }

    /// Sets an alarm that calls `fire` once, after the clock has moved on by the given number of milliseconds.
    ///
    /// On a clock that stands still the alarm rings during `advance(byMillis:)`.
    public func wake(afterMillis: Int64, _ fire: @escaping @Sendable () -> Void) -> any ClockAlarm {
        let number = state.withLock { state in
            state.lastNumber += 1
            let due = state.now.addingReportingOverflow(max(0, afterMillis))
            state.alarms.append(
                Alarm(number: state.lastNumber, due: due.overflow ? .max : due.partialValue, fire: fire))
            return state.lastNumber
        }
        if isRunning {
            let delay = Int(clamping: max(0, afterMillis))
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(delay)) { self.ring(number) }
        }
        return Handle(clock: self, number: number)
    }

    /// The number of alarms that are set and haven't rung yet.
    public var pendingAlarms: Int { state.withLock(\.alarms.count) }

    /// The number of milliseconds until the next alarm rings; `nil` if none is set.
    public var nextAlarmMillis: Int64? {
        state.withLock { state in state.alarms.map(\.due).min().map { max(0, $0 - state.now) } }
    }

    /// Moves the clock forward.
    ///
    /// Alarms that fall due ring on this thread, earliest first, each at its own time.
    ///
    /// - Parameter millis: the time to pass, not negative.
    public func advance(byMillis millis: Int64) {
        precondition(millis >= 0, "a device's clock can't go back; use a skew instead")
        precondition(!isRunning, "a running clock can't be advanced")
        let end = state.withLock { $0.now + millis }
        while let alarm = takeAlarm(dueBy: end) { alarm.fire() }
        state.withLock { $0.now = end }
    }

    /// Moves the clock to the next alarm that is due by `end`, and removes and returns that alarm.
    private func takeAlarm(dueBy end: Int64) -> Alarm? {
        state.withLock { state in
            guard
                let index = state.alarms.indices.min(by: { one, other in
                    (state.alarms[one].due, state.alarms[one].number)
                        < (state.alarms[other].due, state.alarms[other].number)
                }), state.alarms[index].due <= end
            else { return nil }
            state.now = max(state.now, state.alarms[index].due)
            return state.alarms.remove(at: index)
        }
    }

    private func ring(_ number: Int) {
        take(number)?.fire()
    }

    @discardableResult
    private func take(_ number: Int) -> Alarm? {
        state.withLock { state in
            state.alarms.firstIndex { $0.number == number }.map { state.alarms.remove(at: $0) }
        }
    }

    private struct Handle: ClockAlarm {
        var clock: DeviceClock
        var number: Int

        func cancel() { clock.take(number) }
    }
}
