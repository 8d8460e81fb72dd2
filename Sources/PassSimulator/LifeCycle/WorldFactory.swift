import PassCore
import PassCrypto
import PassDomain
import PassMVPD
import PassStore
import PassTokens

/// A factory for Worlds in their start-up state, with the configuration's catalog and policy and empty stores.
struct WorldFactory: Sendable {
    let catalog: Catalog
    private let policy: Policy
    private let configuration: Configuration
    private let tokens: SignedTokenSealer
    private let devices: DeviceFingerprints
    private let credentials: JWTCredentialSealer
    private let requestorKeys: RequestorKeyRing
    private let connector: SimulatedMVPDs
    private let realClock: any WallClock
    private let storedBytes: ByteAccount

    /// Creates a factory and reads the key files that the configuration names.
    ///
    /// - Parameter storedBytes: the account of the bytes of all Worlds' records.
    init(
        _ configuration: Configuration, keys: InstallationKeys, realClock: any WallClock, storedBytes: ByteAccount
    ) throws {
        self.configuration = configuration
        self.realClock = realClock
        self.storedBytes = storedBytes
        catalog = configuration.catalog
        policy = configuration.policy
        tokens = SignedTokenSealer(key: keys.token, handles: keys.sealer, forms: configuration.tokenForms)
        devices = DeviceFingerprints(key: keys.device, form: configuration.deviceBindingForm)
        credentials = JWTCredentialSealer(
            signingKey: keys.token, trustedStatementKeys: try configuration.trustedStatementKeys())
        requestorKeys = try configuration.requestorKeys()
        connector = SimulatedMVPDs(catalog: catalog, policy: policy, sealer: keys.sealer)
    }

    func make(_ name: NamespaceName) -> World {
        World(
            name: name, clock: clock(), identifiers: identifiers(), catalog: catalog, policy: policy,
            stores: .memory(capacity: configuration.limits.records, account: storedBytes), connector: connector,
            tokens: tokens, devices: devices, credentials: credentials, requestorKeys: requestorKeys)
    }

    /// Returns a World with this factory's catalog, policy and keys, and everything else from `world`.
    ///
    /// The clock, the identifiers, the records and the throttle stay.
    func remade(_ world: World) -> World {
        World(
            name: world.name, clock: world.clock, identifiers: world.identifiers, catalog: catalog, policy: policy,
            stores: world.stores, connector: connector, tokens: tokens, devices: devices, credentials: credentials,
            requestorKeys: requestorKeys, throttle: world.throttle)
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
