import PassCore

/// Makes all callbacks of the SDK, so that delegates, event streams and waiting callers see them in the same order.
///
/// Each callback is one piece of work for the app's executor. No lock is held while the app's code runs.
final class Callbacks: Sendable {
    private struct State {
        var delegate = Receiver()
        var statusDelegate = Receiver()
        var streams: [Int: AsyncStream<AccessEnablerEvent>.Continuation] = [:]
        /// The waiting callers, by number in the order of their calls. There is no limit: each entry is one waiting
        /// call of the app.
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
        get { state.withLock { $0.delegate }.object as? any EntitlementDelegate }
        set {
            let receiver = Receiver(object: newValue)
            state.withLock { $0.delegate = receiver }
        }
    }

    var statusDelegate: (any EntitlementStatus)? {
        get { state.withLock { $0.statusDelegate }.object as? any EntitlementStatus }
        set {
            let receiver = Receiver(object: newValue)
            state.withLock { $0.statusDelegate = receiver }
        }
    }

    /// Delivers an event after all earlier callbacks.
    ///
    /// - Parameter isStatusCheck: whether `checkAuthentication` caused the event.
    func make(_ event: AccessEnablerEvent, isStatusCheck: Bool) {
        execute { callbacks in
            callbacks.tellDelegate(event)
            for stream in callbacks.streams { stream.yield(event) }
            callbacks.offer(.event(event, isStatusCheck: isStatusCheck))
        }
    }

    /// Tells the waiting callers that a `setRequestor` begins.
    ///
    /// - Parameter abandonsLogin: whether the `setRequestor` ends a running login of another requestor.
    func announceConfiguration(abandonsLogin: Bool) {
        execute { $0.offer(.newConfiguration(abandonsLogin: abandonsLogin)) }
    }

    /// Registers a waiting caller, after all earlier callbacks.
    ///
    /// - Returns: the caller's number, for `refuse`.
    func expect(_ expectation: Expectation) -> Int {
        let number = state.withLock { $0.nextNumber() }
        execute { callbacks in callbacks.state.withLock { $0.expectations[number] = expectation } }
        return number
    }

    /// Tells a caller, after all earlier callbacks, that its call was not made.
    func refuse(_ number: Int) {
        execute { callbacks in
            let refused = callbacks.state.withLock { $0.expectations.removeValue(forKey: number) }
            _ = refused?.offer(.notConfigured)
        }
    }

    /// Runs a closure of the app after all earlier callbacks.
    func run(_ work: @escaping @Sendable () -> Void) { execute { _ in work() } }

    /// Returns a stream of all later events and of those that haven't been delivered yet.
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

    /// Ends the streams; discards all later callbacks and those that haven't been delivered yet.
    func close() {
        let (streams, expectations) = state.withLock { state in
            defer { (state.streams, state.expectations) = ([:], [:]) }
            state.isClosed = true
            return (state.streams, state.expectations)
        }
        for stream in streams.values { stream.finish() }
        // The expectations are released here, not inside the lock, because releasing what they hold may run arbitrary
        // code.
        withExtendedLifetime(expectations) {}
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

    /// Offers an occurrence to the waiting callers, and removes the callers that it answers.
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
            delegate?.deliver(event)
        }
    }
}

/// A delegate of the app, held weakly.
///
/// `@unchecked Sendable`, because an app's delegate needn't be `Sendable`: the SDK only passes the reference on, and
/// calls the delegate on the app's own executor, one call at a time.
private struct Receiver: @unchecked Sendable {
    weak var object: AnyObject?
}
