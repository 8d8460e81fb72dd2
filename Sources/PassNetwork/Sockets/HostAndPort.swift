import PassHTTP

/// A host and a port, on which a server listens or to which a client connects.
///
/// Examples are `127.0.0.1:8080`, `[::1]:0`, `0.0.0.0:443` and `localhost:8080`.
package struct HostAndPort: Sendable, Hashable, CustomStringConvertible {
    /// The address or name; an IPv6 address has no brackets.
    package let host: String
    /// The port; 0 lets the system pick a free one to listen on.
    package let port: Int

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Parses `HOST:PORT`; returns `nil` for anything else.
    package init?(_ text: String) {
        guard let authority = HTTPAuthority(text), let port = authority.port else { return nil }
        self.init(host: authority.host, port: port)
    }

    package var description: String { HTTPAuthority(host: host, port: port).description }
}
