import PassCrypto
import PassDomain
import PassInstruments

/// A namespace of a simulator, whose configuration, clock, faults and journal can be changed while it runs.
///
/// ```swift
/// let simulator = try await Simulator.start()
/// let world = try simulator.world(named: "suite-1")
/// try world.configure("{ ttl: { authenticationSeconds: 60 } }")
/// let app = App(serviceProvider: world.serviceProvider)
/// // … the app logs in, and then its authN token expires
/// world.advance(by: .seconds(61))
/// ```
///
/// Namespaces are isolated from each other, so test suites that run in parallel each use one of their own. A change
/// applies to later requests; a request in flight keeps the state that it began with.
public struct SimulatedWorld: Sendable {
    /// The namespace's name; `default` is the namespace of requests that name none.
    public let name: String
    /// The World's base URL for plain HTTP: `http://127.0.0.1:49152`, or `http://127.0.0.1:49152/_ns/suite-1`.
    public let url: String
    /// The World's base URL for TLS; clients must trust `Simulator.certificateAuthority`.
    public let httpsURL: String

    let namespaceName: NamespaceName
    let backend: Backend

    init(_ name: NamespaceName, of simulator: Simulator) {
        let prefix = name == .default ? "" : "/_ns/\(name)"
        self.name = name.rawValue
        url = simulator.url + prefix
        httpsURL = simulator.httpsURL + prefix
        namespaceName = name
        backend = simulator.backend
    }

    /// The service provider URL for SDKs: `url` followed by `/adobe-services`.
    public var serviceProvider: String { url + "/adobe-services" }

    /// The public key that verifies the World's tokens, as PEM text (SubjectPublicKeyInfo), for `MediaTokenVerifier`.
    public var tokenKeyPEM: String {
        let key = backend.worlds.ownKeys(of: namespaceName)?.token ?? backend.keys.token
        return String(decoding: key.publicKey.pem, as: UTF8.self)
    }

    /// Gives the World its own token, device and SAML keys, and its own sealing key.
    ///
    /// Tokens of other Worlds, and those that this World issued before the call, are no longer accepted. Logins that
    /// are under way must be started again. Settings, records and the clock stay, and `reset()` keeps the keys. Another
    /// call replaces the keys. Making them takes a few tenths of a second.
    ///
    /// The keys exist only in this process, unless the store outlives it: such a store keeps them sealed.
    ///
    /// - Throws: `SimulatorError` if no keys can be made, or if files that the settings name can't be used any more.
    public func useOwnKeys() throws {
        do {
            try backend.worlds.useOwnKeys(namespaceName)
        } catch let error as SimulatorError {
            throw error
        } catch {
            throw SimulatorError("The namespace \(name) can't be given keys of its own: \(error)")
        }
    }

    /// Changes the World's settings, with text in the form of a configuration file (JSON5).
    ///
    /// Settings that the text doesn't mention stay as they are. `null` removes an entry from `requestors`, `mvpds`,
    /// `subscribers`, or a requestor's own `mvpds`; `excludedMVPDs` excludes some MVPDs of a requestor that has all
    /// others. The clock, codes, logins, logouts and used-up tokens stay. The MVPDs' decisions that are stored for REST
    /// API v2 are removed. Paths are relative to the working directory.
    ///
    /// ```swift
    /// try world.configure("""
    ///     {
    ///         requestors: { MY_NET: { mvpds: { AcmeCable: { authorizationSeconds: 30 }, TempPass: {} } } },
    ///         mvpds: { TempPass: { pass: { seconds: 5 } } },
    ///         subscribers: { user: { entitlement: "nothing", message: "Not in your package." } },
    ///     }
    ///     """)
    /// ```
    ///
    /// An MVPD's `host` is recognized in spoofed requests only if the simulator knew it when it started.
    ///
    /// - Throws: `ConfigurationError` for an unknown setting (it names the nearest one), a bad value, a reference to an
    ///   entry that doesn't exist, and a setting of the simulator as a whole (`listen`, `keys`, `limits` …);
    ///   `SimulatorError` for files that can't be used. In these cases nothing has changed. A failure of the store is a
    ///   `SimulatorError`, too, but the settings may have changed.
    public func configure(_ json5: String) throws {
        do {
            try backend.worlds.change(namespaceName, json5)
        } catch let error as StoreError {
            throw SimulatorError("\(error)")
        }
    }

    /// Returns the World to its initial state.
    ///
    /// The configuration, its rules and the clock are again those of the simulator's start. Logins, codes, logouts,
    /// used-up tokens and faults are removed, and the journal is emptied. If a store outside memory can't be written
    /// to, the World stays as it is.
    public func reset() {
        try? backend.worlds.reset(namespaceName)
    }

    /// The namespace's current state; a namespace that was removed in the meantime is created again.
    var namespace: Namespace { backend.worlds.namespaces.restorePinned(namespaceName) }
}
