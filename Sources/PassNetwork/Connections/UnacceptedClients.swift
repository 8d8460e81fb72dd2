import PassCore
import Synchronization

/// The clients whose TLS handshakes are left unanswered for a while, as a deliberate fault.
///
/// A client is an address together with the server name that it asks for. Before the handshake, nothing else is known
/// about a client.
final class UnacceptedClients: Sendable {
    struct Client: Hashable {
        let peerAddress: String
        /// The server name in lower case; `nil` for a client that names none.
        let serverName: String?

        init(_ peerAddress: String, serverName: String?) {
            self.peerAddress = peerAddress
            self.serverName = serverName?.asciiLowercased
        }
    }

    /// The most clients at once; adding another one has no effect.
    static let most = 1_024

    private let isInUse = Atomic(false)
    /// The time at which each client's handshakes are answered again, in milliseconds on the monotonic clock.
    private let ends = Guarded<[Client: Int64]>([:])

    /// Whether there are no such clients.
    ///
    /// Reading the property takes no lock, because it is read for every handshake.
    var isEmpty: Bool { !isInUse.load(ordering: .relaxed) }

    /// Adds a client, or extends its time.
    func add(_ client: Client, until end: Int64, now: Int64) {
        change(now) { ends in
            guard ends.count < Self.most || ends[client] != nil else { return }
            ends[client] = max(end, ends[client] ?? end)
        }
    }

    /// Returns the time at which the client's handshakes are answered again; `nil` if they are answered now.
    func end(of client: Client, now: Int64) -> Int64? {
        change(now) { $0[client] }
    }

    /// Whether any handshakes from the address are left unanswered, whatever server name they ask for.
    func holds(_ peerAddress: String, now: Int64) -> Bool {
        change(now) { ends in ends.keys.contains { $0.peerAddress == peerAddress } }
    }

    /// Forgets the clients whose time is over, then calls `body`.
    private func change<Result>(_ now: Int64, _ body: (inout [Client: Int64]) -> Result) -> Result {
        ends.withLock { ends in
            for (client, end) in ends where end <= now { ends[client] = nil }
            defer { isInUse.store(!ends.isEmpty, ordering: .relaxed) }
            return body(&ends)
        }
    }
}
