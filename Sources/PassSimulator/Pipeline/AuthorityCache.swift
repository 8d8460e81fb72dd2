import PassCore
import PassEndpointKit
import PassHTTP

/// What the `Host` fields of late said: a client names the same few hosts in thousands of requests.
final class AuthorityCache: Sendable {
    typealias Reading = (authority: HTTPAuthority, kind: HostMap.Kind)

    private static let capacity = 256

    private let hosts: HostMap
    private let known = Guarded<[String: Reading]>([:])

    init(hosts: HostMap) {
        self.hosts = hosts
    }

    /// The host and port, and what the host stands for; `nil` for text that names no host.
    func read(_ text: String) -> Reading? {
        if let reading = known.withLock({ $0[text] }) { return reading }
        guard let authority = HTTPAuthority(text) else { return nil }
        let reading = (authority, hosts.kind(of: authority.host))
        known.withLock { known in
            // A flood of names costs them all their place and nobody else more than a second reading.
            if known.count >= Self.capacity { known.removeAll(keepingCapacity: true) }
            known[text] = reading
        }
        return reading
    }
}
