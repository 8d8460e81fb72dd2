import PassCore
import PassCrypto

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension FuzzTarget {
    /// The first bytes of a TLS connection, of which the server name chooses the certificate: a handshake goes on or fails.
    static let clientHello = FuzzTarget(
        preparing: "client-hello", maximumBytes: 2_048,
        words: ["\u{16}\u{3}\u{1}", "\u{0}\u{0}", "a.example", "http/1.1", "127.0.0.1", "*."],
        seeds: {
            let hello = try clientsHello()
            return [hello, Array(hello.prefix(100))]
                + Seeds.texts("\u{16}\u{3}\u{1}\u{0}\u{5}hello", "GET / HTTP/1.1\r\n\r\n")
        },
        prepare: {
            let now = Timestamp(seconds: 1_900_000_000)
            let authority = try CertificateAuthority.create(name: "TEST ONLY", now: now)
            let leaves = try LeafCache(authority: authority, defaultNames: ["localhost"], capacity: 8, now: { now })
            let context = try TLSServerContext(identities: leaves)
            return { bytes in
                var pair: [Int32] = [-1, -1]
                guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0 else {
                    throw BrokenProperty(description: "there are no sockets")
                }
                defer { for descriptor in pair { close(descriptor) } }
                let session = try TLSSession(accepting: context, descriptor: pair[0], fallbackName: { nil })
                for run in bytes.halves {
                    let sent = send(pair[1], run, run.count, Int32(MSG_NOSIGNAL))
                    try require(sent == run.count, "the socket doesn't take the bytes")
                    if case .done = session.handshake() {
                        throw BrokenProperty(description: "a handshake ends without a client")
                    }
                }
                shutdown(pair[1], Int32(SHUT_WR))
                for _ in 0..<8 {
                    switch session.handshake() {
                    case .done: throw BrokenProperty(description: "a handshake ends without a client")
                    case .wantRead, .wantWrite: continue
                    case .closed, .failed: return
                    }
                }
            }
        })

    /// What the project's own client says first.
    private static func clientsHello() throws -> [UInt8] {
        var pair: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0 else { return [] }
        defer { for descriptor in pair { close(descriptor) } }
        let authority = try CertificateAuthority.create(name: "TEST ONLY", now: Timestamp(seconds: 1_900_000_000))
        let context = try TLSClientContext(trustedCertificatesPEM: authority.certificatePEM)
        let session = try TLSSession(connecting: context, descriptor: pair[0], serverName: "a.example")
        _ = session.handshake()
        var hello = [UInt8](repeating: 0, count: 4_096)
        let count = recv(pair[1], &hello, hello.count, Int32(MSG_DONTWAIT))
        return Array(hello.prefix(max(0, count)))
    }
}
