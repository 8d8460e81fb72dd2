import PassCore
import PassHTTP

/// The peers whose `X-Forwarded-*` fields are believed; the fields of all other peers are ignored.
struct TrustedProxies: Sendable {
    let ranges: [Configuration.AddressRange]

    /// Returns the request as the proxy received it, or `nil` if no trusted proxy sent it.
    func undo(_ received: HTTPRequest) -> HTTPRequest? {
        if ranges.isEmpty { return nil }
        let connection = received.connection
        guard ranges.contains(where: { $0.contains(connection.peerAddress) }) else { return nil }
        let scheme = first(received, "X-Forwarded-Proto").flatMap {
            HTTPConnectionInfo.Scheme(rawValue: $0.asciiLowercased)
        }
        let address = first(received, "X-Forwarded-For").flatMap(Self.address)
        let host = first(received, "X-Forwarded-Host").flatMap { HTTPAuthority($0) == nil ? nil : $0 }
        return received.with(
            authority: host,
            connection: HTTPConnectionInfo(
                scheme: scheme ?? connection.scheme, peerAddress: address ?? connection.peerAddress,
                peerPort: address == nil ? connection.peerPort : nil,
                localAddress: connection.localAddress, tunnelHost: connection.tunnelHost,
                serverName: connection.serverName))
    }

    /// Returns the IP address in an item of `X-Forwarded-For`, which some proxies follow by a port; `nil` for a name or
    /// any other text.
    private static func address(_ item: String) -> String? {
        if Configuration.AddressRange.isAddress(item) { return item }
        guard let host = HTTPAuthority(item)?.host, Configuration.AddressRange.isAddress(host) else { return nil }
        return host
    }

    /// Returns the first item of the field's list, which is the one nearest to the client.
    private func first(_ request: HTTPRequest, _ name: HTTPFieldName) -> String? {
        guard let value = request.fields[name] else { return nil }
        var item = value.prefix { $0 != "," }.drop { $0 == " " || $0 == "\t" }
        while item.last == " " || item.last == "\t" { item.removeLast() }
        return item.isEmpty ? nil : String(item)
    }
}
