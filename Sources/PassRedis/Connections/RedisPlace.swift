/// The way in which a server is found.
package enum RedisPlace: Sendable, Hashable {
    case server(RedisAddress)
    /// The server that these sentinels call the master of this name, when a connection begins.
    case sentinels([RedisAddress], master: String)
}

/// A host and a port.
package struct RedisAddress: Sendable, Hashable, CustomStringConvertible {
    package var host: String
    package var port: Int

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    package var description: String {
        host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
