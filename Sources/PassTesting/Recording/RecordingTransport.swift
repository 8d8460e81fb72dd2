import AccessEnabler
import PassCore
import PassHTTP
import PassHarness
import PassSimulator

/// A transport that sends requests through another one and remembers the latest exchanges.
final class RecordingTransport: HTTPTransport {
    private let transport: SocketTransport
    private let capacity: Int
    private let recorded = Guarded<[RecordedExchange]>([])

    /// Creates a transport.
    ///
    /// - Parameter capacity: the number of exchanges to remember; 0 if the simulator itself can be asked for them.
    init(_ transport: SocketTransport, capacity: Int) {
        self.transport = transport
        self.capacity = capacity
    }

    var exchanges: [RecordedExchange] { recorded.withLock(\.self) }

    func clear() { recorded.withLock { $0 = [] } }

    func send(_ request: TransportRequest) async throws(AccessEnabler.TransportError) -> TransportResponse {
        let response = try await transport.send(request)
        if capacity > 0 {
            let exchange = RecordedExchange(
                method: request.method, url: request.url, requestFields: request.fields.map { ($0.name, $0.value) },
                requestBody: request.body, status: response.status,
                responseFields: response.fields.map { ($0.name, $0.value) }, responseBody: response.body)
            recorded.withLock { recorded in
                if recorded.count == capacity { recorded.removeFirst() }
                recorded.append(exchange)
            }
        }
        return response
    }
}
