import PassCore
import PassNetwork

/// The names and addresses under which the server itself is reached.
enum OwnNames {
    private static let loopback = ["localhost", "127.0.0.1", "::1"]

    /// Returns the names in the certificate that TLS clients get if they don't name a server (SNI).
    static func ofCertificate(_ configuration: Configuration) -> [String] {
        unique(loopback + configuration.listen.map(\.host).filter { !isWildcard($0) })
    }

    /// Returns the hosts that mean this server in a proxy request.
    static func ofRequests(_ configuration: Configuration) -> Set<String> {
        Set(ofCertificate(configuration).map { $0.asciiLowercased })
    }

    /// Returns the host by which a client on this machine reaches a listener.
    static func reachable(_ host: String, tls: Bool) -> String {
        if isWildcard(host) || host == "127.0.0.1" || host == "::1" || host == "localhost" {
            return tls ? "localhost" : host == "::1" ? "[::1]" : "127.0.0.1"
        }
        return host.contains(":") ? "[\(host)]" : host
    }

    private static func isWildcard(_ host: String) -> Bool {
        host == "0.0.0.0" || host == "::" || host == "*"
    }

    private static func unique(_ names: [String]) -> [String] {
        names.enumerated().filter { names.firstIndex(of: $0.element) == $0.offset }.map(\.element)
    }
}
