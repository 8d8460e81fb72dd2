import AccessEnabler
import PassCore

/// A transport that stores the bodies of the answers, so that a command can print the simulator's JSON unchanged.
final class KeptAnswers: HTTPTransport {
    private let transport: any HTTPTransport
    private let kept = Guarded<[[UInt8]]>([])

    init(_ transport: any HTTPTransport) {
        self.transport = transport
    }

    func send(_ request: TransportRequest) async throws(AccessEnabler.TransportError) -> TransportResponse {
        let answer = try await transport.send(request)
        kept.withLock { $0.append(answer.body) }
        return answer
    }

    /// Returns the bodies of the answers since the last call, one on each line, without empty ones.
    func take() -> String {
        let bodies = kept.withLock { kept in
            defer { kept = [] }
            return kept
        }
        return bodies.filter { !$0.isEmpty }.map { ShownText.json(String(decoding: $0, as: UTF8.self)) + "\n" }.joined()
    }
}
