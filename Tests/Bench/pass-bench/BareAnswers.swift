#if os(Linux)
    import CPassSystem
    import Glibc

    /// About the least that a server with one readiness loop does: for whatever it receives it sends one fixed response, and
    /// reads no HTTP. What it takes per request is, but for little, the kernel's part of a server's time.
    enum BareAnswers {
        private static let events = 256

        /// Answers on that port of 127.0.0.1 until the process is ended.
        static func serve(port: UInt16, bytes: Int) throws -> Never {
            let (listener, poller) = (try listen(port), epoll_create1(0))
            watch(listener, poller)
            let answer = answer(bytes)
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
                        _ = CPassSystem_send(descriptor, answer, answer.count)
                    } else {
                        close(descriptor)
                    }
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
            // Two digits of length, which small answers have.
            return Array(response(max(10, bytes - response(10).utf8.count + 10)).utf8)
        }

        struct Unavailable: Error, CustomStringConvertible {
            let port: UInt16
            var description: String { "nothing can listen on port \(port)" }
        }
    }
#endif
