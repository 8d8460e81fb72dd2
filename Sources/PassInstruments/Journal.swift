package import PassCore
package import PassHTTP

/// One request with its answer, as the namespace saw them.
package struct JournalEntry: Sendable {
    /// The World's time when the request was taken up.
    package let time: Timestamp
    /// `nil` when no endpoint was found.
    package let operation: String?
    /// Its path is the service's own, without the namespace.
    package let request: HTTPRequest
    /// Without what the connection adds: framing fields, and `Date` while the clock follows real time.
    package let response: HTTPResponse
    /// Whether a fault touched the call.
    package let isFaulted: Bool
    package let isRequestBodyCut: Bool
    package let isResponseBodyCut: Bool

    /// Bodies are kept up to this length.
    package static let longestBody = 65_536

    package init(
        time: Timestamp, operation: String?, request: HTTPRequest, response: HTTPResponse, isFaulted: Bool = false
    ) {
        self.time = time
        self.operation = operation
        self.isFaulted = isFaulted
        isRequestBodyCut = request.body.count > Self.longestBody
        isResponseBodyCut = response.body.count > Self.longestBody
        self.request =
            isRequestBodyCut ? request.with(body: Array(request.body.prefix(Self.longestBody))) : request
        var response = response
        if isResponseBodyCut { response.body = Array(response.body.prefix(Self.longestBody)) }
        self.response = response
    }
}

/// The last exchanges of one namespace, in the order in which they were answered; an older one gives way to a new one.
package final class Journal: Sendable {
    private struct State {
        var entries: [JournalEntry] = []
        /// Where the oldest one is once the journal is full.
        var start = 0
    }

    private let capacity: Int
    private let state = Guarded(State())

    /// - Returns: `nil` for a capacity of 0, which records nothing.
    package init?(capacity: Int) {
        guard capacity > 0 else { return nil }
        self.capacity = capacity
    }

    package func record(_ entry: JournalEntry) {
        state.withLock { state in
            if state.entries.count < capacity {
                state.entries.append(entry)
            } else {
                state.entries[state.start] = entry
                state.start = (state.start + 1) % capacity
            }
        }
    }

    /// Oldest first.
    package var entries: [JournalEntry] {
        state.withLock { Array($0.entries[$0.start...] + $0.entries[..<$0.start]) }
    }

    package func removeAll() {
        state.withLock { $0 = State() }
    }
}
