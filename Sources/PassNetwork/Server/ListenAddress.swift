import PassHTTP

/// Where a server is told to listen: `127.0.0.1:8080`, `[::1]:0`, `0.0.0.0:443`, `localhost:8080`.
package struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
    /// An address or a name; an IPv6 address stands without its brackets.
    package let host: String
    /// 0 lets the system pick a free port.
    package let port: Int

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// `nil` for anything but `HOST:PORT`.
    package init?(_ text: String) {
        guard let authority = HTTPAuthority(text), let port = authority.port else { return nil }
        self.init(host: authority.host, port: port)
    }

    package var description: String { HTTPAuthority(host: host, port: port).description }
}

/// Where a listener really listens: a numeric address, and the port that the system picked if it was asked to.
package struct BoundAddress: Sendable, Hashable, CustomStringConvertible {
    package let host: String
    package let port: Int

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Whether every interface's address reaches it.
    package var isWildcard: Bool { host == "0.0.0.0" || host == "::" }

    package var description: String { HTTPAuthority(host: host, port: port).description }
}
