import PassCore
import PassEndpointKit
import PassHTTP

/// What the `Host` fields of late said: a client names the same few hosts in thousands of requests.
final class AuthorityCache: Sendable {
    typealias Reading = (authority: HTTPAuthority, kind: HostMap.Kind, isOperators: Bool)

    private static let capacity = 256

    private let hosts: HostMap
    private let operatorHosts: OperatorHosts
    private let known = Guarded<[String: Reading]>([:])

    init(hosts: HostMap, operatorHosts: OperatorHosts) {
        self.hosts = hosts
        self.operatorHosts = operatorHosts
    }

    /// The host and port, what the host stands for, and whether operators use it; `nil` for text that names no host.
    func read(_ text: String) -> Reading? {
        if let reading = known.withLock({ $0[text] }) { return reading }
        guard let authority = HTTPAuthority(text) else { return nil }
        let reading = (authority, hosts.kind(of: authority.host), operatorHosts.contains(authority.host))
        known.withLock { known in
            // A flood of names costs them all their place and nobody else more than a second reading.
            if known.count >= Self.capacity { known.removeAll(keepingCapacity: true) }
            known[text] = reading
        }
        return reading
    }
}
