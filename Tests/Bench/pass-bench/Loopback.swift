#if os(Linux)
    import Glibc

    /// Sockets of 127.0.0.1, which send what they are given at once.
    enum Loopback {
        /// - Returns: -1, with `errno` set, when none can be made.
        static func socket() -> Int32 {
            let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            guard descriptor >= 0 else { return descriptor }
            var yes: Int32 = 1
            // Sockets that a listening one accepts inherit it.
            _ = setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
            return descriptor
        }

        /// Calls `body`, such as `bind` or `connect`, with the address of a port.
        static func withAddress<Result>(
            port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
        ) -> Result {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            return withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
    }
#endif
