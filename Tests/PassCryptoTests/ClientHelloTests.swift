import PassCore
import PassCrypto
import Testing

@Suite("First bytes of a TLS connection")
struct ClientHelloTests {
    private let test: TestAuthority

    init() throws {
        test = try TestAuthority()
    }

    /// The first bytes that a client sends to a host.
    private func hello(to host: String) throws -> [UInt8] {
        let pair = try TLSPair(test, host: host)
        #expect(pair.client.handshake().label == "wantRead")
        return SocketPair.receiveRaw(pair.sockets.server)
    }

    /// What a new server session makes of the bytes, before and after the client left.
    private func accept(_ bytes: [UInt8]) throws -> (first: String, last: String, name: String?) {
        let sockets = try SocketPair()
        let server = try TLSSession(accepting: test.context, descriptor: sockets.server, fallbackName: { nil })
        if !bytes.isEmpty { try sockets.sendRaw(bytes) }
        let first = server.handshake().label
        let name = server.serverName
        sockets.closeClient()
        return (first, server.handshake().label, name)
    }

    @Test(
        "Garbage in place of a hello fails at once",
        arguments: [
            "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "CONNECT a:443 HTTP/1.1\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n",
            String(repeating: "\0", count: 100), "\u{16}\u{03}\u{01}\u{00}\u{05}hello",
        ])
    func garbage(_ text: String) throws {
        let outcome = try accept(Array(text.utf8))
        #expect(outcome.first == "protocolViolation")
        #expect(outcome.last == "protocolViolation")
    }

    @Test("A hello that is cut off anywhere waits for more, and ends quietly when the client leaves")
    func truncated() throws {
        let hello = try hello(to: "sp.auth.adobe.com")
        #expect(hello.count > 100)
        for count in stride(from: 0, to: hello.count, by: 7) {
            let outcome = try accept(Array(hello.prefix(count)))
            #expect(outcome.first == "wantRead")
            #expect(outcome.last == "closed", "after \(count) of \(hello.count) bytes")
        }
    }

    @Test("A hello with any one byte changed fails or proceeds, but neither hangs nor crashes")
    func changed() throws {
        let hello = try hello(to: "sp.auth.adobe.com")
        for index in hello.indices {
            var bytes = hello
            bytes[index] ^= 0x55
            let outcome = try accept(bytes)
            #expect(["wantRead", "protocolViolation", "refusedByPeer"].contains(outcome.first))
        }
    }

    @Test(
        "Names that no host can have get the server's own certificate",
        arguments: [
            "a b.example.com", "a..b.example.co", "\u{1}\u{7F}~@#$%^&*()=+!", "*.a.example.com", "...............",
            "........ü.....",
        ])
    func oddNames(_ name: String) throws {
        let asked = "xxx.example.com"
        var hello = try hello(to: asked)
        let index = try #require(hello.firstRange(of: Array(asked.utf8)))
        let odd = Array(name.utf8)
        try #require(odd.count == asked.utf8.count)
        hello.replaceSubrange(index, with: odd)
        let outcome = try accept(hello)
        #expect(outcome.first == "wantRead")
        #expect(outcome.name == name)
    }

    @Test("A name with a zero byte is refused, so that no name can be read in two ways")
    func zeroByte() throws {
        let asked = "xxx.example.com"
        var hello = try hello(to: asked)
        let index = try #require(hello.firstRange(of: Array(asked.utf8)))
        hello[index.lowerBound + 3] = 0
        #expect(try accept(hello).first == "protocolViolation")
    }

    @Test("A name of 253 characters is served, as is one of 255 that no certificate can hold")
    func longNames() throws {
        let asked = [String](repeating: String(repeating: "a", count: 62), count: 4).joined(separator: ".") + ".b"
        try #require(asked.utf8.count == 253)
        let pair = try TLSPair(test, host: asked)
        #expect(pair.handshake().client.label == "done")
        #expect(pair.server.serverName == asked)
        let outcome = try accept(Self.lengthen(try hello(to: asked), name: asked, by: 2))
        #expect(outcome.first == "wantRead")
        #expect(outcome.name == asked + "cc")
        #expect(try accept(Self.lengthen(try hello(to: asked), name: asked, by: 3)).first == "protocolViolation")
    }

    /// The hello with `c`s after the name, and with every length around it corrected (RFC 8446, section 4.1.2; RFC
    /// 6066, section 3): record, message, all extensions, this extension, list of names, name.
    private static func lengthen(_ hello: [UInt8], name: String, by count: Int) throws -> [UInt8] {
        var hello = hello
        let range = try #require(hello.firstRange(of: Array(name.utf8)))
        // Record head 5, message head 4, version 2, random 32; then session, suites and compressions with their sizes.
        var extensions = 43
        extensions += 1 + Int(hello[extensions])
        extensions += 2 + Int(hello[extensions]) << 8 + Int(hello[extensions + 1])
        extensions += 1 + Int(hello[extensions])
        let start = range.lowerBound
        for position in [3, 7, extensions, start - 7, start - 5, start - 2] {
            let value = Int(hello[position]) << 8 + Int(hello[position + 1]) + count
            hello[position] = UInt8(value >> 8)
            hello[position + 1] = UInt8(value & 0xFF)
        }
        hello.insert(contentsOf: repeatElement(UInt8(ascii: "c"), count: count), at: range.upperBound)
        return hello
    }
}

extension [UInt8] {
    /// Where the bytes lie first.
    fileprivate func firstRange(of bytes: [UInt8]) -> Range<Int>? {
        guard count >= bytes.count else { return nil }
        return (0...count - bytes.count).first { self[$0..<$0 + bytes.count].elementsEqual(bytes) }
            .map { $0..<$0 + bytes.count }
    }
}
