import PassCore
import PassEndpointKit
import PassHTTP

/// What the `Host` fields of late said: a client names the same few hosts in thousands of requests.
final class AuthorityCache: Sendable {
    /// What one text says.
    final class Reading: Sendable {
        let authority: HTTPAuthority
        /// What the host stands for.
        let kind: HostMap.Kind
        /// The host, where no operator uses it; `nil` for theirs.
        let strangeName: String?
        private let plain: Links
        private let secure: Links

        init(_ authority: HTTPAuthority, _ kind: HostMap.Kind, isOperators: Bool) {
            self.authority = authority
            self.kind = kind
            strangeName = isOperators ? nil : authority.host
            let namespace = NamespaceAddress()
            plain = Links(scheme: .http, authority: authority, namespace: namespace, hostKind: kind)
            secure = Links(scheme: .https, authority: authority, namespace: namespace, hostKind: kind)
        }

        /// The links of a request that names no namespace.
        func links(_ scheme: HTTPConnectionInfo.Scheme) -> Links {
            switch scheme {
            case .http: plain
            case .https: secure
            }
        }
    }

    private struct Known {
        /// The last one that was found again: most clients name one host. It outlives a flood.
        var last: (text: String, reading: Reading)?
        var readings: [String: Reading] = [:]
    }

    private static let capacity = 256

    private let hosts: HostMap
    private let operatorHosts: OperatorHosts
    private let known = Guarded(Known())

    init(hosts: HostMap, operatorHosts: OperatorHosts) {
        self.hosts = hosts
        self.operatorHosts = operatorHosts
    }

    /// What the text says; `nil` for one that names no host.
    func read(_ text: String) -> Reading? {
        if let reading = known.withLock({ Self.find(text, in: &$0) }) { return reading }
        guard let authority = HTTPAuthority(text) else { return nil }
        let reading = Reading(
            authority, hosts.kind(of: authority.host), isOperators: operatorHosts.contains(authority.host))
        known.withLock { known in
            // A flood of names costs them all their place and nobody else more than a second reading.
            if known.readings.count >= Self.capacity { known.readings.removeAll(keepingCapacity: true) }
            known.readings[text] = reading
        }
        return reading
    }

    private static func find(_ text: String, in known: inout Known) -> Reading? {
        if let last = known.last, last.text == text { return last.reading }
        guard let reading = known.readings[text] else { return nil }
        known.last = (text, reading)
        return reading
    }
}
