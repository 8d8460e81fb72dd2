import PassCrypto
import PassHTTP
import Synchronization

/// What all loops of a server share; nothing in it changes but the count of connections.
final class ServerShared: Sendable {
    let limits: HTTPLimits
    let tls: TLSServerContext?
    let tunnels: any TunnelPolicy
    let responder: any HTTPResponder
    let workers: WorkerPool
    let log: (@Sendable (HTTPServerEvent) -> Void)?
    /// The most connections at once: the limit, or fewer where the process may not have so many descriptors.
    let maximumConnections: Int
    let openConnections = Atomic(0)

    init(
        limits: HTTPLimits, tls: TLSServerContext?, tunnels: any TunnelPolicy, responder: any HTTPResponder,
        workers: WorkerPool, maximumConnections: Int, log: (@Sendable (HTTPServerEvent) -> Void)?
    ) {
        self.limits = limits
        self.tls = tls
        self.tunnels = tunnels
        self.responder = responder
        self.workers = workers
        self.maximumConnections = maximumConnections
        self.log = log
    }
}
