#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An IPv4 or IPv6 address with its port, as the system's calls take it.
struct SocketAddress {
    private(set) var storage = sockaddr_storage()
    private(set) var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

    /// Creates the address that `body` writes, for example with accept(2), and sets `result` to the result of `body`.
    init<Result>(_ result: inout Result, _ body: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Result) {
        result = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
        }
    }

    /// Returns the address at this end of a socket; `nil` when the system reports none.
    static func local(of descriptor: Int32) -> SocketAddress? {
        var status: Int32 = -1
        let address = SocketAddress(&status) { getsockname(descriptor, $0, &$1) }
        return status == 0 ? address : nil
    }

    private init(copying address: UnsafePointer<sockaddr>, length: socklen_t) {
        withUnsafeMutableBytes(of: &storage) {
            $0.copyMemory(from: UnsafeRawBufferPointer(start: address, count: Int(length)))
        }
        self.length = length
    }

    /// Returns all addresses of a host, IPv4 first; this may ask a name server and so may take seconds.
    static func resolve(_ host: String, port: Int, forListening: Bool) throws(NetworkError) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_socktype = streamSocketType
        hints.ai_flags = AI_NUMERICSERV | (forListening ? AI_PASSIVE : 0)
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, String(port), &hints, &list)
        guard status == 0, let first = list else {
            let reason = gai_strerror(status).map { String(cString: $0) } ?? "unknown error"
            throw NetworkError(.badAddress, "Can't resolve the host '\(host)': \(reason).")
        }
        defer { freeaddrinfo(first) }
        var addresses: [SocketAddress] = []
        var next: UnsafeMutablePointer<addrinfo>? = first
        while let entry = next {
            if let address = entry.pointee.ai_addr {
                addresses.append(SocketAddress(copying: address, length: entry.pointee.ai_addrlen))
            }
            next = entry.pointee.ai_next
        }
        return addresses.filter { !$0.isIPv6 } + addresses.filter(\.isIPv6)
    }

    var family: Int32 { Int32(storage.ss_family) }
    var isIPv6: Bool { family == AF_INET6 }

    /// Calls `body` with the address in the form that the system's calls take.
    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }

    var port: Int {
        withUnsafeBytes(of: storage) { bytes in
            // Both families have the port in network order after the two bytes of the family.
            Int(bytes[2]) << 8 | Int(bytes[3])
        }
    }

    /// The numeric address; an IPv4 address that came through an IPv6 socket is shown as IPv4.
    var host: String {
        let size = Int(INET6_ADDRSTRLEN)
        let host = String(unsafeUninitializedCapacity: size) { text in
            text.withMemoryRebound(to: CChar.self) { text in
                withUnsafeBytes(of: storage) { bytes in
                    let address = bytes.baseAddress.map { $0 + (isIPv6 ? 8 : 4) }
                    return inet_ntop(family, address, text.baseAddress, socklen_t(size)).map { strlen($0) } ?? 0
                }
            }
        }
        guard isIPv6 else { return host }
        return host.hasPrefix("::ffff:") && host.utf8.contains(UInt8(ascii: ".")) ? String(host.dropFirst(7)) : host
    }
}

#if canImport(Glibc)
    private let streamSocketType = Int32(SOCK_STREAM.rawValue)
#else
    private let streamSocketType = SOCK_STREAM
#endif
