/// The state machine of one HTTP connection: bytes and answers go in, the next action comes out (RFC 9112, section 9).
///
/// The machine does no I/O. Its owner calls `advance` with the bytes that have been read, performs the action, and
/// calls again until it gets `.read`, `.wait`, `.tunnel` or `.close`. Requests come out one at a time. While an answer
/// is outstanding, no more bytes are consumed. Pipelined requests are therefore answered in order, and the server
/// doesn't read from a client that doesn't read.
package struct HTTPConnectionMachine: Sendable {
    /// The next thing for the connection's owner to do.
    package enum Action: Sendable {
        /// More bytes are needed; at most the start of a request is left in the window.
        case read
        /// A head has arrived before its content: call `admit`, then `advance` again.
        case admit(HTTPReceivedRequest)
        /// Write `HTTP/1.1 100 Continue` and an empty line, then call `advance` again.
        case sendContinue
        /// Have the request answered and call `answer`.
        case deliver(HTTPReceivedRequest)
        /// The request can't be accepted: call `answer` with the error's response; the connection then ends.
        case refuse(HTTPSyntaxError)
        /// An answer is outstanding: keep the rest of the window until the answer is there.
        case wait
        /// The tunnel is established: all further bytes belong to the connection inside it.
        case tunnel
        /// Nothing more is read: close the connection once everything has been written.
        case close
    }

    /// The event that a connection waits for, which determines how long it may wait.
    package enum Waiting: Sendable, Hashable {
        case nextRequest
        case head
        case content
        /// The server's own answer; meanwhile, no deadline runs for the client.
        case answer
        case end
    }

    private enum Phase {
        case reading
        case answering
        case tunnelling
        case ending
    }

    /// The event that the connection waits for, stored because the owner reads it several times a request.
    package private(set) var waiting = Waiting.nextRequest
    /// Whether the machine has nothing to do until the peer sends more.
    ///
    /// If so, the machine is between two requests, the input hasn't ended and the server isn't stopping. The value is
    /// stored because the owner reads it as often as `waiting`.
    package private(set) var isAtRest = true

    private var phase = Phase.reading {
        didSet { updateWaiting() }
    }
    private var parser = HTTPRequestParser()
    private var serializer = HTTPResponseSerializer(method: .get, version: .http11, keepsAlive: true)
    private var hasPartialHead = false
    private var isAdmitted = false
    private var sentContinue = false
    private var inputEnded = false
    private var isDraining = false
    /// Whether the peer knows that the connection ends with the next answer.
    ///
    /// If so, the peer sends nothing more, and the connection can be closed at once: no late bytes can cause a TCP
    /// reset that would destroy the answer.
    package private(set) var endIsExpected = false

    package init() {}

    /// Consumes as much of `window` as it can and returns the next action.
    ///
    /// `window` begins with the bytes that the last call left.
    package mutating func advance(
        _ window: UnsafeRawBufferPointer, limits: HTTPLimits, connection: HTTPConnectionInfo
    ) -> (consumed: Int, action: Action) {
        switch phase {
        case .answering: return (0, .wait)
        case .tunnelling: return (0, .tunnel)
        case .ending: return (0, .close)
        case .reading: break
        }
        do throws(HTTPSyntaxError) {
            let progress = try parser.parse(window, limits: limits, connection: connection)
            if let received = progress.request {
                begin(received)
                return (progress.consumed, .deliver(received))
            }
            let isAllTaken = progress.consumed == window.count
            hasPartialHead = !isAllTaken && !parser.isInContent
            updateWaiting()
            if inputEnded { return (progress.consumed, end(isAllTaken: isAllTaken)) }
            if let head = parser.headInContent, !isAdmitted {
                isAdmitted = true
                return (progress.consumed, .admit(head))
            }
            if isAllTaken, parser.awaitsContinue, !sentContinue {
                sentContinue = true
                return (progress.consumed, .sendContinue)
            }
            if isDraining, waiting == .nextRequest {
                phase = .ending
                return (progress.consumed, .close)
            }
            return (progress.consumed, .read)
        } catch {
            return (0, refuse(error))
        }
    }

    /// Applies the responder's decision about the head that came with the last action.
    package mutating func admit(
        _ admission: HTTPAdmission, _ dates: borrowing HTTPDateCache, into output: inout OutputBuffer
    ) {
        guard let head = parser.headInContent else { preconditionFailure("a head is admitted before its content") }
        switch admission {
        case .content(let limit):
            parser.limitContent(to: limit)
        case .refuse(let response):
            beginLastAnswer(method: head.request.method, version: head.request.version)
            answer(response, dates, into: &output)
        }
    }

    /// The bytes of memory that incomplete content takes.
    package var contentBytes: Int { parser.contentBytes }

    /// Refuses a partly received request, with 503, because there is no memory for the rest of it.
    package mutating func overflow() -> Action {
        refuse(
            HTTPSyntaxError(
                .serviceUnavailable, at: 0,
                "Unfinished requests and unsent answers have reached the server's limit."))
    }

    /// Writes the outstanding answer; the next `advance` returns what to do after it.
    ///
    /// A response that carries `Connection: close` ends the connection.
    package mutating func answer(
        _ response: HTTPResponse, _ dates: borrowing HTTPDateCache, into output: inout OutputBuffer
    ) {
        decideEnd(response)
        serializer.write(response, dates, into: &output)
        phase = serializer.keepsAlive ? .reading : .ending
    }

    /// Writes the head of the outstanding answer, which stays outstanding until it is finished or abandoned.
    ///
    /// - Parameter length: the number of bytes of the content, which the owner writes; `nil` for a stream, whose
    ///   content comes in pieces (`writePiece`).
    /// - Returns: whether the answer has content.
    package mutating func beginAnswer(
        _ response: HTTPResponse, length: Int?, _ dates: borrowing HTTPDateCache, into output: inout OutputBuffer
    ) -> Bool {
        decideEnd(response)
        // Without a length and without chunks, only the connection's end marks the end of the content.
        if length == nil, serializer.version == .http10 { serializer.keepsAlive = false }
        return serializer.writeHead(response, length: length, dates, into: &output)
    }

    /// Writes a piece of a stream's content.
    package func writePiece(_ bytes: [UInt8], into output: inout OutputBuffer) {
        serializer.writePiece(bytes, into: &output)
    }

    /// Writes the end of a stream's content, and finishes the answer.
    package mutating func endStream(into output: inout OutputBuffer) {
        serializer.writeEnd(into: &output)
        finishAnswer()
    }

    /// Called when all of an answer that was begun is written; the next `advance` returns what to do after it.
    package mutating func finishAnswer() {
        precondition(phase == .answering, "an answer ends once")
        phase = serializer.keepsAlive && !isDraining ? .reading : .ending
    }

    /// Called when the connection is to end in the middle of an answer, as a deliberate fault.
    package mutating func abandonAnswer() {
        precondition(phase == .answering, "an answer ends once")
        phase = .ending
    }

    /// Answers a CONNECT with success (RFC 9110, section 9.3.6).
    package mutating func acceptTunnel(into output: inout OutputBuffer) {
        precondition(phase == .answering && serializer.method == .connect, "only CONNECT makes a tunnel")
        output.append("HTTP/1.1 200 Connection Established\r\n\r\n")
        phase = .tunnelling
    }

    /// Called when the peer will send nothing more; requests that it sent before are still answered.
    package mutating func endInput() {
        inputEnded = true
        endIsExpected = true
        isAtRest = false
    }

    /// Called when the server is about to stop: the connection ends after the current answer, or now if there is none.
    package mutating func drain() {
        isDraining = true
        isAtRest = false
    }

    /// Called when the connection has waited too long: refuses a partly received request with 408, else ends silently.
    package mutating func expire() -> Action {
        switch waiting {
        case .head: return refuse(HTTPSyntaxError(.requestTimeout, at: 0, "The request's head took too long."))
        case .content: return refuse(HTTPSyntaxError(.requestTimeout, at: 0, "The request's content took too long."))
        case .nextRequest, .end:
            phase = .ending
            return .close
        case .answer: return .wait
        }
    }

    private mutating func updateWaiting() {
        switch phase {
        case .reading: waiting = parser.isInContent ? .content : hasPartialHead ? .head : .nextRequest
        case .answering: waiting = .answer
        case .tunnelling: waiting = .nextRequest
        case .ending: waiting = .end
        }
        isAtRest = phase == .reading && waiting == .nextRequest && !inputEnded && !isDraining
    }

    private mutating func begin(_ received: HTTPReceivedRequest) {
        phase = .answering
        serializer = HTTPResponseSerializer(
            method: received.request.method, version: received.request.version, keepsAlive: received.keepsAlive)
        if !received.keepsAlive { endIsExpected = true }
        hasPartialHead = false
        isAdmitted = false
        sentContinue = false
    }

    private mutating func refuse(_ error: HTTPSyntaxError) -> Action {
        beginLastAnswer(method: .get, version: .http11)
        return .refuse(error)
    }

    /// Makes the next answer the last one, and forgets the part of the request that was read.
    private mutating func beginLastAnswer(method: HTTPMethod, version: HTTPVersion) {
        phase = .answering
        serializer = HTTPResponseSerializer(method: method, version: version, keepsAlive: false)
        parser = HTTPRequestParser()
        hasPartialHead = false
    }

    /// Decides whether the connection ends with the answer, before its head is written.
    @inline(__always)
    private mutating func decideEnd(_ response: HTTPResponse) {
        precondition(phase == .answering, "one request has one answer")
        if isDraining || serializer.keepsAlive && HTTPConnectionMachine.asksForClose(response.fields) {
            serializer.keepsAlive = false
        }
    }

    private mutating func end(isAllTaken: Bool) -> Action {
        if isAllTaken, !parser.isInContent {
            phase = .ending
            return .close
        }
        return refuse(HTTPSyntaxError(at: 0, "The client closed the connection in the middle of a request."))
    }

    private static func asksForClose(_ fields: HTTPFields) -> Bool {
        guard let value = fields[.connection] else { return false }
        return HTTPFieldName.equalIgnoringCase(value.utf8, "close".utf8)
    }
}
