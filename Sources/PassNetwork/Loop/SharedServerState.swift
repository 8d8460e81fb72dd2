import PassCore
import PassCrypto
import PassHTTP
import Synchronization

/// The state that all loops of a server share. Any thread may use all of it.
final class SharedServerState: Sendable {
    let limits: HTTPLimits
    let tls: TLSServerContext?
    let tunnels: any TunnelPolicy
    let responder: any HTTPResponder
    let workers: WorkerPool
    let log: (@Sendable (HTTPServerEvent) -> Void)?
    /// The most connections at once: the limit, or fewer if the process can't have that many descriptors.
    let maximumConnections: Int
    let openConnections = Atomic(0)
    /// The number of connections that were ever accepted, those that were rejected with 503 included.
    let acceptedConnections = Atomic(0)
    let peers: PeerTable
    /// The clients whose TLS handshakes aren't answered for a while.
    let unaccepted = UnacceptedClients()
    /// The account of the bytes that all connections hold for incomplete requests and unsent answers.
    let buffered: ByteAccount

    init(
        limits: HTTPLimits, tls: TLSServerContext?, tunnels: any TunnelPolicy, responder: any HTTPResponder,
        workers: WorkerPool, maximumConnections: Int, log: (@Sendable (HTTPServerEvent) -> Void)?
    ) {
        self.limits = limits
        buffered = ByteAccount(limit: limits.bufferedBytes)
        self.tls = tls
        self.tunnels = tunnels
        self.responder = responder
        self.workers = workers
        self.maximumConnections = maximumConnections
        peers = PeerTable(limit: limits.connectionsPerPeer, connections: maximumConnections)
        self.log = log
    }
}
