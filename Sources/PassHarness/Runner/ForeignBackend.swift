import AccessEnabler
import PassCore

/// A backend that wasn't started here, addressed in namespaces of its own if it is a simulator.
struct ForeignBackend: Sendable {
    /// Without `/adobe-services`.
    private let base: String
    private let hasNamespaces: Bool

    /// Asks it whether it is a simulator.
    ///
    /// - Throws: `TransportError` when nothing answers there, and when a simulator does that won't be asked under that name.
    init(_ url: String, certificateAuthority: String?) async throws(TransportError) {
        var base = url
        while base.hasSuffix("/") { base.removeLast() }
        if base.hasSuffix(Self.path) { base.removeLast(Self.path.count) }
        self.base = base
        let transport = SocketTransport(certificateAuthority: certificateAuthority, timeoutMilliseconds: 10_000)
        let answer = try await transport.send(TransportRequest(url: "\(base)/_sim/ready"))
        if let refusal = Self.refusal(answer) { throw .unreachable(refusal) }
        hasNamespaces = Self.isSimulator(answer) && !base.contains("/_ns/")
    }

    func serviceProvider(namespace: String) -> String {
        hasNamespaces ? "\(base)/_ns/\(namespace)\(Self.path)" : base + Self.path
    }

    /// Many servers answer 200 to every path; a simulator says `{"ready":true}`.
    private static func isSimulator(_ answer: TransportResponse) -> Bool {
        answer.status == 200 && (try? JSONValue.parse(answer.body))?["ready"] == .bool(true)
    }

    /// Why a simulator didn't say whether it is ready; `nil` for anything else's answer.
    private static func refusal(_ answer: TransportResponse) -> String? {
        guard answer.status == 421, let problem = try? JSONValue.parse(answer.body),
            let detail = problem["detail"]?.stringValue, detail.contains("admin.hosts")
        else { return nil }
        return detail
    }

    private static let path = "/adobe-services"
}
