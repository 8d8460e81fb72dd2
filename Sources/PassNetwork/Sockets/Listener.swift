import CPassSystem
import PassHTTP

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A listening socket, bound once and shared by all loops; closed with its last reference.
///
/// SO_REUSEPORT isn't used, because a server must refuse to start on a port where another socket already listens.
final class Listener: Sendable {
    let descriptor: Int32
    let address: BoundAddress
    /// The text of the address, for the `localAddress` of each connection.
    let addressText: String

    /// The most connections that the kernel holds until they are accepted.
    private static let backlog: Int32 = 1_024

    /// Listens on the first of the host's addresses.
    init(_ wanted: HostAndPort) throws(NetworkError) {
        let candidates = try SocketAddress.resolve(wanted.host, port: wanted.port, forListening: true)
        guard let candidate = candidates.first else {
            throw NetworkError(.badAddress, "The host '\(wanted.host)' has no address.")
        }
        let descriptor = CPassSystem_stream_socket(candidate.family)
        guard descriptor >= 0 else {
            throw NetworkError(.systemFailure, "Can't create a socket for \(wanted).", cause: SystemError.last)
        }
        // Lets a restarted server reuse its port while old connections linger, but allows no second listener.
        Sockets.setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        if candidate.isIPv6 { Sockets.setOption(descriptor, ipv6Level, IPV6_V6ONLY, candidate.host == "::" ? 0 : 1) }
        guard candidate.withPointer({ bind(descriptor, $0, $1) }) == 0, listen(descriptor, Self.backlog) == 0 else {
            let error = SystemError.last
            close(descriptor)
            throw NetworkError(
                Self.code(error), "Can't listen on \(wanted): \(Self.explanation(error))", cause: error)
        }
        var status: Int32 = 0
        let bound = SocketAddress(&status) { getsockname(descriptor, $0, &$1) }
        self.descriptor = descriptor
        address = BoundAddress(host: bound.host, port: bound.port)
        addressText = address.description
    }

    deinit {
        close(descriptor)
    }

    /// Accepts one waiting connection and returns it with its peer's address, or the reason why there is none.
    func accept() -> Result<(descriptor: Int32, peer: SocketAddress), SystemError> {
        var accepted: Int32 = -1
        let peer = SocketAddress(&accepted) { CPassSystem_accept(descriptor, $0, &$1) }
        return accepted >= 0 ? .success((accepted, peer)) : .failure(.last)
    }

    private static func code(_ error: SystemError) -> NetworkError.Code {
        switch error.number {
        case EADDRINUSE: .addressInUse
        case EADDRNOTAVAIL: .addressNotAvailable
        case EACCES, EPERM: .permissionDenied
        default: .systemFailure
        }
    }

    private static func explanation(_ error: SystemError) -> String {
        switch error.number {
        case EADDRINUSE: "another process listens there already."
        case EADDRNOTAVAIL: "this machine doesn't have that address."
        case EACCES, EPERM: "this user may not use that port."
        default: "\(error)."
        }
    }
}

/// The address on which a listener actually listens: numeric, with the port that the system chose if port 0 was asked
/// for.
package struct BoundAddress: Sendable, Hashable, CustomStringConvertible {
    package let host: String
    package let port: Int

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Whether clients can reach the listener at the addresses of all interfaces.
    package var isWildcard: Bool { host == "0.0.0.0" || host == "::" }

    package var description: String { HTTPAuthority(host: host, port: port).description }
}

#if canImport(Glibc)
    private let ipv6Level = Int32(IPPROTO_IPV6)
#else
    private let ipv6Level = IPPROTO_IPV6
#endif
