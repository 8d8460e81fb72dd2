import PassAdmin
import PassCore
import PassCrypto
import PassDomain
import PassInstruments
import PassTokens

/// The Worlds of a simulator, and the changes that tests and control operations make to them.
///
/// A World itself is never changed; another one takes its place.
final class Worlds: Sendable {
    let namespaces: Namespaces
    /// The configuration of Worlds when they begin, and after a reset.
    let startUp: Configuration
    let clockObservers = ClockObservers()
    let keys: InstallationKeys
    let realClock: any WallClock
    /// The account of the bytes of all records.
    let storedBytes: ByteAccount
    /// The engine that stores the records of all Worlds.
    let engine: any StoreEngine
    /// The journals of all namespaces.
    let archive: JournalArchive
    private let counts: ServerCounts
    private let factory: WorldFactory
    /// The configurations of the namespaces that have settings other than those of the start.
    let configurations = Guarded<[NamespaceName: Configuration]>([:])
    /// The facts that this process knows about the namespaces that it shares with other nodes.
    let sharing = Guarded<[NamespaceName: SharedNamespace]>([:])
    /// The initial configurations of the namespaces that began with settings other than those of the start.
    let starts = Guarded<[NamespaceName: Configuration]>([:])

    /// Creates the Worlds of a simulator.
    ///
    /// - Parameters:
    ///   - counts: counts what happens in all Worlds.
    ///   - engine: stores the records; `nil` opens the configured store.
    init(
        _ configuration: Configuration, keys: InstallationKeys, realClock: any WallClock, counts: ServerCounts,
        engine: (any StoreEngine)? = nil
    ) throws {
        let storedBytes = ByteAccount(limit: configuration.limits.storedBytes)
        let engine = try engine ?? configuration.openStore(storedBytes)
        try Self.join(engine, keys)
        let factory = try WorldFactory(
            configuration, keys: keys, realClock: realClock, engine: engine, counts: counts)
        startUp = configuration
        self.keys = keys
        self.realClock = realClock
        self.storedBytes = storedBytes
        self.engine = engine
        self.factory = factory
        self.counts = counts
        archive = JournalArchive(bytes: configuration.limits.journalBytes, run: Self.newRun())
        namespaces = Namespaces(
            limit: configuration.namespaces.max, idle: .seconds(Int64(configuration.namespaces.idleSeconds)),
            now: realClock.now(), journalCapacity: configuration.journal.exchanges,
            archive: archive,
            rules: configuration.rules.map(\.rule)
        ) { factory.make($0) }
        try restoreKept()
    }

    /// Makes this process one of the nodes that share a store; all of them must accept the same signatures.
    private static func join(_ engine: any StoreEngine, _ keys: InstallationKeys) throws(SimulatorError) {
        guard let engine = engine as? any SharedStoreEngine else { return }
        do {
            try engine.join(Hex.encode(Digest.sha256(keys.signing.published.flatMap(\.fingerprint))))
        } catch {
            engine.close()
            throw SimulatorError("\(error)")
        }
    }

    /// Returns a random number that distinguishes this run's exchanges from those of other runs.
    private static func newRun() -> UInt32 {
        SystemIdentifierSource().bytes(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Changes the given settings of a World; its clock, identifiers and records stay as they are.
    ///
    /// - Parameters:
    ///   - source: the origin of the settings.
    ///   - replacesTables: whether the text changes the start-up settings instead of the current ones, and each table
    ///     in the text replaces a whole table.
    /// - Throws: `ConfigurationError` for wrong settings, `SimulatorError` for files that can't be used.
    func change(
        _ name: NamespaceName, _ json5: String, from source: SettingsSource = .program, replacesTables: Bool = false
    ) throws {
        _ = namespaces.restorePinned(name)
        try configurations.withLock { configurations in
            let former = configurations[name] ?? startUp
            let changed = try replacesTables ? startUp.replaced(by: json5) : former.overlaid(json5)
            try source.check(changed, beside: startUp)
            let factory = try factory(of: changed)
            let before = (configurations[name] ?? startUp).rules
            namespaces.replace(name) { factory.remade($0, keys: $0.ownKeys) }
            configurations[name] = changed
            if changed.rules != before { namespaces.find(name)?.rules.configure(changed.rules.map(\.rule)) }
        }
        pin(name)
        // A change by an operator is in the journal already, as a request.
        if source == .program { recordStep(of: name) { .settings(settingsText(of: name)) } }
        try forgetDecisions(of: name)
    }

    /// Removes the MVPDs' stored decisions after a World was replaced by one with the same stores.
    ///
    /// The removal may wait for the store, so it runs without a lock.
    private func forgetDecisions(of name: NamespaceName) throws {
        guard engine.outlivesProcess, let world = namespaces.find(name)?.world else { return }
        try world.stores.appDecisions.removeAll(now: world.clock.now()) { _ in true }
    }

    /// Gives a World keys of its own, which replace those that it had.
    ///
    /// - Throws: `CryptoError` if no keys can be made.
    func useOwnKeys(_ name: NamespaceName) throws {
        let own = try newKeys()
        _ = namespaces.restorePinned(name)
        try configurations.withLock { configurations in
            let factory = try factory(of: configurations[name])
            namespaces.replace(name) { factory.remade($0, keys: own) }
        }
        try forgetDecisions(of: name)
    }

    /// Returns the keys that a namespace has for itself; `nil` if it uses the installation's.
    func ownKeys(of name: NamespaceName) -> SigningKeys? { namespaces.find(name)?.world.ownKeys }

    /// Returns the factory for Worlds with the given settings; `nil` means the start-up settings.
    func factory(of settings: Configuration?) throws -> WorldFactory {
        try settings.map { settings in
            try WorldFactory(
                settings, keys: keys, realClock: realClock, engine: engine, counts: counts)
        } ?? factory
    }

    /// Returns the configuration of a namespace.
    func configuration(of name: NamespaceName) -> Configuration {
        configurations.withLock { $0[name] } ?? startUp
    }

    /// Gives a namespace settings that override those of the start, and a World without records.
    ///
    /// - Parameter own: the keys that the namespace has for itself.
    /// - Throws: `ConfigurationError` for wrong settings, `SimulatorError` for files that can't be used. In these
    ///   cases nothing has changed.
    func begin(
        _ name: NamespaceName, with json5: String, from source: SettingsSource, keys own: SigningKeys?
    ) throws {
        let settings = try startUp.overlaid(json5)
        try source.check(settings, beside: startUp)
        try begin(name, settings, try factory(of: settings).with(own).make(name))
    }

    /// Gives a namespace the settings of another namespace and a copy of its World.
    ///
    /// - Parameter own: the keys that the namespace has for itself.
    /// - Throws: `EntitlementFailure.storeFull` when there is no room for the records, in which case nothing has
    ///   changed.
    func begin(_ name: NamespaceName, asCopyOf source: Namespace, keys own: SigningKeys?) throws {
        let settings = configurations.withLock { $0[source.world.name] }
        try begin(name, settings, try factory(of: settings).with(own).copy(source.world, as: name))
        namespaces.find(name)?.journal?.markCut()
    }

    /// Gives a namespace a World in its start-up state, and removes its faults and recorded exchanges.
    ///
    /// - Parameter own: the keys that the namespace has for itself.
    /// - Throws: `StoreError`, in which case nothing has changed.
    func begin(_ name: NamespaceName, keys own: SigningKeys?) throws {
        try begin(name, nil, factory.with(own).make(name))
    }

    private func begin(_ name: NamespaceName, _ settings: Configuration?, _ world: World) throws {
        let namespace = try replace(name, settings, world)
        namespace.rules.removeAll()
        namespace.rules.configure((settings ?? startUp).rules.map(\.rule))
        namespace.journal?.removeAll(reset: true)
        markBegun(name)
        starts.withLock { $0[name] = settings }
        clockObservers.tell(name)
    }

    /// Gives a namespace other settings and another World.
    ///
    /// - Throws: `StoreError`, in which case nothing has changed.
    private func replace(_ name: NamespaceName, _ settings: Configuration?, _ world: World) throws -> Namespace {
        let namespace = namespaces.restorePinned(name)
        try world.stores.shelf?.publish()
        configurations.withLock { configurations in
            configurations[name] = settings
            namespaces.replace(name) { _ in world }
        }
        return namespace
    }

    /// Gives a namespace the settings, the World and the rules of a snapshot. Its journal and its keys stay.
    ///
    /// - Throws: `ConfigurationError` for wrong settings, `SimulatorError` for files that can't be used;
    ///   `EntitlementFailure` for a wrong record, `SnapshotOverflow` for too many. In these cases nothing has
    ///   changed.
    func begin(_ name: NamespaceName, from snapshot: NamespaceSnapshot) throws {
        let settings = try startUp.replaced(by: snapshot.settings)
        try SettingsSource.request.check(settings, beside: startUp)
        let own = settings == startUp ? nil : settings
        let world = try factory(of: own).with(ownKeys(of: name)).restored(name, snapshot)
        // A namespace that was given a state is pinned, so that it stays even if it holds no record.
        _ = namespaces.pin(name)
        let rules = snapshot.rules.map { RuleSnapshot($0.state, isConfigured: $0.isConfigured, random: $0.random) }
        try replace(name, own, world).rules.restore(rules)
        clockObservers.tell(name)
    }

    /// Gives a namespace a World in its start-up state, with the keys that it had, and removes its faults and recorded
    /// exchanges.
    ///
    /// - Throws: `StoreError`, in which case nothing has changed.
    func reset(_ name: NamespaceName) throws {
        try begin(name, keys: ownKeys(of: name))
    }

    /// Removes a namespace with all that it holds; the default one, which always exists, is reset instead.
    ///
    /// - Returns: whether the namespace existed.
    /// - Throws: `StoreError`, in which case nothing has changed.
    func remove(_ name: NamespaceName) throws -> Bool {
        if name.isDefault {
            try begin(name, keys: nil)
            return true
        }
        try namespaces.find(name)?.world.stores.shelf?.discard()
        return forget(name)
    }

    /// Removes a namespace from this process only, not from a store.
    ///
    /// - Returns: whether the namespace existed.
    @discardableResult
    func forget(_ name: NamespaceName) -> Bool {
        sharing.withLock { $0[name] = nil }
        let wasThere = configurations.withLock { configurations in
            configurations[name] = nil
            starts.withLock { $0[name] = nil }
            return namespaces.remove(name)
        }
        if wasThere { clockObservers.tell(name) }
        return wasThere
    }

    /// Keeps a namespace, which a test that has changed its clock or its settings relies on even if it has no records.
    private func pin(_ name: NamespaceName) { _ = namespaces.pin(name) ?? namespaces.restorePinned(name) }

    /// Changes a World's clock.
    ///
    /// Until the first change, a World may use the machine's own clock, which costs less for each request.
    func turnClock(_ name: NamespaceName, _ turn: (VirtualClock) -> Void) {
        pin(name)
        var readings: (before: ClockTurn.Reading, after: ClockTurn.Reading)?
        namespaces.replace(name) { world in
            let known = world.clock as? VirtualClock
            let clock = known ?? VirtualClock(base: realClock)
            let before = ClockTurn.Reading(clock)
            // Media tokens may have been presented at other nodes up to this time.
            if isShared { world.stores.latestPresentation.record(clock.now()) }
            turn(clock)
            readings = (before, ClockTurn.Reading(clock))
            return known == nil ? world.following(clock) : world
        }
        if let (before, after) = readings {
            namespaces.find(name)?.journal?.recordTurn(from: before, to: after)
        }
        clockObservers.tell(name)
    }

    /// Removes the records that have expired by their Worlds' clocks, and idle namespaces.
    ///
    /// - Parameter now: the machine's time, by which idle time is measured.
    /// - Returns: the number of removed namespaces.
    @discardableResult
    func sweep(now: Timestamp) -> Int {
        // The records are swept without a lock; only the few namespaces that seem idle are examined again under one.
        let removed = namespaces.sweepRecords(now: now).compactMap { removeIfIdle($0.world.name, now: now) }
        // If a store can't discard its namespace, the namespace is there again after a restart.
        for namespace in removed { try? namespace.world.stores.shelf?.discard() }
        return removed.count
    }

    private func removeIfIdle(_ name: NamespaceName, now: Timestamp) -> Namespace? {
        configurations.withLock { configurations in
            guard let removed = namespaces.removeIfIdle(name, now: now) else { return nil }
            configurations[name] = nil
            starts.withLock { $0[name] = nil }
            removed.journal?.feed.end()
            return removed
        }
    }
}
