import PassCore
import PassDomain
import PassInstruments

/// What programs that embed the simulator do to its Worlds; a World is never changed, another takes its place.
extension Backend {
    /// Lays settings over a World's; its clock, identifiers and records stay.
    ///
    /// - Throws: `ConfigurationError` for the settings, `SimulatorError` for files that they name.
    func configure(_ name: NamespaceName, _ json5: String) throws {
        try configurations.withLock { configurations in
            let changed = try (configurations[name] ?? startUp).overlaid(json5)
            let worlds = try WorldFactory(changed, keys: keys, realClock: realClock)
            namespaces.replace(name) { worlds.remade($0) }
            configurations[name] = changed
        }
    }

    /// Gives a namespace a World in its start-up state; its faults and its journal are gone.
    func reset(_ name: NamespaceName) {
        configurations.withLock { configurations in
            configurations[name] = nil
            namespaces.replace(name) { _ in worlds.make(name) }
        }
        let namespace = namespaces.find(name)
        namespace?.faults.removeAll()
        namespace?.journal?.removeAll()
        clockObservers.tell(name)
    }

    /// Turns a World's clock; until then it may be the machine's own, which costs requests less.
    func turnClock(_ name: NamespaceName, _ turn: (VirtualClock) -> Void) {
        namespaces.replace(name) { world in
            if let clock = world.clock as? VirtualClock {
                turn(clock)
                return world
            }
            let clock = VirtualClock(base: realClock)
            turn(clock)
            return world.following(clock)
        }
        clockObservers.tell(name)
    }
}
