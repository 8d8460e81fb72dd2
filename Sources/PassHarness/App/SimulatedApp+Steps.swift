public import AccessEnabler
import PassCore

extension SimulatedApp {
    /// A step: makes the calls, and waits until everything that they brought about is over or held back.
    ///
    /// - Parameter step: what is called, as reports show it: `setSelectedProvider(M1)`.
    public func when(_ step: String, _ calls: (AccessEnabler) throws -> Void) async rethrows {
        beginStep(step)
        try calls(enabler)
        await activity.settled()
    }

    /// A step that isn't a call: a browser's way, a change at the backend.
    public func step(_ step: String, _ work: () async throws -> Void) async rethrows {
        beginStep(step)
        try await work()
        await activity.settled()
    }

    /// What the app does in its callbacks from now on, on the thread of the callback.
    public func whenever(_ react: @escaping @Sendable (AccessEnablerEvent, AccessEnabler) -> Void) {
        state.withLock { $0.reactions.append(react) }
    }

    /// What a call of `preauthorize` takes; how it ended is in `outcomes`.
    public var recordedCallback: AccessEnablerCallback<PreauthorizeResponse> {
        AccessEnablerCallback(
            onResponse: { [weak self] response in
                self?.state.withLock { $0.outcomes.append(.onResponse(response)) }
            },
            onFailure: { [weak self] response in
                self?.state.withLock { $0.outcomes.append(.onFailure(response)) }
            })
    }

    func beginStep(_ step: String) {
        noteStep(step)
        let count = network.exchanges.count
        state.withLock { state in
            state.step = step
            state.exchangesBefore = count
            state.events = []
            state.outcomes = []
            state.presented = []
            state.log = []
        }
    }
}
