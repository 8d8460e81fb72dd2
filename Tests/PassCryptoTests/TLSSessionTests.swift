import PassCore
import PassCrypto
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("TLS sessions")
struct TLSSessionTests {
    private let test: TestAuthority

    init() throws {
        test = try TestAuthority()
    }

    @Test(
        "A client that trusts the authority reaches any host and exchanges bytes with it",
        arguments: ["sp.auth.adobe.com", "localhost", "single", "127.0.0.1", "::1"])
    func exchange(_ host: String) throws {
        let pair = try TLSPair(test, host: host)
        let outcome = pair.handshake()
        #expect(outcome.client.label == "done")
        #expect(outcome.server.label == "done")
        let isAddress = host.contains(":") || host.hasPrefix("127")
        #expect(pair.server.serverName == (isAddress ? nil : host))
        #expect(pair.client.serverName == host)
        #expect(pair.client.put(Array("GET / HTTP/1.1\r\n".utf8)).label == "bytes 16")
        #expect(pair.server.take().bytes == Array("GET / HTTP/1.1\r\n".utf8))
        #expect(pair.server.take().label == "wantRead")
        #expect(pair.server.put([1, 2, 3]).label == "bytes 3")
        #expect(pair.client.take().bytes == [1, 2, 3])
        #expect(pair.server.handshake().label == "done")
    }

    @Test("A client that names no host gets the certificate of the connection's fallback name")
    func fallback() throws {
        // The client checks for the address and therefore names no host.
        let pair = try TLSPair(test, host: "192.0.2.7", fallbackName: "192.0.2.7")
        #expect(pair.handshake().client.label == "done")
        #expect(pair.server.serverName == nil)
        let without = try TLSPair(test, host: "192.0.2.7", fallbackName: nil)
        #expect(without.handshake().client.label == "peerNotTrusted")
        let named = try TLSPair(test, host: "sp.auth.adobe.com", fallbackName: "other.example")
        #expect(named.handshake().client.label == "done")
    }

    @Test("A client refuses a certificate of an authority that it doesn't trust, and the server is told")
    func untrusted() throws {
        let other = try TestAuthority()
        let pair = try TLSPair(test, trusting: other.clientContext())
        let outcome = pair.handshake()
        #expect(outcome.client.label == "peerNotTrusted")
        #expect(pair.server.take().label == "refusedByPeer")
        guard case .failed(let error) = outcome.client else { return }
        #expect(error.message.contains("sp.auth.adobe.com"))
        #expect(!error.cause.isEmpty)
    }

    @Test(
        "A refused certificate is reported with the requested host, and why it was another host's",
        arguments: [("sp.auth.adobe.com", true), ("bank.com", false)])
    func refusal(_ host: String, _ isImitated: Bool) throws {
        let test = try TestAuthority(constraints: .reserved.adding(["sp.auth.adobe.com"]))
        let pair = try TLSPair(test, host: host, trusting: TestAuthority().clientContext())
        _ = pair.handshake()
        let error = #expect(throws: CryptoError(.refusedByPeer, "")) { try pair.server.error() }
        #expect(error?.message.contains(host) == true)
        #expect(error?.message.contains("no certificate for that host") == !isImitated)
    }

    @Test(
        "The report of a client that left is the same for an invalid host name",
        arguments: ["a b", "*.example.com"])
    func refusedOddity(_ name: String) throws {
        let stranger = try TestAuthority().clientContext()
        let pair = try TLSPair(test, host: "127.0.0.1", fallbackName: name, trusting: stranger)
        _ = pair.handshake()
        let error = #expect(throws: CryptoError(.refusedByPeer, "")) { try pair.server.error() }
        let message = try #require(error?.message)
        #expect(message.contains(name) && message.contains("so the server presented one for localhost"))
        #expect(!message.contains("vouch"))
    }

    @Test("A failed session stays failed and sends no close_notify")
    func staysFailed() throws {
        let pair = try TLSPair(test, trusting: TestAuthority().clientContext())
        #expect(pair.handshake().client.label == "peerNotTrusted")
        _ = SocketPair.receiveRaw(pair.sockets.server)
        pair.client.shutdown()
        #expect(SocketPair.receiveRaw(pair.sockets.server) == [])
        #expect(pair.client.handshake().label == "peerNotTrusted")
        #expect(pair.client.take().label == "peerNotTrusted")
        #expect(pair.client.put([1]).label == "peerNotTrusted")
        #expect(pair.client.pending == 0)
    }

    @Test("The system's trusted certificates don't cover the authority")
    func systemTrust() throws {
        let pair = try TLSPair(test, trusting: TLSClientContext(trustedCertificatesPEM: nil))
        #expect(pair.handshake().client.label == "peerNotTrusted")
    }

    @Test("A client context refuses text without certificates, or with a damaged one")
    func trustText() throws {
        let pem = test.authority.certificatePEM
        let comment = Array("# a comment\n".utf8)
        let two = pem + comment + pem
        _ = try TLSClientContext(trustedCertificatesPEM: two)
        for text in [[], comment, pem + pem.dropLast(60), Array(pem.dropLast(60))] {
            #expect(throws: CryptoError(.unreadableCertificate, "")) {
                try TLSClientContext(trustedCertificatesPEM: Array(text))
            }
        }
    }

    @Test("A client refuses to expect an invalid host", arguments: ["", "a b", "*.adobe.com", "a\0b"])
    func impossibleHost(_ host: String) throws {
        #expect(throws: CryptoError(.invalidName, "")) { try TLSPair(test, host: host) }
    }

    @Test("Bytes arrive in order in both directions, however little each call takes")
    func bulk() throws {
        let pair = try TLSPair(test)
        #expect(pair.handshake().server.label == "done")
        let text = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        var sent = 0
        var received: [UInt8] = []
        var calls = 0
        while received.count < text.count, calls < 10_000 {
            calls += 1
            // A new copy each time: the bytes lie somewhere else when a write is repeated.
            if sent < text.count, case .bytes(let count) = pair.server.put(text[sent...].prefix(100_000)) {
                sent += count
            } else {
                repeat { received += pair.client.take(upTo: 5000).bytes } while pair.client.pending > 0
            }
        }
        #expect(received == text)
    }

    @Test("Empty buffers are legal and move nothing")
    func empty() throws {
        let pair = try TLSPair(test)
        #expect(pair.handshake().server.label == "done")
        #expect(pair.client.put([]).label == "bytes 0")
        #expect(pair.client.write(UnsafeRawBufferPointer(start: nil, count: 0)).label == "bytes 0")
        #expect(pair.server.read(into: UnsafeMutableRawBufferPointer(start: nil, count: 0)).label == "bytes 0")
        #expect(pair.server.take().label == "wantRead")
    }

    @Test("Received bytes are pending until they are read, including those that came with the handshake's end")
    func pending() throws {
        let pair = try TLSPair(test)
        #expect(pair.server.pending == 0)
        #expect(pair.client.handshake().label == "wantRead")
        #expect(pair.server.handshake().label == "wantRead")
        #expect(pair.client.handshake().label == "done")
        #expect(pair.client.put([1, 2, 3]).label == "bytes 3")
        #expect(pair.client.put([4, 5]).label == "bytes 2")
        #expect(pair.server.handshake().label == "done")
        #expect(pair.server.pending > 0)
        #expect(pair.server.take(upTo: 2).bytes == [1, 2])
        #expect(pair.server.pending == 1)
        #expect(pair.server.take().bytes == [3])
        #expect(pair.server.pending > 0)
        #expect(pair.server.take().bytes == [4, 5])
        #expect(pair.server.take().label == "wantRead")
        #expect(pair.server.pending == 0)
        #expect(pair.client.put([6]).label == "bytes 1")
        #expect(pair.server.take().bytes == [6])
    }

    @Test("A partial record isn't pending once the socket is empty")
    func halfRecord() throws {
        let pair = try TLSPair(test)
        #expect(pair.handshake().server.label == "done")
        _ = pair.client.take()
        #expect(pair.server.put([UInt8](repeating: 7, count: 1000)).label == "bytes 1000")
        // What the server wrote is taken off the wire and put back in two parts.
        let record = SocketPair.receiveRaw(pair.sockets.client)
        #expect(record.count > 1000)
        let half = Array(record.prefix(500))
        #expect(send(pair.sockets.server, half, half.count, Int32(MSG_NOSIGNAL)) == half.count)
        #expect(pair.client.take().label == "wantRead")
        #expect(pair.client.pending == 0)
        let rest = Array(record.dropFirst(500))
        #expect(send(pair.sockets.server, rest, rest.count, Int32(MSG_NOSIGNAL)) == rest.count)
        #expect(pair.client.take().bytes.count == 1000)
    }

    @Test("close_notify is sent once and ends the peer's reading")
    func farewell() throws {
        let pair = try TLSPair(test)
        pair.server.shutdown()
        #expect(SocketPair.receiveRaw(pair.sockets.client) == [])
        #expect(pair.handshake().server.label == "done")
        pair.server.shutdown()
        pair.server.shutdown()
        #expect(pair.client.take().label == "closed")
        #expect(SocketPair.receiveRaw(pair.sockets.client) == [])
    }

    @Test("To the server, a client that leaves without close_notify has closed; to a client, such a server is lost")
    func noFarewell() throws {
        let pair = try TLSPair(test)
        #expect(pair.handshake().server.label == "done")
        shutdown(pair.sockets.client, Int32(SHUT_WR))
        #expect(pair.server.take().label == "closed")
        let other = try TLSPair(test)
        #expect(other.handshake().server.label == "done")
        shutdown(other.sockets.server, Int32(SHUT_WR))
        #expect(other.client.take().label == "connectionLost")
    }

    @Test("Writing to a client that has left fails, and doesn't end the process")
    func broken() throws {
        let pair = try TLSPair(test)
        #expect(pair.handshake().server.label == "done")
        pair.sockets.closeClient()
        #expect(pair.server.put([1]).label == "connectionLost")
        pair.server.shutdown()
        #expect(pair.server.put([1]).label == "connectionLost")
    }

    @Test("A session whose socket is full waits until it can write, and goes on when there is room")
    func full() throws {
        let pair = try TLSPair(test)
        #expect(pair.handshake().server.label == "done")
        let text = [UInt8](repeating: 1, count: 16_384)
        var label = ""
        for _ in 0..<1000 where label != "wantWrite" { label = pair.server.put(text).label }
        #expect(label == "wantWrite")
        while pair.client.take().label != "wantRead" {}
        #expect(pair.server.put(text).label == "bytes 16384")
    }
}
