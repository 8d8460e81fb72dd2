import Dispatch
import PassCrypto
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Serves TLS connections on a loopback port, one after another, until the test drops it: each gets `ok` for what it
/// says first.
final class TLSTestServer: Sendable {
    let port: UInt16
    private let listener: Int32
    private let ended = DispatchSemaphore(value: 0)

    init(_ context: TLSServerContext) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        try #require(listener >= 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, size) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, pointer, &size) == 0
            }
        }
        try #require(bound)
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        DispatchQueue(label: "test server").async { [listener, ended] in
            while case let client = accept(listener, nil, nil), client >= 0 {
                if let session = try? TLSSession(accepting: context, descriptor: client, fallbackName: { nil }) {
                    Self.serve(session, client)
                }
                close(client)
            }
            ended.signal()
        }
    }

    deinit {
        // Wakes the thread out of `accept`.
        shutdown(listener, Int32(SHUT_RDWR))
        ended.wait()
        close(listener)
    }

    private static func serve(_ session: TLSSession, _ descriptor: Int32) {
        var step = session.handshake()
        while step.isWaiting, wait(descriptor, step.label) { step = session.handshake() }
        guard case .done = step else { return }
        var taken = session.take()
        while taken.label == "wantRead", wait(descriptor, taken.label) { taken = session.take() }
        if !taken.bytes.isEmpty { _ = session.put(Array("ok".utf8)) }
        session.shutdown()
    }

    private static func wait(_ descriptor: Int32, _ label: String) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(label == "wantRead" ? POLLIN : POLLOUT), revents: 0)
        return poll(&entry, 1, 10_000) > 0
    }
}
