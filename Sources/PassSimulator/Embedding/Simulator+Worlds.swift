import PassDomain
import PassInstruments

extension Simulator {
    /// The World of requests that name no namespace.
    public var world: SimulatedWorld {
        SimulatedWorld(.default, of: self)
    }

    /// Returns the World of a namespace; a new one is created in its start-up state.
    ///
    /// - Parameter name: 1 to 63 characters of a-z, 0-9 and -, of which the first isn't -.
    /// - Throws: `SimulatorError` for an invalid name, and when the limit `namespaces.max` is reached.
    public func world(named name: String) throws -> SimulatedWorld {
        guard let namespaceName = NamespaceName(name) else {
            throw SimulatorError(
                "\(String(reflecting: String(name.prefix(80)))) isn't a namespace name, which has 1 to 63 characters "
                    + "of a-z, 0-9 and -, and doesn't begin with -."
            )
        }
        guard backend.worlds.namespaces.pin(namespaceName) != nil else {
            throw SimulatorError(
                "The namespace \(name) can't be created: the limit namespaces.max, "
                    + "\(backend.worlds.startUp.namespaces.max), is reached.")
        }
        return SimulatedWorld(namespaceName, of: self)
    }
}
