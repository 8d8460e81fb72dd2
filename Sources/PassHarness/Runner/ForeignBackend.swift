import AccessEnabler
import PassCore

/// A backend that the runner didn't start.
///
/// If it is a simulator, each scenario gets a namespace of its own there.
struct ForeignBackend: Sendable {
    /// The backend's URL without `/adobe-services`.
    private let base: String
    private let hasNamespaces: Bool

    /// Asks the backend whether it is a simulator.
    ///
    /// - Throws: `TransportError` if no server answers at the URL, or if a simulator there refuses requests under that
    ///   host name.
    init(_ url: String, certificateAuthority: String?) async throws(AccessEnabler.TransportError) {
        var base = url
        while base.hasSuffix("/") { base.removeLast() }
        if base.hasSuffix(Self.path) { base.removeLast(Self.path.count) }
        self.base = base
        let transport = SocketTransport(certificateAuthority: certificateAuthority, timeoutMilliseconds: 10_000)
        let answer = try await transport.send(TransportRequest(url: "\(base)/_sim/ready"))
        if let refusal = Self.refusal(answer) { throw .unreachable(refusal) }
        hasNamespaces = Self.isSimulator(answer) && !base.contains("/_ns/")
    }

    /// Returns the service provider URL of a namespace, or the backend's only one if it has no namespaces.
    func serviceProvider(namespace: String) -> String {
        hasNamespaces ? "\(base)/_ns/\(namespace)\(Self.path)" : base + Self.path
    }

    /// Whether the answer is a simulator's `{"ready":true}`.
    ///
    /// The status alone isn't enough, because many servers answer 200 to every path.
    private static func isSimulator(_ answer: TransportResponse) -> Bool {
        answer.status == 200 && (try? JSONValue.parse(answer.body))?["ready"] == .bool(true)
    }

    /// Returns the reason why a simulator didn't say whether it is ready, or `nil` for any other answer.
    private static func refusal(_ answer: TransportResponse) -> String? {
        guard answer.status == 421, let problem = try? JSONValue.parse(answer.body),
            let detail = problem["detail"]?.stringValue, detail.contains("admin.hosts")
        else { return nil }
        return detail
    }

    private static let path = "/adobe-services"
}
