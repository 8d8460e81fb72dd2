#if os(Linux)
    import CPassSystem
    import Dispatch
    import Glibc
    import PassCore
    import PassCrypto

    /// About the least that a server with one readiness loop does: for whatever it receives it sends one fixed response, and
    /// reads no HTTP. What it takes per request is, but for little, the kernel's part of a server's time.
    ///
    /// With `signatures` it makes so many for each response, as a server must that keeps its loop free: the loop hands each
    /// request to a worker, of which there is one on each processor, and the worker signs and sends.
    enum BareAnswers {
        private static let events = 256

        /// Answers on that port of 127.0.0.1 until the process is ended.
        static func serve(port: UInt16, bytes: Int, signatures: Int = 0) throws -> Never {
            let (listener, poller) = (try listen(port), epoll_create1(0))
            watch(listener, poller)
            let answer = answer(bytes)
            let signers = try signatures > 0 ? Signers(answer, signatures) : nil
            let ready = UnsafeMutablePointer<epoll_event>.allocate(capacity: events)
            let scratch = UnsafeMutableRawPointer.allocate(byteCount: 65_536, alignment: 16)
            while true {
                let count = epoll_wait(poller, ready, Int32(events), -1)
                for index in 0..<max(0, Int(count)) {
                    let descriptor = ready[index].data.fd
                    if descriptor == listener {
                        let connection = accept(listener, nil, nil)
                        if connection >= 0 { watch(connection, poller) }
                    } else if CPassSystem_receive(descriptor, scratch, 65_536, Int32(MSG_DONTWAIT)) > 0 {
                        if let signers {
                            signers.answer(descriptor)
                        } else {
                            _ = CPassSystem_send(descriptor, answer, answer.count)
                        }
                    } else {
                        _ = epoll_ctl(poller, EPOLL_CTL_DEL, descriptor, nil)
                        if signers?.closes(descriptor) != true { close(descriptor) }
                    }
                }
            }
        }

        /// Workers that sign, each of them on and on as long as there is somebody to answer.
        private final class Signers: Sendable {
            private struct Connections {
                var waiting: [Int32] = []
                /// Those that wait or are being answered, each with whether it has ended meanwhile.
                var busy: [Int32: Bool] = [:]
            }

            private let connections = Guarded(Connections())
            private let signal = DispatchSemaphore(value: 0)

            init(_ answer: [UInt8], _ signatures: Int) throws {
                let key = try RSAPrivateKey.generate()
                for number in 0..<sysconf(Int32(_SC_NPROCESSORS_ONLN)) {
                    DispatchQueue(label: "signer \(number)").async { [self] in
                        while true {
                            signal.wait()
                            guard let descriptor = connections.withLock({ $0.waiting.popLast() }) else { continue }
                            for _ in 0..<signatures { _ = key.signature(over: answer) }
                            _ = CPassSystem_send(descriptor, answer, answer.count)
                            if connections.withLock({ $0.busy.removeValue(forKey: descriptor) }) == true {
                                close(descriptor)
                            }
                        }
                    }
                }
            }

            func answer(_ descriptor: Int32) {
                connections.withLock { connections in
                    connections.waiting.append(descriptor)
                    connections.busy[descriptor] = false
                }
                signal.signal()
            }

            /// Whether a worker closes the connection, since it still has to answer it: until then no other connection may
            /// get its number.
            func closes(_ descriptor: Int32) -> Bool {
                connections.withLock { connections in
                    guard connections.busy[descriptor] != nil else { return false }
                    connections.busy[descriptor] = true
                    return true
                }
            }
        }

        private static func listen(_ port: UInt16) throws -> Int32 {
            let listener = Loopback.socket()
            var yes: Int32 = 1
            _ = setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
            let bound = Loopback.withAddress(port: port) { bind(listener, $0, $1) }
            guard bound == 0, Glibc.listen(listener, 512) == 0 else { throw Unavailable(port: port) }
            return listener
        }

        private static func watch(_ descriptor: Int32, _ poller: Int32) {
            var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(fd: descriptor))
            _ = epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event)
        }

        /// A whole response of so many bytes, which has at least its head.
        private static func answer(_ bytes: Int) -> [UInt8] {
            func response(_ length: Int) -> String {
                "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n" + String(repeating: "x", count: length)
            }
            let head = response(0).utf8.count - 1
            let digits = String(max(0, bytes - head)).utf8.count
            return Array(response(max(0, bytes - head - digits)).utf8)
        }

        struct Unavailable: Error, CustomStringConvertible {
            let port: UInt16
            var description: String { "nothing can listen on port \(port)" }
        }
    }
#endif
