import Dispatch
package import PassCore
package import PassCrypto
package import PassHTTP
import Synchronization

/// The HTTP server: listeners, loops and workers behind two calls, `start` and `stop`.
///
/// One port takes plain HTTP, TLS and proxy requests; a connection's first byte decides, and inside an accepted CONNECT the
/// tunnel's first byte again. It runs until `stop`, whether or not a reference to it is kept.
package final class HTTPServer: Sendable {
    package struct Settings: Sendable {
        package var listeners: [ListenAddress]
        package var limits: HTTPLimits
        /// `nil`: half as many as there are processors, at least one; the other half is for workers and clients.
        package var loops: Int?

        package init(listeners: [ListenAddress], limits: HTTPLimits = HTTPLimits(), loops: Int? = nil) {
            self.listeners = listeners
            self.limits = limits
            self.loops = loops
        }
    }

    private struct State {
        var isStarted = false
        var mailboxes: [Mailbox<Loop.Message>] = []
        var runningLoops = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// Descriptors that are kept free for files, keys and outgoing requests.
    private static let reservedDescriptors = 64

    private let settings: Settings
    private let shared: ServerShared
    private let state = Guarded(State())

    /// - Parameters:
    ///   - tls: `nil` refuses TLS handshakes as malformed requests.
    ///   - responder: answers all requests; called on loops.
    ///   - log: called on loops for what never becomes a request, so it must not wait.
    package init(
        settings: Settings, tls: TLSServerContext?, tunnels: any TunnelPolicy, responder: any HTTPResponder,
        log: (@Sendable (HTTPServerEvent) -> Void)?
    ) {
        self.settings = settings
        let descriptors =
            Sockets.raiseDescriptorLimit() - HTTPServer.reservedDescriptors - Loop.maximumTurnedAway
        shared = ServerShared(
            limits: settings.limits, tls: tls, tunnels: tunnels, responder: responder,
            workers: WorkerPool(width: Processors.count + 2, capacity: settings.limits.queuedWork),
            maximumConnections: min(settings.limits.connections, max(16, descriptors)), log: log)
    }

    /// Opens all listeners and begins to serve; called once.
    ///
    /// - Returns: where it listens, in the order of the settings.
    /// - Throws: when one of the addresses can't be had; then none is.
    package func start() throws(NetworkError) -> [BoundAddress] {
        let isFirst = state.withLock { state in
            defer { state.isStarted = true }
            return !state.isStarted
        }
        precondition(isFirst, "a server is started once")
        var listeners: [Listener] = []
        for address in settings.listeners { listeners.append(try Listener(address)) }
        for index in 0..<(settings.loops ?? max(1, Processors.count / 2)) {
            do {
                try startLoop(index, listeners)
            } catch {
                drain(within: 0)
                throw NetworkError(.systemFailure, "A readiness loop can't be made.", cause: error)
            }
        }
        return listeners.map(\.address)
    }

    /// Stops and returns when every descriptor is closed.
    ///
    /// New connections are refused at once and idle ones closed. Requests under way are answered with `Connection: close`;
    /// what isn't done in time is closed unanswered. A worker's work isn't interrupted, only its answer is dropped.
    package func stop(within milliseconds: Int) async {
        await withCheckedContinuation { continuation in
            let isStopped = state.withLock { state in
                if state.runningLoops > 0 { state.waiters.append(continuation) }
                return state.runningLoops == 0
            }
            if isStopped { continuation.resume() } else { drain(within: milliseconds) }
        }
    }

    /// Begins to stop, and doesn't wait.
    func drain(within milliseconds: Int) {
        for mailbox in state.withLock({ $0.mailboxes }) { mailbox.post(.drain(milliseconds: milliseconds)) }
    }

    /// How many connections are open now.
    package var connectionCount: Int { shared.openConnections.load(ordering: .relaxed) }

    /// Counts the bytes that all connections hold of incomplete requests and unsent answers.
    package var buffered: ByteAccount { shared.buffered }

    private func startLoop(_ index: Int, _ listeners: [Listener]) throws(SystemError) {
        let mailbox = try Mailbox<Loop.Message>()
        let failure = Guarded<SystemError?>(nil)
        // Handed over and not shared, since the block below lives as long as the loop and the listeners don't.
        let handover = Guarded(listeners)
        let isReady = DispatchSemaphore(value: 0)
        state.withLock { state in
            state.mailboxes.append(mailbox)
            state.runningLoops += 1
        }
        // A serial queue without a target has a thread of its own, which a loop needs because it never returns.
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
