#if os(Linux)
    import CPassSystem
    import Glibc
    import PassCore

    /// A few users who play a recorded play again and again; each play has another number and a connection of its own.
    ///
    /// It ends with the plays that have begun, so all that were asked for are whole.
    struct PlayLoad {
        struct Failure: Error, CustomStringConvertible {
            let description: String
        }

        private struct User {
            var step = 0
            var number: [UInt8]
            var values: [[UInt8]]
            /// The part of the answer that has come, and how long the whole will be.
            var answer: [UInt8] = []
            var length: Int?
        }

        private static let scratchBytes = 65_536
        private let port: UInt16
        private let play: RecordedPlay
        private let poller = epoll_create1(0)
        private let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: scratchBytes, alignment: 16)
        private var answers: AnswerLengths
        private var users: [Int32: User] = [:]
        private var next = Int.random(in: 0..<100_000_000)
        private var played = 0

        /// - Returns: how many plays were played, how many of them a second, and for how many microseconds the client worked.
        static func measure(port: UInt16, file: String, users: Int, milliseconds: Int) throws -> Figures {
            let play = try RecordedPlay(file: file)
            let statuses = Set(play.steps.map { String(decoding: $0.status.dropLast(), as: UTF8.self) })
            guard let answers = AnswerLengths(statuses: statuses.sorted().joined(separator: ",")) else {
                throw Failure(description: "a status of the play doesn't have three digits")
            }
            var load = PlayLoad(port: port, play: play, answers: answers)
            let before = Stopwatch.processMilliseconds
            let start = ContinuousClock.now
            for _ in 0..<users { try load.connect() }
            try load.run(until: start + .milliseconds(milliseconds))
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            let cpu = 1_000 * (Stopwatch.processMilliseconds - before)
            let flows = Double(load.played)
            return [("flows", .number(flows)), ("rate", .number(flows / seconds)), ("cpu", .number(cpu))]
        }

        private init(port: UInt16, play: RecordedPlay, answers: AnswerLengths) {
            (self.port, self.play, self.answers) = (port, play, answers)
        }

        private mutating func connect() throws {
            let descriptor = Loopback.socket()
            let status = Loopback.withAddress(port: port) { Glibc.connect(descriptor, $0, $1) }
            guard descriptor >= 0, status == 0 else { throw Failure(description: "port \(port) can't be reached") }
            var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(fd: descriptor))
            guard epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event) == 0 else {
                throw Failure(description: "a connection can't be watched")
            }
            users[descriptor] = beginner()
            try ask(descriptor)
        }

        private mutating func beginner() -> User {
            next = (next + 1) % 100_000_000
            let digits = String(next)
            let number = Array((String(repeating: "0", count: 8 - digits.utf8.count) + digits).utf8)
            return User(number: number, values: Array(repeating: [], count: play.names.count))
        }

        private mutating func run(until end: ContinuousClock.Instant) throws {
            var ready = [epoll_event](repeating: epoll_event(), count: 64)
            while !users.isEmpty {
                let count = epoll_wait(poller, &ready, Int32(ready.count), 30_000)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw Failure(description: "no answer came for half a minute") }
                for event in ready[..<Int(count)] { try take(event.data.fd, isLast: ContinuousClock.now >= end) }
            }
        }

        private mutating func take(_ descriptor: Int32, isLast: Bool) throws {
            guard var user = users[descriptor] else { return }
            let count = CPassSystem_receive(descriptor, scratch.baseAddress, scratch.count, Int32(MSG_DONTWAIT))
            if count < 0, errno == EAGAIN { return }
            guard count > 0 else { throw Failure(description: "a connection ended") }
            user.answer += scratch[..<count]
            if user.length == nil { user.length = try user.answer.withUnsafeBytes { try answers.length($0) } }
            if let length = user.length, user.answer.count >= length {
                let step = play.steps[user.step]
                guard user.answer.dropFirst("HTTP/1.1 ".utf8.count).starts(with: step.status) else {
                    let start = String(decoding: user.answer.prefix(16), as: UTF8.self)
                    throw Failure(
                        description: "step \(user.step + 1) of the play got an answer that begins with \(start)")
                }
                try step.take(user.answer, into: &user.values)
                (user.answer, user.length, user.step) = ([], nil, user.step + 1)
                if user.step == play.steps.count {
                    played += 1
                    users[descriptor] = nil
                    close(descriptor)
                    if !isLast { try connect() }
                    return
                }
                users[descriptor] = user
                return try ask(descriptor)
            }
            users[descriptor] = user
        }

        private func ask(_ descriptor: Int32) throws {
            guard let user = users[descriptor] else { return }
            let request = play.steps[user.step].request(values: user.values, number: user.number)
            guard CPassSystem_send(descriptor, request, request.count) == request.count else {
                throw Failure(description: "a request can't be sent")
            }
        }
    }
#endif
