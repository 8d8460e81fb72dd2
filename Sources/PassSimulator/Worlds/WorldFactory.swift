import PassAdmin
import PassCore
import PassCrypto
import PassDomain
import PassMVPD
import PassStore
import PassTokens

/// A factory for Worlds in their start-up state, with the configuration's catalog and policy and empty stores.
struct WorldFactory: Sendable {
    let catalog: Catalog
    private let configuration: Configuration
    private let tokens: SignedTokenSealer
    private let devices: DeviceFingerprints
    private let credentials: JWTCredentialSealer
    private let requestorKeys: RequestorKeyRing
    private let serviceTokens: HMACServiceTokenSealer
    private let mvpds: SimulatedMVPDs.Settings
    private let sealer: Sealer
    private let realClock: any WallClock
    private let storedBytes: ByteAccount
    private let logins: LoginCounts

    /// Creates a factory and reads the key files that the configuration names.
    ///
    /// - Parameters:
    ///   - storedBytes: the account of the bytes of all Worlds' records.
    ///   - counts: counts the logins and the tokens of all Worlds.
    init(
        _ configuration: Configuration, keys: InstallationKeys, realClock: any WallClock, storedBytes: ByteAccount,
        counts: ServerCounts
    ) throws {
        self.configuration = configuration
        self.realClock = realClock
        self.storedBytes = storedBytes
        logins = counts.logins
        catalog = configuration.catalog
        tokens = SignedTokenSealer(
            key: keys.token, handles: keys.sealer, forms: configuration.tokenForms, issued: counts.tokens)
        devices = DeviceFingerprints(key: keys.device, form: configuration.deviceBindingForm)
        credentials = JWTCredentialSealer(
            signingKey: keys.token, trustedStatementKeys: try configuration.trustedStatementKeys(),
            issued: counts.tokens)
        requestorKeys = try configuration.requestorKeys()
        serviceTokens = HMACServiceTokenSealer(keys.sealer, issued: counts.tokens)
        mvpds = configuration.simulatedMVPDs
        sealer = keys.sealer
    }

    func make(_ name: NamespaceName) -> World {
        let (stores, mvpdStores) = emptyStores()
        return make(name, clock(), identifiers(), stores, mvpdStores, RequestThrottle())
    }

    /// Returns a World with the clock and the records of another, which the two don't share.
    ///
    /// - Throws: `EntitlementFailure.storeFull` when there is no room for the records.
    func copy(_ world: World, as name: NamespaceName) throws -> World {
        let (stores, mvpdStores) = emptyStores()
        let clock = (world.clock as? VirtualClock)?.copy() ?? world.clock
        let identifiers = (world.identifiers as? SeededIdentifierSource)?.copy() ?? world.identifiers
        try world.stores.copy(to: stores, now: world.clock.now())
        return make(name, clock, identifiers, stores, mvpdStores, RequestThrottle())
    }

    /// Returns a World with the state of a snapshot.
    ///
    /// - Throws: `EntitlementFailure` for a fault of a record, which names its place; `SnapshotOverflow` when there is no
    ///   room for the records.
    func restored(_ name: NamespaceName, _ snapshot: NamespaceSnapshot) throws -> World {
        let (stores, mvpdStores) = emptyStores()
        try stores.restore(snapshot.records, at: "records")
        if let latest = snapshot.latestMediaToken { _ = stores.latestPresentation.reached(latest) }
        let clock =
            snapshot.clock.followsRealTime
            ? realClock : VirtualClock(base: realClock, start: snapshot.clock.now, frozen: snapshot.clock.isFrozen)
        (clock as? VirtualClock)?.scale(by: snapshot.clock.scale)
        // A seed of this simulator's own would repeat identifiers that the records have already.
        let identifiers: any IdentifierSource =
            snapshot.identifiers.map { SeededIdentifierSource(seed: $0) } ?? SystemIdentifierSource()
        return make(name, clock, identifiers, stores, mvpdStores, RequestThrottle(snapshot.throttle))
    }

    private func emptyStores() -> (Stores, SimulatedMVPDs.Stores) {
        let capacity = configuration.limits.records
        let mvpdStores = SimulatedMVPDs.Stores(
            sessions: MemoryStore(capacity: capacity, sharing: storedBytes),
            grants: MemoryStore(capacity: capacity, sharing: storedBytes))
        var stores = Stores.memory(capacity: capacity, account: storedBytes)
        stores.sessions = CountedLogins(stores.sessions, logins)
        stores.others = mvpdStores.all
        return (stores, mvpdStores)
    }

    /// Returns a World with this factory's catalog, policy and keys, and everything else from `world`.
    ///
    /// The clock, the identifiers, the throttle and the records stay, except the MVPDs' decisions that still count: the
    /// MVPDs may decide otherwise now.
    func remade(_ world: World) -> World {
        guard let mvpdStores = world.simulatedMVPDs?.stores else { return world }
        var stores = world.stores
        stores.appDecisions = MemoryStore(capacity: configuration.limits.records, sharing: storedBytes)
        return make(world.name, world.clock, world.identifiers, stores, mvpdStores, world.throttle)
    }

    private func make(
        _ name: NamespaceName, _ clock: any WallClock, _ identifiers: any IdentifierSource, _ stores: Stores,
        _ mvpdStores: SimulatedMVPDs.Stores, _ throttle: RequestThrottle
    ) -> World {
        let connector = SimulatedMVPDs(
            mvpds, catalog: catalog, identifiers: identifiers, stores: mvpdStores, sealer: sealer)
        return World(
            name: name, clock: clock, identifiers: identifiers, catalog: catalog, stores: stores,
            ports: Ports(
                connector: connector, tokens: tokens, devices: devices, credentials: credentials,
                requestorKeys: requestorKeys, serviceTokens: serviceTokens),
            throttle: throttle)
    }

    private func clock() -> any WallClock {
        guard let start = configuration.startTime else { return realClock }
        return VirtualClock(base: realClock, start: start)
    }

    private func identifiers() -> any IdentifierSource {
        guard let seed = configuration.seed else { return SystemIdentifierSource() }
        return SeededIdentifierSource(seed: seed)
    }
}
