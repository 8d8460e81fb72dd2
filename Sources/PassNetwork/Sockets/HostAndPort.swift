import PassHTTP

/// An address for a server to listen on, such as `127.0.0.1:8080`, `[::1]:0`, `0.0.0.0:443` or `localhost:8080`.
package struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
    /// The address or name; an IPv6 address has no brackets.
    package let host: String
    /// The port; 0 lets the system pick a free one.
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
