public import AccessEnabler
import PassCore

/// A condition that a scenario sets for the exchanges of one operation.
struct NetworkRule: Sendable {
    enum Effect: Sendable {
        case hold
        case end(Result<TransportResponse, AccessEnabler.TransportError>)
        case reroute(any HTTPTransport)
        case changeRequest(@Sendable (Exchange) -> TransportRequest)
        case changeResponse(@Sendable (Exchange, TransportResponse) -> TransportResponse)
    }

    /// The operation concerned, or `*` for every one.
    var operation: String
    /// The beginning of the URLs concerned; `nil` means any URL.
    var place: String?
    var effect: Effect
    /// The number of exchanges that the rule still ends; `nil` means no limit.
    var remaining: Int?

    func concerns(_ exchange: Exchange) -> Bool {
        (operation == "*" || operation == exchange.operation)
            && (place.map { exchange.request.url.hasPrefix($0) } ?? true)
    }
}

/// The conditions that a scenario sets.
///
/// `place` is the beginning of the URLs concerned, e.g. one of several service providers; `nil` means any URL. `times`
/// is the number of exchanges concerned; `nil` means all from now on.
extension SimulatedNetwork {
    /// Holds requests back until they are released.
    ///
    /// A request that is held back isn't activity, so a step can end in the meantime.
    public func hold(_ operation: String, at place: String? = nil) {
        add(NetworkRule(operation: operation, place: place, effect: .hold))
    }

    /// Stops holding an operation back, and lets its held requests continue.
    public func release(_ operation: String, at place: String? = nil) {
        state.withLock { state in
            state.rules.removeAll { rule in
                if case .hold = rule.effect { rule.operation == operation && rule.place == place } else { false }
            }
        }
        releaseHeld()
    }

    /// Makes the backend unreachable.
    public func cut(_ operation: String = "*", at place: String? = nil, times: Int? = nil) {
        fail(operation, with: .unreachable("The scenario has cut the network."), at: place, times: times)
    }

    /// Makes requests fail as if the backend's certificate weren't trusted.
    public func distrust(_ operation: String = "*", at place: String? = nil, times: Int? = nil) {
        fail(operation, with: .untrusted("The scenario trusts no certificate."), at: place, times: times)
    }

    /// Makes requests fail with an error, before they reach the backend.
    public func fail(
        _ operation: String, with error: AccessEnabler.TransportError, at place: String? = nil, times: Int? = nil
    ) {
        add(NetworkRule(operation: operation, place: place, effect: .end(.failure(error)), remaining: times))
    }

    /// Answers requests in place of the backend.
    public func answer(
        _ operation: String, status: Int, body: String = "", fields: [TransportField] = [], at place: String? = nil,
        times: Int? = nil
    ) {
        let response = TransportResponse(status: status, fields: fields, body: Array(body.utf8))
        add(NetworkRule(operation: operation, place: place, effect: .end(.success(response)), remaining: times))
    }

    /// Sends requests to the backend over another transport, e.g. one that trusts other certificates.
    public func reroute(_ operation: String, over transport: any HTTPTransport, at place: String? = nil) {
        add(NetworkRule(operation: operation, place: place, effect: .reroute(transport)))
    }

    /// Changes the backend's answers, or the answers set by `answer` in their place.
    public func mutate(
        _ operation: String, at place: String? = nil,
        _ change: @escaping @Sendable (Exchange, TransportResponse) -> TransportResponse
    ) {
        add(NetworkRule(operation: operation, place: place, effect: .changeResponse(change)))
    }

    /// Changes requests before they leave; the exchange then records the changed request.
    public func mutateRequests(
        _ operation: String, at place: String? = nil, _ change: @escaping @Sendable (Exchange) -> TransportRequest
    ) {
        add(NetworkRule(operation: operation, place: place, effect: .changeRequest(change)))
    }

    /// Removes all conditions of an operation (`*`: of every operation), and lets its held requests continue.
    public func restore(_ operation: String = "*") {
        state.withLock { $0.rules.removeAll { operation == "*" || $0.operation == operation } }
        releaseHeld()
    }

    private func add(_ rule: NetworkRule) { state.withLock { $0.rules.append(rule) } }
}
