import Dispatch
import PassCore
import PassCrypto
import PassDomain
import PassHTTP
import PassNetwork

/// A running simulator: a backend that answers on its own sockets until it is stopped.
///
/// ```swift
/// let simulator = try await Simulator.start()
/// let app = App(serviceProvider: simulator.url + "/adobe-services")
/// // …
/// await simulator.stop()
/// ```
public final class Simulator: Sendable {
    /// The base URL for plain HTTP, e.g. `http://127.0.0.1:49152`.
    public let url: String
    /// The base URL of the same listener for TLS, e.g. `https://localhost:49152`.
    ///
    /// Clients must trust `certificateAuthority`.
    public let httpsURL: String
    /// The certificate that clients must trust, as PEM text.
    public let certificateAuthority: String
    /// The file that holds `certificateAuthority`; `nil` when there is no data directory.
    public let certificateAuthorityFile: String?

    /// The number of workers if the store may make them wait for a disk or a network.
    private static let waitingWorkers = 32

    let backend: Backend
    /// The limits on each request.
    let limits: HTTPLimits
    private let server: HTTPServer
    private let log: RequestLog?
    private let drainMilliseconds: Int
    private let housekeeping: Housekeeping

    /// Starts a simulator, and returns it as soon as a real flow would succeed.
    ///
    /// Without a data directory, the simulator uses the published test keys and a certificate authority that is only in
    /// memory.
    ///
    /// - Throws: `SimulatorError` when an address can't be listened on or keys can't be read or made.
    public static func start(_ configuration: Configuration = Configuration()) async throws -> Simulator {
        try Simulator(configuration)
    }

    /// Begins to prepare, on another thread, what a start needs, and returns at once.
    ///
    /// Only the first start in a process gains from the preparation.
    package static func prepare() {
        DispatchQueue.global().async { OpenSSLLibrary.prepareMethods() }
    }

    private init(_ configuration: Configuration) throws {
        let keys = try Installation.keys(configuration)
        log = RequestLog(configuration.log)
        let now = SystemWallClock()
        let (backend, leaves) = try Parallel.both(
            { [log] in try Backend(configuration, keys: keys, log: log) },
            {
                try LeafCache(
                    authority: keys.authority, defaultNames: OwnNames.ofCertificate(configuration), capacity: 256,
                    now: { now.now() })
            })
        self.backend = backend
        limits = configuration.httpLimits
        let server = HTTPServer(
            settings: .init(
                listeners: configuration.listen.map { HostAndPort(host: $0.host, port: Int($0.port)) },
                limits: limits, workers: backend.worlds.engine.mayWait ? Self.waitingWorkers : nil),
            tls: try TLSServerContext(identities: leaves),
            tunnels: SpoofedHosts(hosts: backend.hosts, ownNames: OwnNames.ofRequests(configuration)),
            responder: backend.pipeline, log: Self.connectionLog(log, backend.counts.failures))
        self.server = server
        backend.metrics.observe(server)
        drainMilliseconds = Int(configuration.limits.drainSeconds * 1000)
        let bound: [BoundAddress]
        do {
            bound = try server.start()
        } catch {
            // Closing the engine releases the store's file, so that the next attempt to start can use it at once.
            backend.worlds.engine.close()
            throw SimulatorError("\(error)")
        }
        housekeeping = Housekeeping(backend.worlds, backend.shared, buffered: server.buffered, clock: now)
        backend.becomeReady()
        log?.write(exposureOf: bound, at: now.now())
        if let notice = keys.notice { log?.write(.init(time: now.now(), peer: nil, sentence: notice)) }
        url = "http://\(OwnNames.reachable(bound[0].host, tls: false)):\(bound[0].port)"
        httpsURL = "https://\(OwnNames.reachable(bound[0].host, tls: true)):\(bound[0].port)"
        backend.shared?.announce(configuration.node.url ?? NodeName.url(of: bound[0], reachable: url))
        certificateAuthority = String(decoding: keys.authority.certificatePEM, as: UTF8.self)
        certificateAuthorityFile = configuration.dataDir.map { "\($0)/\(KeyStore.certificateFile)" }
    }

    /// Returns the function that counts and logs connections and requests that end before an operation can answer.
    private static func connectionLog(
        _ log: RequestLog?, _ failures: ConnectionFailures
    ) -> @Sendable (HTTPServerEvent) -> Void {
        { event in
            failures.count(event)
            log?.write(event, at: SystemWallClock().now())
        }
    }

    /// Finishes the requests in flight, closes every connection, and returns when all sockets are closed.
    public func stop() async {
        backend.becomeUnready()
        await server.stop(within: drainMilliseconds)
        housekeeping.stop()
        backend.shared?.withdraw()
        backend.worlds.close()
        log?.flush()
    }
}
