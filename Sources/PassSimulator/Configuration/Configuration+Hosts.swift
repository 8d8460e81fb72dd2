import PassCore
import PassDomain
import PassEndpointKit

extension Configuration {
    /// The host names under which requests are accepted, and what is served under each.
    var hostMap: HostMap {
        HostMap(
            mvpdHosts: Set(catalog.mvpds.map(\.host) + [PassDomain.MVPD.defaultHost]),
            landingHosts: Set(proxy.landingHosts))
    }

    /// The names in `hostMap` that known clients use.
    package var spoofedHosts: [String] { hostMap.names }

    /// The host names for which the certificate authority can issue certificates, in addition to the reserved names.
    ///
    /// A name also covers all names below it, so the service's domains are listed instead of its hosts.
    package var certificateHosts: [String] {
        HostMap.serviceDomains + hostMap.names + OwnNames.ofCertificate(self) + admin.hosts.map { $0.asciiLowercased }
    }

    /// The URL at which a client on this machine reaches the server; `nil` when the system picks the port.
    package var localURL: String? {
        guard let first = listen.first, first.port != 0 else { return nil }
        return "http://\(OwnNames.reachable(first.host, tls: false)):\(first.port)"
    }

    /// The address at which a client on this machine reaches the first listener, for use in a hosts file.
    package var localAddress: String {
        let host = listen.first.map { OwnNames.reachable($0.host, tls: false) } ?? "127.0.0.1"
        return host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    }
}
