import PassCore
import PassHTTP

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An event loop on its own thread, with the connections that it accepted.
///
/// A turn is one pass of the loop in `run`: the loop waits for events, then handles them.
///
/// Only that thread uses the loop. Other threads reach it through its mailbox.
///
/// The properties that each request touches are `@exclusivity(unchecked)`, here and in `Connection`. No code that
/// changes them can call back into the loop, so no access can begin during a change. The attribute switches off the
/// check for exclusive access at run time, which took a tenth of the time of a small request.
final class Loop {
    /// A message to the loop from another thread.
    enum Message: Sendable {
        case answer(PollToken, HTTPResponse)
        /// The work for the connection's request was dropped, to make room for another client's work. The request gets
        /// this answer.
        case workDropped(PollToken, HTTPResponse)
        /// The connection's request, which was to be answered later, is answered.
        case reply(PollToken, HTTPResponse)
        /// Bytes, or the end, were written to the connection's stream.
        case streamWritten(PollToken)
        /// Accept no more, let requests in progress end, and close everything after that many milliseconds.
        case drain(milliseconds: Int)
    }

    /// The longest time for which the loop leaves answers in its mailbox while much work is waiting.
    private static let batchMilliseconds: Int32 = 1

    let shared: SharedServerState
    let mailbox: Mailbox<Message>
    let poller: Poller
    var listeners: [Listener]
    /// The buffer for answers and their framing, one connection's after another's.
    @exclusivity(unchecked) var output = OutputBuffer()
    /// The collected answers, which are at the beginning of `output` in the same order.
    @exclusivity(unchecked) var collected: [CollectedAnswers] = []
    /// The buffer into which the bytes of all connections are read.
    let scratch: UnsafeMutableRawBufferPointer
    @exclusivity(unchecked) var dates: HTTPDateCache
    @exclusivity(unchecked) private var datesChecked = Int64.min
    /// The monotonic clock's time, read once per turn and again when a peer doesn't take all of an answer.
    @exclusivity(unchecked) var now = MonotonicClock.milliseconds

    /// The connections, indexed by descriptor.
    @exclusivity(unchecked) var connections: [Connection?] = []
    var connectionCount = 0
    var lastGeneration: UInt32 = 0
    @exclusivity(unchecked) var deadlines: DeadlineLists
    @exclusivity(unchecked) var delays = DelayHeap()
    /// The connections to continue before the loop waits again, such as those with more requests than one turn answers.
    @exclusivity(unchecked) var queued: [PollToken] = []
    /// The number of this loop's jobs that the workers have.
    @exclusivity(unchecked) var workCount = 0
    /// A spare descriptor, so that a connection can be accepted and closed when there are no descriptors left.
    var spareDescriptor: Int32 = -1
    /// The time until which no connection is accepted for lack of descriptors; `nil` in normal times.
    @exclusivity(unchecked) var acceptsAgainAt: Int64?
    /// The time at which all connections that are still open are closed; `nil` while the server isn't stopping.
    @exclusivity(unchecked) var drainDeadline: Int64?

    private let clock = SystemWallClock()

    init(shared: SharedServerState, listeners: [Listener], mailbox: Mailbox<Message>) throws(SystemError) {
        self.shared = shared
        self.listeners = listeners
        self.mailbox = mailbox
        poller = try Poller()
        // The buffer has room for the largest head that is still incomplete, and for a whole TLS record after it.
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

    /// Serves until a message has asked the loop to drain and its last connection is closed.
    func run() {
        while drainDeadline == nil || connectionCount > 0 {
            let due = nextDue
            let (timeout, batchesAnswers) = waitPlan(until: due)
            let ready = poller.wait(milliseconds: timeout)
            now = MonotonicClock.milliseconds
            if ready > 0 || batchesAnswers { updateDates() }
            for index in 0..<ready {
                let (token, events) = poller.event(index)
                dispatch(token, events)
            }
            if batchesAnswers { receiveAll() }
            continueQueued()
            // Deadlines that began in this turn are checked in the next, which comes at once if one is due.
            if due <= now { expire() }
            sendCollected()
        }
        mailbox.close()
    }

    private func dispatch(_ token: PollToken, _ events: PollEvents) {
        if token.generation > 0 {
            if let connection = connection(token) { handle(connection, events) }
        } else if token.descriptor == mailbox.descriptor {
            mailbox.clearSignal()
            receiveAll()
        } else if let listener = listeners.first(where: { $0.descriptor == token.descriptor }) {
            sendCollected()
            acceptAll(listener)
        }
    }

    private func receiveAll() {
        sendCollected()
        for message in mailbox.takeAll() { receive(message) }
        // The answers are sent now, because the next event of this turn may end one of the connections, if its peer has
        // ended its sending.
        sendCollected()
    }

    private func receive(_ message: Message) {
        switch message {
        case .answer(let token, let response):
            workCount -= 1
            // The connection may be closed, and its descriptor in use for another one; `connection` then returns `nil`.
            if let connection = connection(token) {
                complete(connection, response)
                resume(connection)
            }
        case .workDropped(let token, let response):
            workCount -= 1
            if let connection = connection(token) {
                rejectWork(connection, response)
                resume(connection)
            }
        case .reply(let token, let response):
            if let connection = connection(token) { takeReply(connection, response) }
        case .streamWritten(let token):
            if let connection = connection(token) { takePieces(connection) }
        case .drain(let milliseconds):
            drain(milliseconds: milliseconds)
        }
    }

    /// Returns how long to wait for events, and whether to empty the mailbox afterwards even without a signal.
    ///
    /// While much work is waiting, every processor is busy, and waking the loop for each answer would take a processor
    /// from the workers. The loop then collects answers for a millisecond, unless the workers are about to run out of
    /// work.
    private func waitPlan(until due: Int64) -> (timeout: Int32, batchesAnswers: Bool) {
        if !queued.isEmpty { return (0, false) }
        let timeout = due == .max ? -1 : Int32(clamping: max(0, due - now))
        guard timeout != 0, workCount > 0, shared.workers.isCrowded, mailbox.announceVisit() else {
            return (timeout, false)
        }
        return (timeout < 0 ? Self.batchMilliseconds : min(timeout, Self.batchMilliseconds), true)
    }

    /// The next time at which there is something to do even if no event occurs; `.max` when there is none.
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
            // The loop may have been idle since the request began, so the date may be old.
            updateDates()
            expire(connection, kind)
        }
        while let token = delays.popDue(now: now) {
            guard let connection = connection(token) else { continue }
            updateDates()
            continueAnswer(connection)
        }
        if let acceptsAgainAt, acceptsAgainAt <= now { resumeAccepting() }
        if let drainDeadline, drainDeadline <= now {
            sendCollected()
            for case let connection? in connections { dispose(connection) }
        }
    }

    /// Updates the `Date` field; reads the wall clock at most once a millisecond.
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
