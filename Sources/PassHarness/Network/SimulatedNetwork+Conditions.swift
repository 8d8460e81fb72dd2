public import AccessEnabler
import PassCore

/// What happens to the exchanges of one operation.
struct NetworkRule: Sendable {
    enum Effect: Sendable {
        case hold
        case end(Result<TransportResponse, TransportError>)
        case reroute(any HTTPTransport)
        case changeRequest(@Sendable (Exchange) -> TransportRequest)
        case changeResponse(@Sendable (Exchange, TransportResponse) -> TransportResponse)
    }

    var operation: String
    /// What the URL begins with; `nil` is anywhere.
    var place: String?
    var effect: Effect
    /// `nil` lasts.
    var remaining: Int?

    func concerns(_ exchange: Exchange) -> Bool {
        (operation == "*" || operation == exchange.operation)
            && (place.map { exchange.request.url.hasPrefix($0) } ?? true)
    }
}

/// The conditions that a scenario sets.
///
/// `place` is what the URL begins with, e.g. one of several service providers; `nil` is anywhere. `times` is how many exchanges
/// are concerned; `nil` is all from now on.
extension SimulatedNetwork {
    /// Holds requests back until they are released; the device comes to rest meanwhile.
    public func hold(_ operation: String, at place: String? = nil) {
        add(NetworkRule(operation: operation, place: place, effect: .hold))
    }

    /// Holds that operation no longer, and lets what was held go on.
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

    /// Makes the backend's certificate one that nobody trusts.
    public func distrust(_ operation: String = "*", at place: String? = nil, times: Int? = nil) {
        fail(operation, with: .untrusted("The scenario trusts no certificate."), at: place, times: times)
    }

    public func fail(
        _ operation: String, with error: TransportError, at place: String? = nil, times: Int? = nil
    ) {
        add(NetworkRule(operation: operation, place: place, effect: .end(.failure(error)), remaining: times))
    }

    /// Answers in the backend's place.
    public func answer(
        _ operation: String, status: Int, body: String = "", fields: [TransportField] = [], at place: String? = nil,
        times: Int? = nil
    ) {
        let response = TransportResponse(status: status, fields: fields, body: Array(body.utf8))
        add(NetworkRule(operation: operation, place: place, effect: .end(.success(response)), remaining: times))
    }

    /// Takes another way to the backend, e.g. one that trusts other certificates.
    public func reroute(_ operation: String, over transport: any HTTPTransport, at place: String? = nil) {
        add(NetworkRule(operation: operation, place: place, effect: .reroute(transport)))
    }

    /// Changes the backend's answers, or those that stand in for them.
    public func mutate(
        _ operation: String, at place: String? = nil,
        _ change: @escaping @Sendable (Exchange, TransportResponse) -> TransportResponse
    ) {
        add(NetworkRule(operation: operation, place: place, effect: .changeResponse(change)))
    }

    /// Changes requests before they leave; the exchange records what left.
    public func mutateRequests(
        _ operation: String, at place: String? = nil, _ change: @escaping @Sendable (Exchange) -> TransportRequest
    ) {
        add(NetworkRule(operation: operation, place: place, effect: .changeRequest(change)))
    }

    /// Takes all conditions of an operation away, `*` those of all; what was held goes on.
    public func restore(_ operation: String = "*") {
        state.withLock { $0.rules.removeAll { operation == "*" || $0.operation == operation } }
        releaseHeld()
    }

    private func add(_ rule: NetworkRule) { state.withLock { $0.rules.append(rule) } }
}
