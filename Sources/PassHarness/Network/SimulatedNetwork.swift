public import AccessEnabler
import PassCore

/// The network between a scenario's devices and its backends.
///
/// The network records every exchange, and holds back, cuts or changes the ones that a scenario names.
///
/// A condition names an operation, i.e. the last component of a path such as `config` or `authorizeDevice`; `*` is
/// every operation. The device's browsers send through this network too. Each sender must count as active (`Activity`)
/// while it sends. A request that is held back doesn't count, so that a step can end in the meantime.
public final class SimulatedNetwork: HTTPTransport {
    struct State: Sendable {
        var exchanges: [Exchange] = []
        var rules: [NetworkRule] = []
        /// The continuations of held requests, by the exchange's number; `true` lets the request go on.
        var held: [Int: CheckedContinuation<Bool, Never>] = [:]
        /// The numbers of the exchanges that their senders cancelled, possibly before they were held.
        var cancelled: Set<Int> = []
    }

    private let transport: any HTTPTransport
    private let activity: Activity
    private let now: @Sendable () -> Int64
    let state = Guarded(State())

    /// Creates a network over the transport that reaches the backends.
    ///
    /// - Parameter now: returns the time to record, in milliseconds since 1970.
    package init(over transport: any HTTPTransport, activity: Activity, now: @escaping @Sendable () -> Int64) {
        self.transport = transport
        self.activity = activity
        self.now = now
    }

    /// All exchanges, in the order of sending.
    public var exchanges: [Exchange] { state.withLock(\.exchanges) }

    /// Sends a request for a browser.
    ///
    /// The SDK or the stage that drives the browser already counts as active, so this request doesn't count once more.
    public func send(_ request: TransportRequest) async throws(AccessEnabler.TransportError) -> TransportResponse {
        try await send(request, from: .browser)
    }

    /// Returns the transport for the SDK in an app.
    func transport(for bundleID: String) -> some HTTPTransport { AppTransport(network: self, bundleID: bundleID) }

    private struct AppTransport: HTTPTransport {
        let network: SimulatedNetwork
        let bundleID: String

        func send(_ request: TransportRequest) async throws(AccessEnabler.TransportError) -> TransportResponse {
            try await network.send(request, from: .app(bundleID))
        }
    }

    private func send(
        _ request: TransportRequest, from origin: Exchange.Origin
    ) async throws(AccessEnabler.TransportError) -> TransportResponse {
        let time = now()
        let exchange = state.withLock { state in
            let exchange = Exchange(
                number: state.exchanges.count + 1, timeMillis: time, origin: origin,
                operation: Exchange.operation(of: request.url), request: request)
            state.exchanges.append(exchange)
            return exchange
        }
        do {
            let response = try await answer(exchange)
            record(.response(response), exchange.number)
            return response
        } catch {
            record(.failed(error), exchange.number)
            throw error
        }
    }

    private func record(_ outcome: Exchange.Outcome, _ number: Int) {
        state.withLock { state in
            state.exchanges[number - 1].outcome = outcome
            state.cancelled.remove(number)
        }
    }

    private func answer(_ exchange: Exchange) async throws(AccessEnabler.TransportError) -> TransportResponse {
        guard await waitWhileHeld(exchange) else { throw .cancelled }
        var changed = exchange
        for rule in rules(for: exchange) {
            if case .changeRequest(let change) = rule.effect { changed.request = change(changed) }
        }
        state.withLock { $0.exchanges[exchange.number - 1].request = changed.request }
        var response: TransportResponse
        if let end = takeEnd(changed) {
            response = try end.get()
        } else {
            response = try await way(of: changed).send(changed.request)
        }
        for rule in rules(for: exchange) {
            if case .changeResponse(let change) = rule.effect { response = change(changed, response) }
        }
        return response
    }

    // MARK: Holding

    /// Waits as long as a rule holds the exchange back.
    ///
    /// - Returns: whether the request may go on; `false` if its sender cancelled it.
    private func waitWhileHeld(_ exchange: Exchange) async -> Bool {
        let number = exchange.number
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isHeld, isCancelled) = state.withLock { state in
                    let isCancelled = state.cancelled.contains(number)
                    let isHeld =
                        !isCancelled
                        && state.rules.contains { rule in
                            if case .hold = rule.effect { rule.concerns(exchange) } else { false }
                        }
                    if isHeld { state.held[number] = continuation }
                    return (isHeld, isCancelled)
                }
                if isHeld { activity.pause() } else { continuation.resume(returning: !isCancelled) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                state.cancelled.insert(number)
                return state.held.removeValue(forKey: number)
            }
            resume(continuation, goesOn: false)
        }
    }

    /// Releases the held requests that no rule holds back any longer.
    func releaseHeld() {
        let released = state.withLock { state in
            let numbers = state.held.keys.sorted().filter { number in
                !state.rules.contains { rule in
                    if case .hold = rule.effect { rule.concerns(state.exchanges[number - 1]) } else { false }
                }
            }
            return numbers.compactMap { state.held.removeValue(forKey: $0) }
        }
        for continuation in released { resume(continuation, goesOn: true) }
    }

    private func resume(_ continuation: CheckedContinuation<Bool, Never>?, goesOn: Bool) {
        guard let continuation else { return }
        activity.resume()
        continuation.resume(returning: goesOn)
    }

    // MARK: Rules

    private func rules(for exchange: Exchange) -> [NetworkRule] {
        state.withLock { $0.rules.filter { $0.concerns(exchange) } }
    }

    /// Returns the transport of the latest `reroute` rule for the exchange, or the default transport.
    private func way(of exchange: Exchange) -> any HTTPTransport {
        for rule in rules(for: exchange).reversed() {
            if case .reroute(let other) = rule.effect { return other }
        }
        return transport
    }

    /// Returns the outcome that the latest `end` rule for the exchange gives it, and uses up one of the rule's times.
    private func takeEnd(_ exchange: Exchange) -> Result<TransportResponse, AccessEnabler.TransportError>? {
        state.withLock { state in
            guard
                let index = state.rules.lastIndex(where: { rule in
                    if case .end = rule.effect { rule.concerns(exchange) } else { false }
                }), case .end(let end) = state.rules[index].effect
            else { return nil }
            if let remaining = state.rules[index].remaining {
                state.rules[index].remaining = remaining - 1
                if remaining <= 1 { state.rules.remove(at: index) }
            }
            return end
        }
    }
}
