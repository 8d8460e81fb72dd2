import PassEndpointKit

extension SimulatedWorld {
    /// Returns the name of an operation as its route spells it; operations under `/_sim/` are found too.
    ///
    /// - Throws: `SimulatorError` for an operation that no route has; it names the nearest one.
    package func operation(named name: String) throws -> String { try backend.operation(name) { _ in true } }
}

extension Backend {
    /// Returns the name of an operation as its route spells it; the case of `name` doesn't matter.
    ///
    /// - Parameter isWanted: whether a route is considered.
    /// - Throws: `SimulatorError` for an operation that no such route has; it names the nearest one.
    func operation(_ name: String, where isWanted: (Route) -> Bool) throws -> String {
        let names = families.flatMap(\.endpoints).map(\.route).filter(isWanted).map(\.operation)
        let wanted = name.lowercased()
        if let found = names.first(where: { $0.lowercased() == wanted }) { return found }
        throw SimulatorError("There is no operation \"\(name)\"\(NearestName.hint(name, among: names)).")
    }
}
