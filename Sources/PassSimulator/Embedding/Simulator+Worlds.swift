import PassDomain
import PassInstruments

extension Simulator {
    /// The World of requests that name no namespace.
    public var world: SimulatedWorld {
        SimulatedWorld(.default, of: self)
    }

    /// The World of a namespace, made now in its start-up state if it is new.
    ///
    /// - Parameter name: 1 to 63 characters of a-z, 0-9 and -, not - first.
    /// - Throws: `SimulatorError` for another name, and when there are as many as `namespaces.max` allows.
    public func world(named name: String) throws -> SimulatedWorld {
        guard let namespaceName = NamespaceName(name) else {
            throw SimulatorError(
                "\(String(reflecting: String(name.prefix(80)))) can't name a namespace: its name has 1 to 63 characters of a-z, "
                    + "0-9 and -, not - first."
            )
        }
        guard backend.worlds.namespaces.keep(namespaceName) != nil else {
            throw SimulatorError(
                "There can be no namespace \(name): as many as namespaces.max allows, \(backend.worlds.startUp.namespaces.max), "
                    + "are there.")
        }
        return SimulatedWorld(namespaceName, of: self)
    }
}
