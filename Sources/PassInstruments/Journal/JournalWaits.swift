import PassCore

/// The requests that wait for an exchange to happen. A wait blocks no thread.
package final class JournalWaits: Sendable {
    private let limit: Int
    private let waiting = Guarded(0)

    /// Creates a list without waits.
    ///
    /// - Parameter limit: the maximum number of waits at once.
    package init(limit: Int = 1_000) {
        self.limit = limit
    }

    /// The number of current waits.
    package var count: Int { waiting.withLock { $0 } }

    /// Waits for an exchange.
    ///
    /// - Parameters:
    ///   - journal: the journal that will record the exchange. Exchanges that it already holds count too.
    ///   - milliseconds: the longest time to wait, in real time.
    ///   - matches: whether an exchange ends the wait; called for each arrival and each answer.
    ///   - done: gets the way in which the wait ends. It is called once, unless the wait is cancelled before.
    /// - Returns: the wait, which the caller can cancel; `nil` if the limit of waits is reached.
    package func wait(
        on journal: Journal, milliseconds: Int, for matches: @escaping @Sendable (JournalEntry) -> Bool,
        then done: @escaping @Sendable (JournalWait.End) -> Void
    ) -> JournalWait? {
        let isAdmitted = waiting.withLock { waiting in
            guard waiting < limit else { return false }
            waiting += 1
            return true
        }
        guard isAdmitted else { return nil }
        let wait = JournalWait(journal, done) { [self] in waiting.withLock { $0 -= 1 } }
        wait.begin(milliseconds, matches)
        return wait
    }
}

/// A wait for an exchange.
package final class JournalWait: Sendable {
    /// A way in which a wait ends.
    package enum End: Sendable {
        /// The first exchange that matches.
        case found(JournalEntry)
        case timeIsUp
        /// The journal has ended, because its namespace was removed.
        case journalEnded
    }

    private struct State {
        var done: (@Sendable (End) -> Void)?
        var observer: Int?
        var timer: JournalTimer?
    }

    private let journal: Journal
    private let ended: @Sendable () -> Void
    private let state: Guarded<State>

    fileprivate init(
        _ journal: Journal, _ done: @escaping @Sendable (End) -> Void, ended: @escaping @Sendable () -> Void
    ) {
        self.journal = journal
        self.ended = ended
        state = Guarded(State(done: done))
    }

    fileprivate func begin(_ milliseconds: Int, _ matches: @escaping @Sendable (JournalEntry) -> Bool) {
        // The observer is added before the journal is searched, so that no exchange is missed in between.
        let observe: JournalFeed.Observer = { [self] entries, dropped in
            let journalled = dropped > 0 ? journal.entries : []
            if let entry = (journalled + entries).first(where: matches) { finish(.found(entry)) }
        }
        let observer = journal.feed.add(ended: { [self] in finish(.journalEnded) }, observe)
        keep { $0.observer = observer }
        if let entry = journal.entries.first(where: matches) { return finish(.found(entry)) }
        let timer = journal.feed.timer(afterMilliseconds: milliseconds) { [self] in finish(.timeIsUp) }
        keep { $0.timer = timer }
    }

    /// Ends the wait without calling `done`.
    package func cancel() {
        end()
    }

    private func finish(_ end: End) {
        self.end()?(end)
    }

    /// Stores an observer or timer, to be released when the wait ends; if the wait has ended already, releases it at
    /// once.
    private func keep(_ change: (inout State) -> Void) {
        let isOver = state.withLock { state in
            change(&state)
            return state.done == nil
        }
        if isOver { release() }
    }

    /// Ends the wait if it hasn't ended yet, and returns the function `done` to call.
    @discardableResult
    private func end() -> (@Sendable (End) -> Void)? {
        let done = state.withLock { state in
            defer { state.done = nil }
            return state.done
        }
        guard let done else { return nil }
        ended()
        release()
        return done
    }

    private func release() {
        let (observer, timer) = state.withLock { state in
            defer { (state.observer, state.timer) = (nil, nil) }
            return (state.observer, state.timer)
        }
        if let observer { journal.feed.remove(observer) }
        timer?.cancel()
    }
}
