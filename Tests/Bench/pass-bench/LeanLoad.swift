#if os(Linux)
    import CPassSystem
    import Glibc
    import PassCore
    import PassCrypto

    /// A client that keeps many connections busy and does little else, so that the server is the limit before it is.
    ///
    /// Each connection sends a prepared request as soon as the answer to the last is whole; of an answer it reads status and length.
    struct LeanLoad {
        private static let events = 256
        private static let scratchBytes = 65_536
        /// The longest wait for the next answer on any connection. A virtual machine may stand still for a second.
        private static let longestWaitMilliseconds: Int32 = 10_000

        /// The server, the requests, and for how long they are sent.
        struct Plan {
            /// A port of 127.0.0.1.
            var port: UInt16
            var requests: PreparedRequests
            var answers: AnswerLengths
            var connections: Int
            var milliseconds: Int
            /// The certificate that vouches for the server, in PEM, where TLS is spoken.
            var authority: [UInt8]?
        }

        private struct Connection {
            var tls: TLSSession?
            /// How many bytes of its answer are still to come; below zero while none has.
            var left = -1
        }

        private var requests: PreparedRequests
        private var answers: AnswerLengths
        private let poller = epoll_create1(0)
        private let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: scratchBytes, alignment: 16)
        /// By descriptor.
        private var connections: [Connection] = []
        private var answered = 0

        /// - Returns: how many answers came after the first, in how many microseconds, and how many of these the client worked.
        static func measure(_ plan: Plan) throws -> Figures {
            var load = LeanLoad(requests: plan.requests, answers: plan.answers)
            let context = try plan.authority.map { try TLSClientContext(trustedCertificatesPEM: $0) }
            var descriptors: [Int32] = []
            for _ in 0..<plan.connections { descriptors.append(try load.connect(plan.port, context)) }
            for descriptor in descriptors { try load.ask(descriptor) }
            let before = Stopwatch.processMilliseconds
            let micros = try load.run(milliseconds: plan.milliseconds)
            let cpu = 1_000 * (Stopwatch.processMilliseconds - before)
            return [("requests", .number(Double(load.answered))), ("micros", .number(micros)), ("cpu", .number(cpu))]
        }

        private init(requests: PreparedRequests, answers: AnswerLengths) {
            (self.requests, self.answers) = (requests, answers)
        }

        /// Opens one connection, as far as the end of its handshake where it has one.
        private mutating func connect(_ port: UInt16, _ context: TLSClientContext?) throws -> Int32 {
            let descriptor = Loopback.socket()
            guard descriptor >= 0 else { throw Failure("no socket can be made") }
            let status = Loopback.withAddress(port: port) { Glibc.connect(descriptor, $0, $1) }
            guard status == 0 else { throw Failure("port \(port) can't be reached") }
            while connections.count <= Int(descriptor) { connections.append(Connection()) }
            if let context {
                let tls = try TLSSession(connecting: context, descriptor: descriptor, serverName: "127.0.0.1")
                try Self.shakeHands(tls, descriptor)
                connections[Int(descriptor)].tls = tls
            }
            // Edge-triggered, which costs least: a plain answer is taken at once. Of TLS a call may leave something behind.
            let edge: UInt32 = context == nil ? 1 << 31 : 0
            var event = epoll_event(events: EPOLLIN.rawValue | edge, data: epoll_data_t(fd: descriptor))
            guard epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event) == 0 else {
                throw Failure("a connection can't be watched")
            }
            return descriptor
        }

        private static func shakeHands(_ tls: TLSSession, _ descriptor: Int32) throws {
            while true {
                switch tls.handshake() {
                case .done: return
                case .wantRead, .wantWrite:
                    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                    guard poll(&entry, 1, 5_000) > 0 else {
                        throw Failure(description: "a handshake made no progress for five seconds")
                    }
                case .closed: throw Failure(description: "a connection ended during its handshake")
                case .failed(let error): throw error
                }
            }
        }

        /// - Returns: how many microseconds it took.
        private mutating func run(milliseconds: Int) throws -> Double {
            let ready = UnsafeMutablePointer<epoll_event>.allocate(capacity: Self.events)
            // Until then the server has not yet as much to do as it can.
            while answered == 0 { try takeAll(ready) }
            answered = 0
            let start = ContinuousClock.now
            let end = start + .milliseconds(milliseconds)
            while ContinuousClock.now < end { try takeAll(ready) }
            return (ContinuousClock.now - start) / .microseconds(1)
        }

        /// Waits for answers and takes those that have come.
        private mutating func takeAll(_ ready: UnsafeMutablePointer<epoll_event>) throws {
            let count = epoll_wait(poller, ready, Int32(Self.events), Self.longestWaitMilliseconds)
            if count < 0, errno == EINTR { return }
            guard count > 0 else { throw Failure(description: "no answer came for ten seconds") }
            for index in 0..<Int(count) { try take(ready[index].data.fd) }
        }

        private mutating func take(_ descriptor: Int32) throws {
            let slot = Int(descriptor)
            while let count = try receive(descriptor) {
                let bytes = UnsafeRawBufferPointer(rebasing: scratch[..<count])
                if connections[slot].left < 0 { connections[slot].left = try answers.length(bytes) }
                connections[slot].left -= count
                guard connections[slot].left >= 0 else {
                    throw Failure(description: "an answer has more bytes than its Content-Length says")
                }
                if connections[slot].left == 0 {
                    connections[slot].left = -1
                    answered += 1
                    return try ask(descriptor)
                }
            }
        }

        /// - Returns: how many bytes came, or `nil` when none are there yet.
        private func receive(_ descriptor: Int32) throws -> Int? {
            if let tls = connections[Int(descriptor)].tls {
                switch tls.read(into: scratch) {
                case .bytes(let count): return count
                case .wantRead, .wantWrite: return nil
                case .closed: throw Failure(description: "a connection ended")
                case .failed(let error): throw error
                }
            }
            let count = CPassSystem_receive(descriptor, scratch.baseAddress, scratch.count, Int32(MSG_DONTWAIT))
            if count < 0, errno == EAGAIN { return nil }
            guard count != 0 else { throw Failure(description: "a connection ended") }
            guard count > 0 else { throw Failure("nothing can be received") }
            return count
        }

        private mutating func ask(_ descriptor: Int32) throws {
            let request = requests.next()
            if let tls = connections[Int(descriptor)].tls {
                guard case .bytes(request.count) = tls.write(request) else {
                    throw Failure(description: "a request can't be sent over TLS")
                }
            } else if CPassSystem_send(descriptor, request.baseAddress, request.count) != request.count {
                throw Failure("a request can't be sent")
            }
        }

        struct Failure: Error, CustomStringConvertible {
            let description: String

            init(description: String) {
                self.description = description
            }

            /// One of a call to the system.
            init(_ what: String) {
                description = "\(what): \(String(cString: strerror(errno)))"
            }
        }
    }
#endif
