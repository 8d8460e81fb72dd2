import PassCore

/// The host names under which the simulator's own paths are answered: names that no stranger can point at this server.
///
/// A web page's author can point the page's name at 127.0.0.1 a moment after the page was loaded ("DNS rebinding"). The
/// page then has the same origin as the server that it finds there, but its requests still carry the page's name.
struct OperatorHosts: Sendable {
    private let names: Set<ExactText>

    /// Creates the set of names.
    ///
    /// - Parameter names: whole names that are the operator's own, in lower case.
    init(names: some Sequence<String>) {
        self.names = Set(names.map { ExactText($0) })
    }

    /// Whether the simulator's own paths are answered under a host name.
    ///
    /// The simulator answers them under an IP address, a name without a dot, `localhost` and names below it, a
    /// container's name for its host, and the names that were given.
    ///
    /// - Parameter host: the name in lower case, without port and brackets. A dot at its end is ignored, except after a
    ///   name of one label, which is a top-level domain with the dot.
    func contains(_ host: String) -> Bool {
        if Configuration.AddressRange(host) != nil { return true }
        if host.utf8.allSatisfy(Self.isLabelByte) { return !host.isEmpty }
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        return name == "localhost" || name.hasSuffix(".localhost") || Self.containerHosts.contains(name)
            || names.contains(ExactText(name))
    }

    /// The names that Docker and Podman give to the machine on which containers run.
    private static let containerHosts: Set = ["host.docker.internal", "host.containers.internal"]

    private static func isLabelByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension Configuration {
    /// The host names under which the simulator's own paths are answered.
    ///
    /// The list has the names in `admin.hosts`, the loopback names, and the hosts that the server listens at.
    var operatorHosts: OperatorHosts {
        OperatorHosts(names: admin.hosts.map { $0.asciiLowercased } + OwnNames.ofRequests(self))
    }
}
