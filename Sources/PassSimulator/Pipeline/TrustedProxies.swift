import PassHTTP

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The peers whose `X-Forwarded-*` fields are believed; everybody else's are passed over.
struct TrustedProxies: Sendable {
    private let ranges: [AddressRange]

    /// - Parameter texts: addresses or CIDR ranges, e.g. `10.0.0.0/8`; others are ignored, the configuration checks them.
    init(_ texts: [String]) {
        ranges = texts.compactMap(AddressRange.init)
    }

    /// The request as the proxy received it.
    func apply(to received: HTTPRequest) -> HTTPRequest {
        guard !ranges.isEmpty, let peer = AddressRange.bytes(received.connection.peerAddress),
            ranges.contains(where: { $0.contains(peer) })
        else { return received }
        var request = received
        let connection = received.connection
        let scheme = first(received, "X-Forwarded-Proto").flatMap {
            HTTPConnectionInfo.Scheme(rawValue: $0.lowercased())
        }
        let address = first(received, "X-Forwarded-For").flatMap { AddressRange.bytes($0) == nil ? nil : $0 }
        if scheme != nil || address != nil {
            request.connection = HTTPConnectionInfo(
                scheme: scheme ?? connection.scheme, peerAddress: address ?? connection.peerAddress,
                localAddress: connection.localAddress, tunnelHost: connection.tunnelHost,
                serverName: connection.serverName)
        }
        if let host = first(received, "X-Forwarded-Host"), HTTPAuthority(host) != nil { request.authority = host }
        return request
    }

    private func first(_ request: HTTPRequest, _ name: HTTPFieldName) -> String? {
        guard let value = request.fields[name] else { return nil }
        let item = value.prefix { $0 != "," }.filter { $0 != " " && $0 != "\t" }
        return item.isEmpty ? nil : item
    }
}

/// A range of IP addresses by its network prefix (RFC 4632).
struct AddressRange: Sendable, Hashable {
    private let network: [UInt8]
    private let prefixLength: Int

    init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let network = Self.bytes(String(parts[0])) else { return nil }
        self.network = network
        if parts.count == 2 {
            guard let length = Int(parts[1]), (0...network.count * 8).contains(length) else { return nil }
            prefixLength = length
        } else {
            prefixLength = network.count * 8
        }
    }

    func contains(_ address: [UInt8]) -> Bool {
        guard address.count == network.count else { return false }
        for bit in 0..<prefixLength where (address[bit / 8] ^ network[bit / 8]) & (0x80 >> UInt8(bit % 8)) != 0 {
            return false
        }
        return true
    }

    /// The 4 or 16 bytes of an address in text form.
    static func bytes(_ text: String) -> [UInt8]? {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, text, &bytes) == 1 { return bytes }
        }
        return nil
    }
}
