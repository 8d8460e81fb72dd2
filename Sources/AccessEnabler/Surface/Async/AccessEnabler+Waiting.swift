extension AccessEnabler {
    /// Makes a call and waits for the callback that answers it.
    ///
    /// - Parameters:
    ///   - queue: the queue to wait in until every earlier caller has its answer; `nil` to call at once. A cancelled
    ///     caller keeps its place until its answer has come, so that the next caller doesn't take that answer for its
    ///     own.
    ///   - call: makes the call, for the given expectation.
    ///   - read: returns the answer that an occurrence brings, or `nil` if it brings none. If the call can be
    ///     refused, `read` must return an answer for `notConfigured`.
    /// - Returns: the answer, or `nil` when the task was cancelled.
    func answer<Value: Sendable>(
        in queue: CallerQueues.Queue? = nil, to call: @escaping @Sendable (Expectation) -> Void,
        _ read: @escaping @Sendable (Occurrence) -> Value?
    ) async -> Value? {
        let promise = Promise<Value?>()
        // The queue's closures outlive this call and must not retain the AccessEnabler.
        let queues = queues
        let expectation = Expectation { occurrence in
            guard let value = read(occurrence) else { return false }
            promise.give(value)
            if let queue { queues.leave(queue) }
            return true
        }
        return await withTaskCancellationHandler {
            if let queue {
                queues.enter(queue) { call(expectation) }
            } else {
                call(expectation)
            }
            return await promise.value
        } onCancel: {
            promise.give(nil)
        }
    }

    /// Makes a call to the machine and waits for the callback that answers it.
    func answer<Value: Sendable>(
        in queue: CallerQueues.Queue? = nil, to call: EntitlementCall,
        _ read: @escaping @Sendable (Occurrence) -> Value?
    ) async -> Value? {
        let driver = driver
        return await answer(in: queue, to: { driver.post(.call(call), expecting: $0) }, read)
    }
}
