extension AccessEnabler {
    /// Makes a call and waits for the callback that answers it.
    ///
    /// - Parameters:
    ///   - line: waits until no earlier caller of that line waits for its answer; a cancelled one keeps its place until it came, so that
    ///     nobody takes it for another's.
    ///   - read: the answer, or `nil` as long as it hasn't come. Where the call can be refused it must answer `notConfigured`.
    /// - Returns: `nil` when the task was cancelled.
    func answer<Value: Sendable>(
        in line: WaitingLines.Line? = nil, to call: @escaping @Sendable (Expectation) -> Void,
        _ read: @escaping @Sendable (Occurrence) -> Value?
    ) async -> Value? {
        let promise = Promise<Value?>()
        // The line's closures outlive this call; they must not keep the AccessEnabler.
        let lines = lines
        let expectation = Expectation { occurrence in
            guard let value = read(occurrence) else { return false }
            promise.give(value)
            if let line { lines.leave(line) }
            return true
        }
        return await withTaskCancellationHandler {
            if let line {
                lines.enter(line) { call(expectation) }
            } else {
                call(expectation)
            }
            return await promise.value
        } onCancel: {
            promise.give(nil)
        }
    }

    /// The same for a call of the machine.
    func answer<Value: Sendable>(
        in line: WaitingLines.Line? = nil, to call: EntitlementCall,
        _ read: @escaping @Sendable (Occurrence) -> Value?
    ) async -> Value? {
        let driver = driver
        return await answer(in: line, to: { driver.post(.call(call), expecting: $0) }, read)
    }
}
