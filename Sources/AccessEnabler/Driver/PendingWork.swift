import PassCore

/// The tasks and alarms that the machine asked for; closing ends all of them.
final class PendingWork: Sendable {
    enum Work: Sendable, Hashable {
        case request(RequestID)
        case browsing(BrowsingID)
        case question(QuestionID)
    }

    private struct State {
        var tasks: [Work: Task<Void, Never>] = [:]
        var alarms: [AlarmName: (number: Int, alarm: any ClockAlarm)] = [:]
        var isClosed = false
    }

    private let state = Guarded(State())

    /// Starts a task; returns `false`, without starting it, after `close`.
    func start(_ work: Work, _ body: @escaping @Sendable () async -> Void) -> Bool {
        state.withLock { state in
            if state.isClosed { return false }
            // The task can't be removed before it is added: `forget` waits for this lock.
            state.tasks[work] = Task { [weak self] in
                await body()
                self?.forget(work)
            }
            return true
        }
    }

    func cancel(_ work: Work) {
        state.withLock { $0.tasks.removeValue(forKey: work) }?.cancel()
    }

    private func forget(_ work: Work) {
        state.withLock { _ = $0.tasks.removeValue(forKey: work) }
    }

    /// Adds an alarm, which replaces one of the same name. After `close`, the new alarm is cancelled at once.
    func set(_ name: AlarmName, number: Int, _ alarm: any ClockAlarm) {
        let cancelled: (any ClockAlarm)? = state.withLock { state in
            if state.isClosed { return alarm }
            return state.alarms.updateValue((number, alarm), forKey: name)?.alarm
        }
        cancelled?.cancel()
    }

    func cancelAlarm(_ name: AlarmName) {
        state.withLock { $0.alarms.removeValue(forKey: name) }?.alarm.cancel()
    }

    /// Returns whether the alarm that fired is the one that is set, and removes it if so.
    func removeAlarm(_ name: AlarmName, number: Int) -> Bool {
        state.withLock { state in
            guard state.alarms[name]?.number == number else { return false }
            state.alarms[name] = nil
            return true
        }
    }

    /// Cancels all tasks and alarms, and accepts no more.
    func close() {
        let (tasks, alarms) = state.withLock { state in
            defer { (state.tasks, state.alarms) = ([:], [:]) }
            state.isClosed = true
            return (Array(state.tasks.values), state.alarms.values.map(\.alarm))
        }
        for task in tasks { task.cancel() }
        for alarm in alarms { alarm.cancel() }
    }
}
