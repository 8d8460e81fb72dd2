import PassCore

/// The one place where callbacks are made: delegates, event streams and waiting callers see the same order.
///
/// Each callback is one piece of work for the app's executor; no lock is held while the app's code runs.
final class Callbacks: Sendable {
    private struct State {
        weak var delegate: (any EntitlementDelegate)?
        weak var statusDelegate: (any EntitlementStatus)?
        var streams: [Int: AsyncStream<AccessEnablerEvent>.Continuation] = [:]
        /// By their order. Without a bound of its own: each is a caller of the app that waits.
        var expectations: [Int: Expectation] = [:]
        var lastNumber = 0
        var isClosed = false

        mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    private let state = Guarded(State())
    private let executor: any CallbackExecutor
    private let activity: Activity?

    init(_ executor: any CallbackExecutor, activity: Activity?) {
        self.executor = executor
        self.activity = activity
    }

    var delegate: (any EntitlementDelegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }

    var statusDelegate: (any EntitlementStatus)? {
        get { state.withLock { $0.statusDelegate } }
        set { state.withLock { $0.statusDelegate = newValue } }
    }

    /// Makes a callback after those before it.
    func make(_ event: AccessEnablerEvent, isStatusCheck: Bool) {
        execute { callbacks in
            callbacks.tellDelegate(event)
            for stream in callbacks.streams { stream.yield(event) }
            callbacks.offer(.event(event, isStatusCheck: isStatusCheck))
        }
    }

    func announceConfiguration(abandonsLogin: Bool) {
        execute { $0.offer(.newConfiguration(abandonsLogin: abandonsLogin)) }
    }

    /// Puts a caller in place after the callbacks before it.
    ///
    /// - Returns: its number, for `refuse`.
    func expect(_ expectation: Expectation) -> Int {
        let number = state.withLock { $0.nextNumber() }
        execute { callbacks in callbacks.state.withLock { $0.expectations[number] = expectation } }
        return number
    }

    /// Tells a caller, after the callbacks before, that its call was not made.
    func refuse(_ number: Int) {
        execute { callbacks in
            let refused = callbacks.state.withLock { $0.expectations.removeValue(forKey: number) }
            _ = refused?.offer(.notConfigured)
        }
    }

    /// Runs a closure of the app after the callbacks before it.
    func run(_ work: @escaping @Sendable () -> Void) { execute { _ in work() } }

    /// Everything from now on, and what wasn't delivered yet.
    func subscribe() -> AsyncStream<AccessEnablerEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: AccessEnablerEvent.self, bufferingPolicy: .unbounded)
        let number: Int? = state.withLock { state in
            if state.isClosed { return nil }
            let number = state.nextNumber()
            state.streams[number] = continuation
            return number
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.streams.removeValue(forKey: number) }
        }
        return stream
    }

    /// Ends the streams; nothing is delivered any more, not even what was on its way.
    func close() {
        let streams = state.withLock { state in
            defer { (state.streams, state.expectations) = ([:], [:]) }
            state.isClosed = true
            return Array(state.streams.values)
        }
        for stream in streams { stream.finish() }
    }

    private func execute(_ work: @escaping @Sendable (Callbacks) -> Void) {
        activity?.begin()
        executor.execute { [self] in
            if !state.withLock({ $0.isClosed }) { work(self) }
            activity?.end()
        }
    }

    private var streams: [AsyncStream<AccessEnablerEvent>.Continuation] {
        state.withLock { state in state.streams.sorted { $0.key < $1.key }.map(\.value) }
    }

    private func offer(_ occurrence: Occurrence) {
        let expectations = state.withLock { state in state.expectations.sorted { $0.key < $1.key } }
        for (number, expectation) in expectations where expectation.offer(occurrence) {
            state.withLock { _ = $0.expectations.removeValue(forKey: number) }
        }
    }

    private func tellDelegate(_ event: AccessEnablerEvent) {
        if case .status(let status) = event {
            statusDelegate?.status(status.dictionary)
        } else {
            delegate?.take(event)
        }
    }
}
