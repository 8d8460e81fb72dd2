#if os(Linux)
    import CPassSystem
    import Glibc
    import PassCore

    /// About the least that a client does which keeps many connections busy: each sends one fixed request as soon as the answer to
    /// the last is whole, of which it looks at the status and counts the bytes. So the server is the limit before it is.
    struct LeanLoad {
        private static let events = 256
        private static let success = Array("HTTP/1.1 200 ".utf8)

        private let request: [UInt8]
        private let answerBytes: Int
        private let poller = epoll_create1(0)
        private let scratch = UnsafeMutableRawPointer.allocate(byteCount: 65_536, alignment: 16)
        /// How much of its answer has come, by descriptor.
        private var received: [Int] = []
        private var answered = 0

        /// Asks 127.0.0.1 for `path`, whose answers must all be so long, head and all.
        ///
        /// - Returns: how many came, in how many microseconds, and how many of these the client worked.
        static func measure(
            port: UInt16, path: String, answerBytes: Int, connections: Int, milliseconds: Int
        ) throws -> Figures {
            var load = LeanLoad(port: port, path: path, answerBytes: answerBytes)
            for _ in 0..<connections { try load.connect(port) }
            let before = Stopwatch.processMilliseconds
            let micros = try load.run(milliseconds: milliseconds)
            let cpu = 1_000 * (Stopwatch.processMilliseconds - before)
            return [("requests", .number(Double(load.answered))), ("micros", .number(micros)), ("cpu", .number(cpu))]
        }

        private init(port: UInt16, path: String, answerBytes: Int) {
            request = Array("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n".utf8)
            self.answerBytes = answerBytes
        }

        /// Opens one connection and sends its first request.
        private mutating func connect(_ port: UInt16) throws {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let status = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            guard status == 0 else { throw Failure(description: "nothing listens on port \(port)") }
            var yes: Int32 = 1
            _ = setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
            // Edge-triggered, which costs least where whatever has come is always read.
            var event = epoll_event(events: EPOLLIN.rawValue | 1 << 31, data: epoll_data_t(fd: descriptor))
            _ = epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event)
            while received.count <= Int(descriptor) { received.append(0) }
            _ = CPassSystem_send(descriptor, request, request.count)
        }

        /// - Returns: how many microseconds it took.
        private mutating func run(milliseconds: Int) throws -> Double {
            let ready = UnsafeMutablePointer<epoll_event>.allocate(capacity: Self.events)
            let start = ContinuousClock.now
            let end = start + .milliseconds(milliseconds)
            while ContinuousClock.now < end {
                let count = epoll_wait(poller, ready, Int32(Self.events), 1_000)
                guard count > 0 else { throw Failure(description: "no answer came for a second") }
                for index in 0..<Int(count) { try take(ready[index].data.fd) }
            }
            return (ContinuousClock.now - start) / .microseconds(1)
        }

        private mutating func take(_ descriptor: Int32) throws {
            let count = CPassSystem_receive(descriptor, scratch, 65_536, Int32(MSG_DONTWAIT))
            guard count > 0 else { throw Failure(description: "a connection ended") }
            let slot = Int(descriptor)
            if received[slot] == 0, count >= Self.success.count, memcmp(scratch, Self.success, Self.success.count) != 0
            {
                throw Failure(description: "an answer isn't 200")
            }
            received[slot] += count
            guard received[slot] >= answerBytes else { return }
            guard received[slot] == answerBytes else {
                throw Failure(description: "an answer has \(received[slot]) bytes and not \(answerBytes)")
            }
            received[slot] = 0
            answered += 1
            _ = CPassSystem_send(descriptor, request, request.count)
        }

        struct Failure: Error, CustomStringConvertible {
            var description: String
        }
    }
#endif
