package import PassNetwork

/// The way in which a server is found.
package enum RedisPlace: Sendable, Hashable {
    case server(HostAndPort)
    /// The server that these sentinels call the master of this name, when a connection begins.
    case sentinels([HostAndPort], master: String)
}
