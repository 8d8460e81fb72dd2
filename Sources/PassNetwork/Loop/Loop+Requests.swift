import PassHTTP

extension Loop {
    /// Answers the complete requests in `window`, as many as one turn allows, and keeps the rest of the window.
    func process(_ connection: Connection, _ window: UnsafeRawBufferPointer) {
        var offset = 0
        var turns = 0
        loop: while true {
            if turns >= shared.limits.pipelinedRequests || output.count - collectedBytes >= shared.limits.unsentBytes {
                enqueue(connection)
                break
            }
            let rest = UnsafeRawBufferPointer(rebasing: window[offset...])
            let (consumed, action) = connection.machine.advance(
                rest, limits: shared.limits, connection: connection.info)
            offset += consumed
            switch action {
            case .read, .wait:
                break loop
            case .admit(let head):
                connection.machine.admit(admission(of: head), dates, into: &output)
            case .sendContinue:
                output.append("HTTP/1.1 100 Continue\r\n\r\n")
            case .deliver(let received):
                turns += 1
                deliver(connection, received, followedBy: offset < window.count ? window[offset] : nil)
                if offset == window.count, connection.machine.isAtRest { break loop }
            case .tunnel:
                enterTunnel(connection, hasBytes: offset < window.count)
                if offset == window.count { break loop }
            case .refuse(let error):
                refuse(connection, error)
                break loop
            case .close:
                connection.isEnding = true
                break loop
            }
        }
        if offset < window.count { connection.pendingInput = Array(window[offset...]) }
        collect(connection, restartsDeadline: turns > 0)
    }

    /// Logs and answers a request that breaks the rules of HTTP or takes too long; the connection then ends.
    func refuse(_ connection: Connection, _ error: HTTPSyntaxError) {
        shared.log?(.refused(error, peerAddress: connection.info.peerAddress))
        answer(connection, error)
    }

    /// Sends an error as the answer to a request that can't be accepted; the connection then ends.
    func answer(_ connection: Connection, _ error: HTTPSyntaxError) {
        connection.machine.answer(error.response, dates, into: &output)
        connection.isEnding = true
    }

    /// Decides whether to accept the content of a request whose head has arrived first.
    private func admission(of head: HTTPReceivedRequest) -> HTTPAdmission {
        if case .absolute(let authority, let standardPort) = head.targetForm,
            let refusal = shared.tunnels.refusal(host: authority.host, port: authority.port ?? standardPort)
        {
            return .refuse(refusal)
        }
        return shared.responder.admit(head.request)
    }

    /// Has a request answered: at once, by a worker, later, or piece by piece.
    ///
    /// - Parameter next: the byte after the request, if one has arrived.
    private func deliver(_ connection: Connection, _ received: HTTPReceivedRequest, followedBy next: UInt8?) {
        switch received.targetForm {
        case .origin, .asterisk:
            break
        case .absolute(let authority, let standardPort):
            if let refusal = shared.tunnels.refusal(host: authority.host, port: authority.port ?? standardPort) {
                complete(connection, refusal)
                return
            }
        case .authority(let authority):
            connect(connection, authority, followedBy: next)
            return
        }
        switch shared.responder.respond(to: received.request) {
        case .ready(let response):
            complete(connection, response)
        case .work(let namespace, let work):
            submit(connection, work, in: namespace)
        case .later(let begin):
            beginLater(connection, begin)
        case .stream(let response, let begin):
            beginStream(connection, response, begin)
        }
    }

    /// Hands work to the workers; the answer comes back through the mailbox.
    private func submit(
        _ connection: Connection, _ work: @escaping @Sendable (HTTPResponse?) -> HTTPResponse, in namespace: String
    ) {
        let (token, mailbox, workers) = (connection.token, mailbox, shared.workers)
        let owner = WorkerPool.Owner(namespace: namespace, peerAddress: connection.info.peerAddress)
        let isTaken = workers.submit(of: owner) { outcome in
            switch outcome {
            case .run:
                let response = work(nil)
                mailbox.post(.answer(token, response), canWait: workers.isCrowded)
            case .dropped:
                mailbox.post(.workDropped(token, work(Self.busy)))
            }
        }
        if isTaken { workCount += 1 } else { rejectWork(connection, work(Self.busy)) }
    }

    /// The answer to a request for which too much work is waiting.
    private static var busy: HTTPResponse {
        var busy = HTTPResponse(
            .serviceUnavailable,
            text: "The server is busy: its queue of requests is full. Try again.\n")
        busy.fields.append(.retryAfter, "1")
        return busy
    }

    /// Sends the answer to a request that is refused because too much work is waiting.
    func rejectWork(_ connection: Connection, _ answer: HTTPResponse) {
        shared.log?(.tooMuchWork(peerAddress: connection.info.peerAddress))
        complete(connection, answer)
    }

    /// Accepts or refuses a tunnel.
    ///
    /// A CONNECT on a TLS connection is refused with 400, because the tunnel's TLS session would run inside another
    /// one. A CONNECT inside a tunnel gets the same answer, because tunnels can't be nested.
    private func connect(_ connection: Connection, _ authority: HTTPAuthority, followedBy next: UInt8?) {
        if connection.tls != nil || connection.info.tunnelHost != nil {
            complete(
                connection,
                HTTPResponse(
                    .badRequest,
                    text: "CONNECT works only on a connection without TLS and outside a tunnel.\n"))
        } else if let refusal = shared.tunnels.refusal(host: authority.host, port: authority.port ?? 443) {
            complete(connection, refusal)
        } else if next == 0x16, shared.tls != nil {
            // OpenSSL reads from the descriptor, but the first bytes of the handshake have already been read from
            // there.
            var response = HTTPResponse(
                .badRequest,
                text: "The client started TLS before the server accepted the tunnel.\n")
            response.fields.append(.connection, "close")
            complete(connection, response)
        } else {
            connection.machine.acceptTunnel(into: &output)
            connection.info = HTTPConnectionInfo(
                peerAddress: connection.info.peerAddress, peerPort: connection.info.peerPort,
                localAddress: connection.info.localAddress, tunnelHost: authority.host)
        }
    }

    /// Starts a new HTTP connection inside the tunnel.
    private func enterTunnel(_ connection: Connection, hasBytes: Bool) {
        connection.machine = HTTPConnectionMachine()
        if connection.inputEnded { connection.machine.endInput() }
        if drainDeadline != nil { connection.machine.drain() }
        connection.stage = hasBytes || connection.tls != nil ? .open : .detectingTLS
    }

    /// Has the connection continued before the loop waits for events again.
    func enqueue(_ connection: Connection) {
        guard !connection.isQueued else { return }
        connection.isQueued = true
        queued.append(connection.token)
    }

    /// Starts the deadline for the event that the connection waits for.
    func updateDeadline(_ connection: Connection, restart: Bool) {
        let kind: DeadlineLists.Kind
        switch connection.machine.waiting {
        case .nextRequest: kind = .idle
        case .head: kind = .head
        case .content: kind = .content
        case .answer, .end:
            deadlines.cancel(connection.slot)
            return
        }
        if restart {
            deadlines.restart(connection.slot, kind, now: now)
        } else {
            deadlines.startUnlessRunning(connection.slot, kind, now: now)
        }
    }
}
