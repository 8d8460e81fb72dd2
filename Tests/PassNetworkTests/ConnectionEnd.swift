import PassCore
import PassCrypto
import PassHTTP
import Testing

@testable import PassNetwork

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The bytes that a client gets until its connection ends, and the way in which it ends.
struct Received: Equatable {
    enum End {
        case orderly
        case reset
    }

    var text: String
    var end: End

    init(_ text: String, _ end: End) {
        (self.text, self.end) = (text, end)
    }
}

extension RawClient {
    /// Receives until the connection ends.
    func receiveAll() throws -> Received {
        var bytes: [UInt8] = []
        while true {
            do {
                let more = try socket.receive()
                if more.isEmpty { return Received(String(decoding: bytes, as: UTF8.self), .orderly) }
                bytes += more
            } catch {
                guard error.isReset else { throw error }
                return Received(String(decoding: bytes, as: UTF8.self), .reset)
            }
        }
    }

    /// Receives that many bytes.
    func receive(_ count: Int) throws -> String {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let more = try socket.receive()
            try #require(!more.isEmpty, "the connection ended after \(bytes.count) bytes")
            bytes += more
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Receives until the bytes end with `text`.
    func receive(until text: String) throws -> String {
        var received = ""
        while !received.hasSuffix(text) { received += try receive(1) }
        return received
    }

    /// Whether nothing has arrived, not even the connection's end.
    var hasNothingToReceive: Bool {
        var entry = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) == 0
    }
}

extension NetworkError {
    /// Whether the peer reset the connection.
    fileprivate var isReset: Bool {
        switch cause {
        case let error as SystemError: error.number == ECONNRESET
        case let error as CryptoError: error.code == .connectionLost && error.message.contains("reset")
        default: false
        }
    }
}

extension TestServer {
    /// A new connection, over TLS if it is to be secure.
    func connect(isSecure: Bool) throws -> RawClient {
        let client = try connect()
        if isSecure {
            try client.socket.startTLS(try TestAuthority.shared.clientContext(), serverName: "localhost")
            // The session tickets come before the first answer, so nothing is left to receive after it.
            try client.send("GET /first HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.response().status == .ok)
        }
        return client
    }

    /// Waits until all connections except a new one are closed, and expects that nothing is held for them.
    func expectNothingLeft() throws {
        let observer = try connect()
        // On a busy machine the kernel may hand over an end after what another connection sent later.
        let deadline = MonotonicClock.milliseconds + 10_000
        repeat {
            try observer.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try observer.response().status == .ok)
        } while server.connectionCount > 1 && MonotonicClock.milliseconds < deadline
        #expect(server.connectionCount == 1)
        #expect(server.buffered.used == 0)
    }
}
