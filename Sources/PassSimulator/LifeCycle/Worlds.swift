import PassCore
import PassCrypto
import PassDomain
import PassInstruments

/// The Worlds of a simulator, and what is done to them from outside; a World is never changed, another takes its place.
final class Worlds: Sendable {
    let namespaces: Namespaces
    /// The configuration that Worlds are made of when they begin, and after a reset.
    let startUp: Configuration
    let clockObservers = ClockObservers()
    private let keys: InstallationKeys
    private let realClock: any WallClock
    /// The bytes of all records.
    let storedBytes: ByteAccount
    private let factory: WorldFactory
    /// The configurations of those namespaces that were given another while the server runs.
    private let configurations = Guarded<[NamespaceName: Configuration]>([:])

    init(_ configuration: Configuration, keys: InstallationKeys, realClock: any WallClock) throws {
        let storedBytes = ByteAccount(limit: configuration.limits.storedBytes)
        let factory = try WorldFactory(configuration, keys: keys, realClock: realClock, storedBytes: storedBytes)
        startUp = configuration
        self.keys = keys
        self.realClock = realClock
        self.storedBytes = storedBytes
        self.factory = factory
        namespaces = Namespaces(
            limit: configuration.namespaces.max, idle: .seconds(Int64(configuration.namespaces.idleSeconds)),
            now: realClock.now(), journalCapacity: configuration.journalExchanges,
            archive: JournalArchive(bytes: configuration.limits.journalBytes)
        ) { factory.make($0) }
    }

    /// Lays settings over a World's; its clock, identifiers and records stay.
    ///
    /// - Throws: `ConfigurationError` for the settings, `SimulatorError` for files that they name.
    func configure(_ name: NamespaceName, _ json5: String) throws {
        _ = namespaces.kept(name)
        try configurations.withLock { configurations in
            let changed = try (configurations[name] ?? startUp).overlaid(json5)
            let factory = try WorldFactory(changed, keys: keys, realClock: realClock, storedBytes: storedBytes)
            namespaces.replace(name) { factory.remade($0) }
            configurations[name] = changed
        }
    }

    /// Gives a namespace a World in its start-up state; its faults and its journal are gone.
    func reset(_ name: NamespaceName) {
        let namespace = namespaces.kept(name)
        configurations.withLock { configurations in
            configurations[name] = nil
            namespaces.replace(name) { _ in factory.make(name) }
        }
        namespace.faults.removeAll()
        namespace.journal?.removeAll()
        clockObservers.tell(name)
    }

    /// Takes a namespace away with all that it holds; the default one, which is always there, is emptied.
    ///
    /// - Returns: whether it was there.
    func remove(_ name: NamespaceName) -> Bool {
        if name.isDefault {
            reset(name)
            return true
        }
        let wasThere = configurations.withLock { configurations in
            configurations[name] = nil
            return namespaces.remove(name)
        }
        if wasThere { clockObservers.tell(name) }
        return wasThere
    }

    /// Turns a World's clock; until then it may be the machine's own, which costs requests less.
    func turnClock(_ name: NamespaceName, _ turn: (VirtualClock) -> Void) {
        _ = namespaces.kept(name)
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

    /// Forgets the records that have expired by their Worlds' clocks, and takes idle namespaces away.
    ///
    /// - Parameter now: the machine's time, by which idleness is counted.
    /// - Returns: how many were taken away.
    @discardableResult
    func sweep(now: Timestamp) -> Int {
        namespaces.sweep(now: now)
    }
}
