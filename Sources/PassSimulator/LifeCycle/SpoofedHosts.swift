import PassCore
import PassEndpointKit
import PassHTTP
import PassNetwork

/// The hosts that a proxy request may name: the imitated hosts, and the server itself. No request is ever forwarded.
struct SpoofedHosts: TunnelPolicy {
    let hosts: HostMap
    let ownNames: Set<String>

    /// The name by which clients of the proxy reach the server itself, whatever its address is.
    ///
    /// The name has no dot, so no public name server can resolve it to another address. Browsers also send requests for
    /// it to their proxy, which many don't do for `localhost`.
    static let ownName = "pass-simulator"

    private static let loopback = Configuration.AddressRange("127.0.0.0/8")

    func refusal(host: String, port: Int) -> HTTPResponse? {
        let host = host.asciiLowercased
        guard hosts.kind(of: host) == .direct, host != Self.ownName, !ownNames.contains(host),
            !host.hasSuffix(".localhost"), Self.loopback?.contains(host) != true
        else { return nil }
        return HTTPResponse(
            .forbidden,
            text:
                "This proxy leads only to the simulator and forwards nothing. To end a login on a page of \(shown(host)), "
                + "add that host to the setting proxy.landingHosts.\n")
    }

    /// Returns a host for display, or "that host" if the text isn't a host, since a request can contain any text.
    private func shown(_ host: String) -> String {
        HTTPAuthority(host).map { String($0.host.prefix(253)) } ?? "that host"
    }
}
