package import PassNetwork

/// The way in which a server is found.
package enum RedisPlace: Sendable, Hashable {
    case server(HostAndPort)
    /// The server that these sentinels name as the master with this name; they are asked for each new connection.
    case sentinels([HostAndPort], master: String)
}
