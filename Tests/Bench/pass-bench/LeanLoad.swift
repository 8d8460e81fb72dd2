#if os(Linux)
    import CPassSystem
    import Glibc
    import PassCore

    /// About the least that a client does which keeps many connections busy: each sends a fixed request as soon as the answer to the
    /// last is whole, of which it looks at the status and counts the bytes. So the server is the limit before it is.
    struct LeanLoad {
        private static let events = 256
        private static let scratchBytes = 65_536
        private static let success = Array("HTTP/1.1 200 ".utf8)
        /// Of the query that tells a request from all others.
        private static let digits = 8

        /// What is asked.
        enum Question {
            /// The path itself, again and again.
            case plain
            /// The path with another query each time, eight digits.
            case varied
            /// The same form again and again, by POST.
            case form(String)

            /// - Parameter words: as the command line gives them: none, `varied`, or `form` and the form.
            init?(_ words: ArraySlice<String>) {
                switch (words.first, words.dropFirst().first, words.count) {
                case (nil, _, _): self = .plain
                case ("varied", nil, _): self = .varied
                case ("form", let form?, 2): self = .form(form)
                default: return nil
                }
            }
        }

        private var request: [UInt8]
        /// Where the digits stand that each request counts up; `nil` where all are the same.
        private let digitsStart: Int?
        private let answerBytes: Int
        private let poller = epoll_create1(0)
        private let scratch = UnsafeMutableRawPointer.allocate(byteCount: scratchBytes, alignment: 16)
        /// How much of its answer has come, by descriptor.
        private var received: [Int] = []
        private var answered = 0

        /// Asks 127.0.0.1 for `path`.
        ///
        /// - Parameters:
        ///   - answerBytes: how long each answer is, head and all; less than 65,536.
        /// - Returns: how many answers came after the first, in how many microseconds, and how many of these the client worked.
        static func measure(
            port: UInt16, path: String, _ question: Question, answerBytes: Int, connections: Int, milliseconds: Int
        ) throws -> Figures {
            guard answerBytes > success.count, answerBytes < scratchBytes else {
                throw Failure(description: "answers of \(answerBytes) bytes can't be counted")
            }
            var load = LeanLoad(port, path, question, answerBytes)
            for _ in 0..<connections { try load.connect(port) }
            let before = Stopwatch.processMilliseconds
            let micros = try load.run(milliseconds: milliseconds)
            let cpu = 1_000 * (Stopwatch.processMilliseconds - before)
            return [("requests", .number(Double(load.answered))), ("micros", .number(micros)), ("cpu", .number(cpu))]
        }

        private init(_ port: UInt16, _ path: String, _ question: Question, _ answerBytes: Int) {
            var start = "GET \(path)"
            var fields = " HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
            var digitsStart: Int?
            var body = ""
            switch question {
            case .plain: break
            case .varied:
                start += "?"
                digitsStart = start.utf8.count
                start += String(repeating: "0", count: Self.digits)
            case .form(let form):
                start = "POST \(path)"
                fields += "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(form.utf8.count)\r\n"
                body = form
            }
            request = Array("\(start)\(fields)\r\n\(body)".utf8)
            self.digitsStart = digitsStart
            self.answerBytes = answerBytes
        }

        /// Opens one connection and sends its first request.
        private mutating func connect(_ port: UInt16) throws {
            let descriptor = Loopback.socket()
            guard descriptor >= 0 else { throw Failure("no socket can be made") }
            let status = Loopback.withAddress(port: port) { Glibc.connect(descriptor, $0, $1) }
            guard status == 0 else { throw Failure("port \(port) can't be reached") }
            // Edge-triggered, which costs least: an answer is shorter than what one call takes.
            var event = epoll_event(events: EPOLLIN.rawValue | 1 << 31, data: epoll_data_t(fd: descriptor))
            guard epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event) == 0 else {
                throw Failure("a connection can't be watched")
            }
            while received.count <= Int(descriptor) { received.append(0) }
            try ask(descriptor)
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
            let count = epoll_wait(poller, ready, Int32(Self.events), 1_000)
            if count < 0, errno == EINTR { return }
            guard count > 0 else { throw Failure(description: "no answer came for a second") }
            for index in 0..<Int(count) { try take(ready[index].data.fd) }
        }

        private mutating func take(_ descriptor: Int32) throws {
            let count = CPassSystem_receive(descriptor, scratch, Self.scratchBytes, Int32(MSG_DONTWAIT))
            guard count != 0 else { throw Failure(description: "a connection ended") }
            guard count > 0 else { throw Failure("nothing can be received") }
            let slot = Int(descriptor)
            if received[slot] == 0 {
                guard count >= Self.success.count, memcmp(scratch, Self.success, Self.success.count) == 0 else {
                    throw Failure(description: "an answer isn't 200, or comes in small pieces")
                }
            }
            received[slot] += count
            guard received[slot] >= answerBytes else { return }
            guard received[slot] == answerBytes else {
                throw Failure(description: "an answer has \(received[slot]) bytes and not \(answerBytes)")
            }
            received[slot] = 0
            answered += 1
            try ask(descriptor)
        }

        private mutating func ask(_ descriptor: Int32) throws {
            if let digitsStart {
                var place = digitsStart + Self.digits - 1
                while place > digitsStart, request[place] == UInt8(ascii: "9") {
                    request[place] = UInt8(ascii: "0")
                    place -= 1
                }
                request[place] += 1
            }
            guard CPassSystem_send(descriptor, request, request.count) == request.count else {
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
