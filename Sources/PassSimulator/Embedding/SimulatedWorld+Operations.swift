import PassEndpointKit

extension SimulatedWorld {
    /// An operation of any route, those under `/_sim/` too, as the route spells it.
    ///
    /// - Throws: `SimulatorError` for one that no route has; it names the nearest one.
    package func operation(named name: String) throws -> String { try backend.operation(name) { _ in true } }
}

extension Backend {
    /// The operation as its route spells it, whatever the case of `name`.
    ///
    /// - Parameter isWanted: which routes count.
    /// - Throws: `SimulatorError` for one that no such route has; it names the nearest one.
    func operation(_ name: String, where isWanted: (Route) -> Bool) throws -> String {
        let names = families.flatMap(\.endpoints).map(\.route).filter(isWanted).map(\.operation)
        let wanted = name.lowercased()
        if let found = names.first(where: { $0.lowercased() == wanted }) { return found }
        let nearest = NearestName.find(name, among: names).map { "; the nearest one is \($0)" } ?? ""
        throw SimulatorError("There is no operation \"\(name)\"\(nearest).")
    }
}
