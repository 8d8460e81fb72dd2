import PassCore

/// Under which host names the simulator's own paths are answered: those that no stranger can lead to this address.
///
/// A web page can have its own name point to 127.0.0.1 a moment after it was loaded ("DNS rebinding"), and is then of the
/// same origin as what it finds there. Its requests still carry that name.
struct OperatorHosts: Sendable {
    private let names: Set<ExactText>

    /// - Parameter names: whole names that are the operator's own, in lower case.
    init(names: some Sequence<String>) {
        self.names = Set(names.map { ExactText($0) })
    }

    /// Whether it is an IP address, a name without a dot, `localhost` or below it, a container's name for its host, or named.
    ///
    /// - Parameter host: in lower case, without port and brackets. The dot that ends a full name doesn't count, except for
    ///   names of one label: with it they are top-level domains.
    func contains(_ host: String) -> Bool {
        if Configuration.AddressRange(host) != nil { return true }
        if host.utf8.allSatisfy(Self.isLabelByte) { return !host.isEmpty }
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        return name == "localhost" || name.hasSuffix(".localhost") || Self.containerHosts.contains(name)
            || names.contains(ExactText(name))
    }

    /// What Docker and Podman call the machine that containers run on.
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
