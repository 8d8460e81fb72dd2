import PassAdmin
import PassCore
import PassCrypto
import PassDomain
import PassMVPD
import PassTokens

/// A factory for Worlds in their start-up state, with the configuration's catalog and policy and empty stores.
struct WorldFactory: Sendable {
    let catalog: Catalog
    private let configuration: Configuration
    private var sealers: WorldSealers
    /// The keys for Worlds with keys of their own; `nil` if the Worlds use the installation's.
    private var ownKeys: SigningKeys?
    private let statementKeys: @Sendable () -> [RSAPublicKey]
    private let requestorKeys: RequestorKeyRing
    private let mvpds: SimulatedMVPDs.Settings
    private let issued: IssuedTokens
    private let realClock: any WallClock
    private let engine: any StoreEngine
    private let logins: LoginCounts

    /// Creates a factory and reads the key files that the configuration names.
    ///
    /// - Parameters:
    ///   - engine: stores the records of all Worlds.
    ///   - counts: counts the logins and the tokens of all Worlds.
    init(
        _ configuration: Configuration, keys: InstallationKeys, realClock: any WallClock, engine: any StoreEngine,
        counts: ServerCounts
    ) throws {
        self.configuration = configuration
        self.realClock = realClock
        self.engine = engine
        logins = counts.logins
        catalog = configuration.catalog
        issued = counts.tokens
        statementKeys = try configuration.trustedStatementKeys()
        sealers = WorldSealers(keys.signing, configuration, statementKeys, issued)
        requestorKeys = try configuration.requestorKeys()
        mvpds = configuration.simulatedMVPDs
    }

    /// Returns a factory for Worlds with the given keys of their own; for `nil`, this factory.
    func with(_ keys: SigningKeys?) -> WorldFactory {
        guard let keys else { return self }
        var factory = self
        factory.sealers = WorldSealers(keys, configuration, statementKeys, issued)
        factory.ownKeys = keys
        return factory
    }

    func make(_ name: NamespaceName) -> World {
        let (stores, mvpdStores) = stores(on: engine.shelf(for: name, isFinished: true))
        return make(name, clock(), identifiers(), stores, mvpdStores, RequestThrottle())
    }

    /// Returns a World with copies of another World's clock, identifiers and records.
    ///
    /// - Throws: `EntitlementFailure.storeFull` when there is no room for the records; `StoreError`.
    func copy(_ world: World, as name: NamespaceName) throws -> World {
        let (stores, mvpdStores) = stores(on: engine.shelf(for: name, isFinished: false))
        let clock = (world.clock as? VirtualClock)?.copy() ?? world.clock
        let identifiers = (world.identifiers as? SeededIdentifierSource)?.copy() ?? world.identifiers
        try world.stores.copy(to: stores, now: world.clock.now())
        return make(name, clock, identifiers, stores, mvpdStores, RequestThrottle())
    }

    /// Returns a World with the state of a snapshot.
    ///
    /// - Throws: `EntitlementFailure` for an invalid record, which names its place; `SnapshotOverflow` when there is no
    ///   room for the records; `StoreError`.
    func restored(_ name: NamespaceName, _ snapshot: NamespaceSnapshot) throws -> World {
        let (stores, mvpdStores) = stores(on: engine.shelf(for: name, isFinished: false))
        try stores.restore(snapshot.records, at: "records")
        if let latest = snapshot.latestMediaToken { stores.latestPresentation.record(latest) }
        let clock =
            snapshot.clock.followsRealTime
            ? realClock : VirtualClock(base: realClock, start: snapshot.clock.now, frozen: snapshot.clock.isFrozen)
        (clock as? VirtualClock)?.scale(by: snapshot.clock.scale)
        // Without a seed in the snapshot, identifiers are random. The configured seed would repeat some that the
        // records already use.
        let identifiers: any IdentifierSource =
            snapshot.identifiers.map { SeededIdentifierSource(seed: $0) } ?? SystemIdentifierSource()
        for (address, allowance) in snapshot.throttle {
            try stores.nodes?.allowances.put(AddressAllowance(key: address, allowance), now: clock.now())
        }
        return make(name, clock, identifiers, stores, mvpdStores, RequestThrottle(snapshot.throttle))
    }

    /// Returns a World with the records of an earlier run.
    ///
    /// - Parameters:
    ///   - snapshot: the state of the World without its records; `nil` for the start-up state.
    ///   - since: the machine's time at which the World's clock showed the time in the snapshot.
    ///   - former: the World that this one replaces because another node has changed it; `nil` if there is none.
    func continued(
        _ name: NamespaceName, on shelf: any StoreShelf, _ snapshot: NamespaceSnapshot?, since: Timestamp,
        after former: World? = nil
    ) -> World {
        let (stores, mvpdStores) = stores(on: shelf)
        if let former { stores.latestPresentation.record(former.stores.latestPresentation.value) }
        guard let snapshot else {
            // With the configured seed, new records would get identifiers that records on the shelf already have.
            return make(name, clock(), SystemIdentifierSource(), stores, mvpdStores, RequestThrottle())
        }
        if let latest = snapshot.latestMediaToken { stores.latestPresentation.record(latest) }
        let clock: any WallClock =
            snapshot.clock.followsRealTime
            ? realClock
            : VirtualClock(
                base: realClock, shown: snapshot.clock.now, since: since, frozen: snapshot.clock.isFrozen,
                scale: snapshot.clock.scale)
        let identifiers: any IdentifierSource
        if stores.nodes != nil {
            identifiers = former?.identifiers ?? self.identifiers()
        } else {
            identifiers =
                snapshot.identifiers.map { SeededIdentifierSource(seed: $0).leaped() } ?? SystemIdentifierSource()
        }
        return make(name, clock, identifiers, stores, mvpdStores, RequestThrottle(snapshot.throttle))
    }

    private func stores(on shelf: any StoreShelf) -> (Stores, SimulatedMVPDs.Stores) {
        let capacity = configuration.limits.records
        let mvpdStores = SimulatedMVPDs.Stores(
            sessions: shelf.store(of: MVPDSession.self, capacity: capacity, leeway: 0),
            grants: shelf.store(of: MVPDGrant.self, capacity: capacity, leeway: 0))
        var stores = Stores(on: shelf, capacity: capacity)
        stores.sessions = CountedLogins(stores.sessions, logins)
        stores.others = mvpdStores.all
        if engine is any SharedStoreEngine { stores.nodes = NodeStores(on: shelf, capacity: capacity) }
        return (stores, mvpdStores)
    }

    /// Returns a World with this factory's catalog and policy, the given keys, and everything else from `world`.
    ///
    /// The clock, the identifiers, the throttle and the records stay. Only the MVPDs' stored decisions don't, because
    /// the MVPDs may now decide otherwise.
    ///
    /// - Parameter keys: the keys that the World has for itself; `nil` for the installation's.
    func remade(_ world: World, keys: SigningKeys?) -> World {
        guard let mvpdStores = world.simulatedMVPDs?.stores else { return world }
        var stores = world.stores
        // In a store that outlives the process, `Worlds` removes the decisions afterwards, because nothing may wait for
        // the store here.
        if !engine.outlivesProcess, let shelf = stores.shelf {
            stores.appDecisions = shelf.store(
                of: AppDecision.self, capacity: configuration.limits.records, leeway: 0)
        }
        return with(keys).make(world.name, world.clock, world.identifiers, stores, mvpdStores, world.throttle)
    }

    private func make(
        _ name: NamespaceName, _ clock: any WallClock, _ identifiers: any IdentifierSource, _ stores: Stores,
        _ mvpdStores: SimulatedMVPDs.Stores, _ throttle: RequestThrottle
    ) -> World {
        let connector = SimulatedMVPDs(
            mvpds, catalog: catalog, identifiers: identifiers, stores: mvpdStores, sealer: sealers.handles)
        return World(
            name: name, clock: clock, identifiers: identifiers, catalog: catalog, stores: stores,
            ports: Ports(
                connector: connector, tokens: sealers.tokens, devices: sealers.devices,
                credentials: sealers.credentials, requestorKeys: requestorKeys, serviceTokens: sealers.serviceTokens,
                ownKeys: ownKeys),
            throttle: throttle)
    }

    private func clock() -> any WallClock {
        guard let start = configuration.startTime else { return realClock }
        return VirtualClock(base: realClock, start: start)
    }

    private func identifiers() -> any IdentifierSource {
        // Two nodes with the same seed would give different records the same identifiers.
        guard let seed = configuration.seed, !(engine is any SharedStoreEngine) else { return SystemIdentifierSource() }
        return SeededIdentifierSource(seed: seed)
    }
}

/// The sealers and verifiers of the Worlds of one factory.
private struct WorldSealers: Sendable {
    let tokens: SignedTokenSealer
    let devices: DeviceFingerprints
    let credentials: JWTCredentialSealer
    let serviceTokens: HMACServiceTokenSealer
    /// The sealer of values that only the simulator reads.
    let handles: Sealer

    init(
        _ keys: SigningKeys, _ configuration: Configuration, _ statementKeys: @escaping @Sendable () -> [RSAPublicKey],
        _ issued: IssuedTokens
    ) {
        tokens = SignedTokenSealer(
            key: keys.token, handles: keys.sealer, forms: configuration.tokenForms, issued: issued)
        devices = DeviceFingerprints(key: keys.device, form: configuration.deviceBindingForm)
        credentials = JWTCredentialSealer(
            signingKey: keys.token, trustedStatementKeys: statementKeys, issued: issued)
        serviceTokens = HMACServiceTokenSealer(keys.sealer, issued: issued)
        handles = keys.sealer
    }
}
