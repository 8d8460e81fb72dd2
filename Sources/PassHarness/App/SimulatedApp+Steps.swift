public import AccessEnabler
import PassCore

extension SimulatedApp {
    /// Begins a step, makes its calls, and waits until all their effects have ended or are held back.
    ///
    /// - Parameter step: the calls as reports show them, e.g. `setSelectedProvider(M1)`.
    public func when(_ step: String, _ calls: (AccessEnabler) throws -> Void) async rethrows {
        beginStep(step)
        try calls(enabler)
        await activity.settled()
    }

    /// Runs a step that isn't a call, e.g. a login in a browser or a change at the backend.
    public func step(_ step: String, _ work: () async throws -> Void) async rethrows {
        beginStep(step)
        try await work()
        await activity.settled()
    }

    /// Adds a reaction that the app performs in each of its callbacks from now on, on the callback's thread.
    public func whenever(_ react: @escaping @Sendable (AccessEnablerEvent, AccessEnabler) -> Void) {
        state.withLock { $0.reactions.append(react) }
    }

    /// The callback to pass to `preauthorize`, which records the end of the call in `outcomes`.
    public var recordedCallback: AccessEnablerCallback<PreauthorizeResponse> {
        AccessEnablerCallback(
            onResponse: { [weak self] response in
                self?.state.withLock { $0.outcomes.append(.onResponse(response)) }
            },
            onFailure: { [weak self] response in
                self?.state.withLock { $0.outcomes.append(.onFailure(response)) }
            })
    }

    /// Begins a step, and discards the records of the previous one.
    func beginStep(_ step: String) {
        recordStep(step)
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
