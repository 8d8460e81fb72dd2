import AccessEnabler
import PassCore

/// Keeps what went over another transport.
final class KeepingTransport: HTTPTransport {
    struct Exchange: Sendable {
        var request: TransportRequest
        var response: TransportResponse
    }

    private let transport: any HTTPTransport
    private let kept = Guarded<[Exchange]>([])

    init(over transport: any HTTPTransport) {
        self.transport = transport
    }

    /// In the order in which they were answered.
    var exchanges: [Exchange] { kept.withLock(\.self) }

    func send(_ request: TransportRequest) async throws(AccessEnabler.TransportError) -> TransportResponse {
        let response = try await transport.send(request)
        kept.withLock { $0.append(Exchange(request: request, response: response)) }
        return response
    }
}
