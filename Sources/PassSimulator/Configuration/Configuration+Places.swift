import PassCore
import PassDomain
import PassEndpointKit

extension Configuration {
    /// Which hosts clients may believe to have reached, and what is served under each.
    var hostMap: HostMap {
        HostMap(
            mvpdHosts: Set(catalog.mvpds.map(\.host) + [PassDomain.MVPD.defaultHost]),
            landingHosts: Set(proxy.landingHosts))
    }

    /// Under which names the simulator's own paths are answered: those listed, and those that it was told to listen at.
    var operatorHosts: OperatorHosts {
        OperatorHosts(names: admin.hosts.map { $0.asciiLowercased } + OwnNames.ofRequests(self))
    }

    /// The names of those hosts that clients are known to ask for.
    package var spoofedHosts: [String] { hostMap.names }

    /// The hosts that the certificate authority vouches for, beside the reserved names. A name stands for those below it
    /// too, so the service's domains are here in place of its hosts.
    package var certificateHosts: [String] {
        HostMap.serviceDomains + hostMap.names + OwnNames.ofCertificate(self) + admin.hosts.map { $0.asciiLowercased }
    }

    /// Where a client on this machine finds a server with this configuration; `nil` when the system picks its port.
    package var localURL: String? {
        guard let first = listen.first, first.port != 0 else { return nil }
        return "http://\(OwnNames.reachable(first.host, tls: false)):\(first.port)"
    }

    /// The address by which a client on this machine reaches the first listener, for a file of hosts.
    package var localAddress: String {
        let host = listen.first.map { OwnNames.reachable($0.host, tls: false) } ?? "127.0.0.1"
        return host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    }
}
