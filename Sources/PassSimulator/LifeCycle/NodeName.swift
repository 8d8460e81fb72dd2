import PassInstruments
import PassNetwork

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The name and the address of this process among the nodes of a shared store, if the configuration doesn't set them.
enum NodeName {
    /// The machine's name and the process ID.
    static var standard: String { "\(machine)-\(getpid())" }

    /// Returns the URL at which other nodes reach a listener.
    ///
    /// - Parameter url: the URL at which this machine reaches the listener.
    static func url(of bound: BoundAddress, reachable url: String) -> String {
        ["0.0.0.0", "::"].contains(bound.host) ? "http://\(machine):\(bound.port)" : url
    }

    private static var machine: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "node" }
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let name = String(decoding: bytes, as: UTF8.self)
        return Rule.isID(name) ? name : "node"
    }
}
