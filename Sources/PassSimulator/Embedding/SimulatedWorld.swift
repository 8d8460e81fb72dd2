import PassCrypto
import PassDomain
import PassInstruments

/// One namespace of a simulator: what it knows, its clock, its faults and its journal, to be changed while it runs.
///
/// ```swift
/// let simulator = try await Simulator.start()
/// let world = try simulator.world(named: "suite-1")
/// try world.configure("{ ttl: { authenticationSeconds: 60 } }")
/// let app = App(serviceProvider: world.serviceProvider)
/// // … the app logs in, and then its authN token is over
/// world.advance(by: .seconds(61))
/// ```
///
/// Namespaces don't know of each other, so suites that run in parallel take one each. A change holds for requests that
/// come after it; one that is under way ends as it began.
public struct SimulatedWorld: Sendable {
    /// The namespace's name; `default` is that of requests which name none.
    public let name: String
    /// Where it is reached by plain HTTP: `http://127.0.0.1:49152`, or `http://127.0.0.1:49152/_ns/suite-1`.
    public let url: String
    /// The same by TLS; clients must trust `Simulator.certificateAuthority`.
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

    /// What SDKs take as their service provider URL: `url` and `/adobe-services`.
    public var serviceProvider: String { url + "/adobe-services" }

    /// The public key with which its tokens verify, as PEM text (SubjectPublicKeyInfo), for `MediaTokenVerifier`.
    public var tokenKeyPEM: String { String(decoding: backend.keys.token.publicKey.pem, as: UTF8.self) }

    /// Changes what this World knows and how strict it is, in the form of a configuration file (JSON5).
    ///
    /// What isn't said stays as it is. `null` takes an entry out of `requestors`, `mvpds`, `subscribers`, or a requestor's
    /// own `mvpds`; `excludedMVPDs` leaves out some of all. Clock, codes, logins, logouts and used-up tokens stay. Paths are
    /// relative to the working directory.
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
    /// An MVPD's `host` counts for spoofed requests only if the simulator knew it when it started.
    ///
    /// - Throws: `ConfigurationError` for an unknown setting (it names the nearest one), a bad value, a name that leads
    ///   nowhere, and for settings of the simulator as a whole (`listen`, `keys`, `limits` …); `SimulatorError` for files
    ///   that can't be used. Then nothing has changed.
    public func configure(_ json5: String) throws {
        try backend.worlds.configure(namespaceName, json5)
    }

    /// Makes it as it was when it began: the configuration of the start, nobody logged in, no codes, logouts or used-up
    /// tokens, the clock as at the start, no faults, an empty journal.
    public func reset() {
        backend.worlds.reset(namespaceName)
    }

    /// The namespace's present state; a namespace that was removed meanwhile is made again.
    var namespace: Namespace { backend.worlds.namespaces.kept(namespaceName) }
}
