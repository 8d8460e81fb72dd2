import PassCore
import PassHTTP

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// One readiness loop on its own thread, with the connections that it accepted (see `run`).
///
/// Everything in it is used on that thread alone. Others reach it through its mailbox.
///
/// What each request touches is `@exclusivity(unchecked)`, here and in `Connection`: the properties are changed by calls of
/// plain values and by ends of connections and TLS sessions, none of which know the loop, so that nothing comes back to them
/// meanwhile. To check that again each time took a tenth of a small request.
final class Loop {
    enum Message: Sendable {
        case answer(PollToken, HTTPResponse)
        /// The work for the connection's request gave way to another's.
        case turnedAway(PollToken)
        /// Accept no more, let requests under way end, and close everything after so many milliseconds.
        case drain(milliseconds: Int)
    }

    /// How long answers are collected at most while a crowd of work waits.
    private static let collectingMilliseconds: Int32 = 1

    let shared: ServerShared
    let mailbox: Mailbox<Message>
    let poller: Poller
    var listeners: [Listener]
    /// Answers and their framing are written here, those of one connection behind those of another.
    @exclusivity(unchecked) var output = OutputBuffer()
    /// Whose answers `output` begins with, in their order.
    @exclusivity(unchecked) var collected: [CollectedAnswers] = []
    let scratch: UnsafeMutableRawBufferPointer
    @exclusivity(unchecked) var dates: HTTPDateCache
    @exclusivity(unchecked) private var datesChecked = Int64.min
    /// Read once per turn.
    @exclusivity(unchecked) var now = MonotonicClock.milliseconds

    /// By descriptor.
    @exclusivity(unchecked) var connections: [Connection?] = []
    var connectionCount = 0
    var lastGeneration: UInt32 = 0
    /// What the last accepted connection says of itself.
    var lastInfo: HTTPConnectionInfo?
    @exclusivity(unchecked) var deadlines: DeadlineLists
    @exclusivity(unchecked) var delays = DelayHeap()
    /// Connections with more requests in hand than one turn answers.
    @exclusivity(unchecked) var queued: [PollToken] = []
    /// Pieces of work that the workers have of this loop's.
    @exclusivity(unchecked) var workCount = 0
    /// Held so that a connection can be accepted, and closed, when there are no descriptors left.
    var spareDescriptor: Int32 = -1
    /// Until when no connection is accepted because there are no descriptors; `nil` in normal times.
    @exclusivity(unchecked) var acceptsAgainAt: Int64?
    /// When whatever is still open is closed; `nil` while the server isn't stopping.
    @exclusivity(unchecked) var drainDeadline: Int64?

    private let clock = SystemWallClock()

    init(shared: ServerShared, listeners: [Listener], mailbox: Mailbox<Message>) throws(SystemError) {
        self.shared = shared
        self.listeners = listeners
        self.mailbox = mailbox
        poller = try Poller()
        // Room for the largest head that is still incomplete, and for a whole TLS record behind it.
        let size = max(65_536, 2 * shared.limits.headerBytes + 32_768)
        scratch = .allocate(byteCount: size, alignment: 16)
        dates = HTTPDateCache(now: clock.now())
        let limits = shared.limits
        deadlines = DeadlineLists { kind in
            switch kind {
            case .idle: limits.idleMilliseconds
            case .handshake: limits.handshakeMilliseconds
            case .head: limits.headerMilliseconds
            case .content: limits.bodyMilliseconds
            case .write: limits.writeMilliseconds
            case .linger: limits.lingerMilliseconds
            }
        }
        try poller.add(PollToken(descriptor: mailbox.descriptor, generation: 0), .readable)
        for listener in listeners {
            try poller.addShared(PollToken(descriptor: listener.descriptor, generation: 0))
        }
        openSpareDescriptor()
    }

    deinit {
        scratch.deallocate()
        if spareDescriptor >= 0 { close(spareDescriptor) }
    }

    /// Serves until it was told to drain and the last connection is closed.
    func run() {
        while drainDeadline == nil || connectionCount > 0 {
            let due = nextDue
            let (timeout, collects) = patience(until: due)
            let ready = poller.wait(milliseconds: timeout)
            now = MonotonicClock.milliseconds
            if ready > 0 || collects { updateDates() }
            for index in 0..<ready {
                let (token, events) = poller.event(index)
                dispatch(token, events)
            }
            if collects { receiveAll() }
            continueQueued()
            // What began in this turn is seen to in the next, which comes at once if it is due.
            if due <= now { expire() }
            sendCollected()
        }
        mailbox.close()
    }

    private func dispatch(_ token: PollToken, _ events: PollEvents) {
        if token.generation > 0 {
            if let connection = connection(token) { handle(connection, events) }
        } else if token.descriptor == mailbox.descriptor {
            mailbox.lower()
            receiveAll()
        } else if let listener = listeners.first(where: { $0.descriptor == token.descriptor }) {
            sendCollected()
            acceptAll(listener)
        }
    }

    private func receiveAll() {
        sendCollected()
        for message in mailbox.takeAll() { receive(message) }
    }

    private func receive(_ message: Message) {
        switch message {
        case .answer(let token, let response):
            workCount -= 1
            // The connection may be gone, and its descriptor in use again under another generation.
            if let connection = connection(token) {
                complete(connection, response)
                resume(connection)
            }
        case .turnedAway(let token):
            workCount -= 1
            if let connection = connection(token) {
                turnAwayWork(connection)
                resume(connection)
            }
        case .drain(let milliseconds):
            drain(milliseconds: milliseconds)
        }
    }

    /// How long to wait for events, and whether the mailbox is looked into thereafter in any case.
    ///
    /// A crowd of work that waits keeps every processor busy, and each answer that wakes the loop, and soon the peer, takes
    /// one away. So the answers of a moment are collected then, unless the workers are about to run out of work.
    private func patience(until due: Int64) -> (timeout: Int32, collects: Bool) {
        if !queued.isEmpty { return (0, false) }
        let timeout = due == .max ? -1 : Int32(clamping: max(0, due - now))
        guard timeout != 0, workCount > 0, shared.workers.isCrowded, mailbox.announceVisit() else {
            return (timeout, false)
        }
        return (timeout < 0 ? Self.collectingMilliseconds : min(timeout, Self.collectingMilliseconds), true)
    }

    /// When there is something to do without an event; `.max` when there is nothing.
    private var nextDue: Int64 {
        var due = min(deadlines.nextDue, delays.nextDue)
        if let acceptsAgainAt { due = min(due, acceptsAgainAt) }
        if let drainDeadline { due = min(due, drainDeadline) }
        return due
    }

    private func expire() {
        sendCollected()
        while let (slot, kind) = deadlines.popExpired(now: now) {
            guard let connection = connections[slot] else { continue }
            // Nothing may have happened since the request began.
            updateDates()
            expire(connection, kind)
        }
        while let token = delays.popDue(now: now) {
            guard let connection = connection(token), let response = connection.delayed else { continue }
            connection.delayed = nil
            updateDates()
            send(connection, response)
            resume(connection)
        }
        if let acceptsAgainAt, acceptsAgainAt <= now { resumeAccepting() }
        if let drainDeadline, drainDeadline <= now {
            sendCollected()
            for case let connection? in connections { dispose(connection) }
        }
    }

    /// Looks at the wall clock at most once a millisecond.
    private func updateDates() {
        guard now != datesChecked else { return }
        datesChecked = now
        dates.update(now: clock.now())
    }

    private func continueQueued() {
        guard !queued.isEmpty else { return }
        sendCollected()
        let tokens = queued
        queued.removeAll(keepingCapacity: true)
        for token in tokens {
            guard let connection = connection(token) else { continue }
            connection.isQueued = false
            resume(connection)
        }
    }

    private func drain(milliseconds: Int) {
        sendCollected()
        drainDeadline = min(drainDeadline ?? .max, now + Int64(milliseconds))
        for listener in listeners {
            poller.remove(PollToken(descriptor: listener.descriptor, generation: 0), .readable)
        }
        listeners = []
        acceptsAgainAt = nil
        for case let connection? in connections { drain(connection) }
    }
}
