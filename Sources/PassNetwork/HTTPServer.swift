import Dispatch
package import PassCore
package import PassCrypto
package import PassHTTP
import Synchronization

/// An HTTP server: its listeners, loops and workers, controlled by two calls, `start` and `stop`.
///
/// One port accepts plain HTTP, TLS and proxy requests. The first byte of a connection, or inside a CONNECT tunnel,
/// distinguishes TLS from plain HTTP. The server runs until `stop`, whether or not a reference to it is kept.
package final class HTTPServer: Sendable {
    /// The settings of a server.
    package struct Settings: Sendable {
        /// The addresses to listen on.
        package var listeners: [HostAndPort]
        package var limits: HTTPLimits
        /// The number of loops; `nil` means half the number of processors, at least one.
        ///
        /// The other half of the processors is left to workers and clients.
        package var loops: Int?
        /// The number of workers; `nil` means two more than there are processors, for work that mostly computes.
        ///
        /// A given number means that the work mostly waits: each worker then gets a thread of its own.
        package var workers: Int?

        package init(
            listeners: [HostAndPort], limits: HTTPLimits = HTTPLimits(), loops: Int? = nil, workers: Int? = nil
        ) {
            self.listeners = listeners
            self.limits = limits
            self.loops = loops
            self.workers = workers
        }
    }

    private struct State {
        var isStarted = false
        var mailboxes: [Mailbox<Loop.Message>] = []
        var runningLoops = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// The number of descriptors that are kept free for files, keys and outgoing requests.
    private static let reservedDescriptors = 64

    private let settings: Settings
    private let shared: SharedServerState
    private let state = Guarded(State())

    /// Creates a server that doesn't listen yet.
    ///
    /// - Parameters:
    ///   - tls: the TLS settings; with `nil`, TLS handshakes are refused as malformed requests.
    ///   - tunnels: decides for which hosts the server itself answers clients that use it as their proxy.
    ///   - responder: answers all requests; called on loops.
    ///   - log: receives the events that the responder doesn't see; called on loops, so it must not wait.
    package init(
        settings: Settings, tls: TLSServerContext?, tunnels: any TunnelPolicy, responder: any HTTPResponder,
        log: (@Sendable (HTTPServerEvent) -> Void)?
    ) {
        self.settings = settings
        let descriptors =
            ProcessResources.raiseDescriptorLimit() - HTTPServer.reservedDescriptors - Loop.maximumRejected
        shared = SharedServerState(
            limits: settings.limits, tls: tls, tunnels: tunnels, responder: responder,
            workers: WorkerPool(
                width: settings.workers ?? ProcessResources.processorCount + 2, capacity: settings.limits.queuedWork,
                waits: settings.workers != nil),
            maximumConnections: min(settings.limits.connections, max(16, descriptors)), log: log)
    }

    /// Opens all listeners and starts to serve; may be called once.
    ///
    /// - Returns: the addresses on which it listens, in the order of the settings.
    /// - Throws: `NetworkError` when one of the addresses can't be used, in which case the server listens on none, or
    ///   when a loop can't be made.
    package func start() throws(NetworkError) -> [BoundAddress] {
        let isFirst = state.withLock { state in
            defer { state.isStarted = true }
            return !state.isStarted
        }
        precondition(isFirst, "a server is started once")
        var listeners: [Listener] = []
        for address in settings.listeners { listeners.append(try Listener(address)) }
        for index in 0..<(settings.loops ?? max(1, ProcessResources.processorCount / 2)) {
            do {
                try startLoop(index, listeners)
            } catch {
                drain(within: 0)
                throw NetworkError(.systemFailure, "Can't create an event loop.", cause: error)
            }
        }
        return listeners.map(\.address)
    }

    /// Stops the server, and returns when every descriptor is closed.
    ///
    /// New connections are refused at once and idle ones closed. Requests in progress are answered with
    /// `Connection: close`; connections that aren't done in time are closed without an answer. A worker's current work
    /// isn't interrupted: only its answer is dropped. Code that hasn't finished a later answer or a stream is told of
    /// the stop, so that it can finish in time.
    package func stop(within milliseconds: Int) async {
        await withCheckedContinuation { continuation in
            let isStopped = state.withLock { state in
                if state.runningLoops > 0 { state.waiters.append(continuation) }
                return state.runningLoops == 0
            }
            if isStopped { continuation.resume() } else { drain(within: milliseconds) }
        }
    }

    /// Begins to stop the server, and returns without waiting for the end.
    func drain(within milliseconds: Int) {
        for mailbox in state.withLock({ $0.mailboxes }) { mailbox.post(.drain(milliseconds: milliseconds)) }
    }

    /// The number of connections that are open now.
    package var connectionCount: Int { shared.openConnections.load(ordering: .relaxed) }

    /// The account of the bytes that all connections hold for incomplete requests and unsent answers.
    package var buffered: ByteAccount { shared.buffered }

    /// The current load of the server's connections and workers.
    package var load: HTTPServerLoad {
        let work = shared.workers.load
        return HTTPServerLoad(
            openConnections: connectionCount,
            acceptedConnections: shared.acceptedConnections.load(ordering: .relaxed),
            bufferedBytes: shared.buffered.used, waitingWork: work.waiting, runningWork: work.running)
    }

    private func startLoop(_ index: Int, _ listeners: [Listener]) throws(SystemError) {
        let mailbox = try Mailbox<Loop.Message>()
        let failure = Guarded<SystemError?>(nil)
        // The listeners are handed over rather than captured: the block below exists as long as the loop, but the
        // listeners must be released earlier, because that closes them.
        let handover = Guarded(listeners)
        let isReady = DispatchSemaphore(value: 0)
        state.withLock { state in
            state.mailboxes.append(mailbox)
            state.runningLoops += 1
        }
        // A serial queue without a target has a thread of its own, which a loop needs because it runs until the server
        // stops.
        DispatchQueue(label: "pass-simulator.loop.\(index)", qos: .userInitiated).async { [self] in
            do throws(SystemError) {
                let listeners = handover.withLock { held in
                    defer { held = [] }
                    return held
                }
                let loop = try Loop(shared: shared, listeners: consume listeners, mailbox: mailbox)
                isReady.signal()
                loop.run()
            } catch {
                failure.withLock { $0 = error }
                isReady.signal()
            }
            loopEnded()
        }
        isReady.wait()
        if let error = failure.withLock({ $0 }) { throw error }
    }

    private func loopEnded() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.runningLoops -= 1
            if state.runningLoops > 0 { return [] }
            state.mailboxes = []
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
