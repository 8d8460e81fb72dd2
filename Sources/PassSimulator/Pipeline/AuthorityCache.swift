import PassCore
import PassEndpointKit
import PassHTTP

/// A cache of what the authorities (host and port) in recent requests mean.
///
/// A client names the same few hosts in thousands of requests.
final class AuthorityCache: Sendable {
    /// The meaning of one authority.
    final class Reading: Sendable {
        let authority: HTTPAuthority
        /// The kind of the host.
        let kind: HostMap.Kind
        /// The host if it isn't one of the operators' own names, else `nil`.
        let foreignName: String?
        /// Whether the host itself names a namespace.
        let namesNamespace: Bool
        private let plain: Links
        private let secure: Links

        init(_ authority: HTTPAuthority, _ kind: HostMap.Kind, isOperators: Bool) {
            self.authority = authority
            self.kind = kind
            foreignName = isOperators ? nil : authority.host
            namesNamespace = NamespaceAddress.isNamed(by: authority.host)
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
        /// The reading that was found last, which is tried first because most clients name only one host. A flood of
        /// other names doesn't evict it.
        var last: (text: [UInt8], reading: Reading)?
        var readings: [[UInt8]: Reading] = [:]
    }

    private static let capacity = 256
    /// The longest authority that is read, in bytes.
    ///
    /// A host name has at most 253 bytes (RFC 1035, section 2.3.4) plus a dot at its end; a port has at most six with
    /// its colon. The length must be limited because the records of logins contain the address at which the service was
    /// reached.
    private static let longest = 260

    private let hosts: HostMap
    private let operatorHosts: OperatorHosts
    private let known = Guarded(Known())

    init(hosts: HostMap, operatorHosts: OperatorHosts) {
        self.hosts = hosts
        self.operatorHosts = operatorHosts
    }

    /// Returns the meaning of a request's authority, or of the address that the request reached if it names none.
    ///
    /// - Returns: `nil` for an authority that isn't a host.
    func read(of request: HTTPRequest) -> Reading? {
        request.withAuthority { text in
            // HTTP/1.0 requests may name no host.
            text.isEmpty ? request.connection.localAddress.withBytes(read) : read(text)
        }
    }

    private func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Reading? {
        if let reading = known.withLock({ Self.find(bytes, in: &$0) }) { return reading }
        let text = Array(bytes)
        guard text.count <= Self.longest, let authority = HTTPAuthority(String(decoding: text, as: UTF8.self)) else {
            return nil
        }
        let reading = Reading(
            authority, hosts.kind(of: authority.host), isOperators: operatorHosts.contains(authority.host))
        known.withLock { known in
            // A flood of names evicts all readings. For other clients, this means only that their authorities are read
            // once more.
            if known.readings.count >= Self.capacity { known.readings.removeAll(keepingCapacity: true) }
            known.readings[text] = reading
        }
        return reading
    }

    private static func find(_ bytes: UnsafeBufferPointer<UInt8>, in known: inout Known) -> Reading? {
        if known.last?.text.hasBytes(bytes) == true { return known.last?.reading }
        let text = Array(bytes)
        guard let reading = known.readings[text] else { return nil }
        known.last = (text, reading)
        return reading
    }
}
