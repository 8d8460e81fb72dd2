import PassHTTP
import Testing

@Suite("Response parser")
struct HTTPResponseParserTests {
    /// The outcome as text: status, fields and body, or the error's status.
    private static func read(
        _ text: String, _ feeding: Feeding, answering method: HTTPMethod, ends: Bool
    ) -> String {
        var limits = HTTPLimits()
        limits.bodyBytes = 64
        limits.headerBytes = 128
        limits.headerCount = 4
        var parser = HTTPResponseParser(answering: method, limits: limits)
        let bytes = Array(text.utf8)
        var start = 0
        do {
            for end in feeding.arrivals(bytes.count) {
                let response = try Array(bytes[start..<end]).withUnsafeBytes { try parser.receive($0) }
                start = end
                if let response { return describe(response) }
            }
            return ends ? describe(try parser.end()) : "incomplete"
        } catch let error as HTTPSyntaxError {
            return "error \(error.status.code)"
        } catch {
            return "\(error)"
        }
    }

    private static func describe(_ response: HTTPResponse) -> String {
        "\(response.status.code)|"
            + response.fields.pairs.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
            + "|" + String(decoding: response.body, as: UTF8.self)
    }

    @Test(
        "Reads each framing, whole, byte by byte and split anywhere",
        arguments: [
            ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", HTTPMethod.get, "200|Content-Length=2|ok"),
            ("HTTP/1.0 404 Not Found\r\nA: b\r\n\r\nuntil end", .get, "404|A=b|until end"),
            (
                "HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\n\r\n2;x\r\nok\r\n0\r\nT: u\r\n\r\n", .get,
                "200|Transfer-Encoding=chunked|ok"
            ),
            (
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 X\r\nA: b\r\n\r\nHTTP/1.1 200\r\nContent-Length: 0\r\n\r\n",
                .post, "200|Content-Length=0|"
            ),
            ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", .head, "200|Content-Length=9|"),
            ("HTTP/1.1 204 No Content\r\n\r\n", .get, "204||"),
            ("HTTP/1.1 304 X\r\nContent-Length: 9\r\n\r\n", .get, "304|Content-Length=9|"),
            ("HTTP/1.1 200 Connection Established\r\n\r\n", .connect, "200||"),
            (
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok", .get,
                "200|Content-Length=2,Content-Length=2|ok"
            ),
        ])
    func framings(_ text: String, _ method: HTTPMethod, _ expected: String) {
        for feeding in Feeding.all(for: text.utf8.count) {
            #expect(Self.read(text, feeding, answering: method, ends: true) == expected, "\(feeding)")
        }
    }

    @Test("Takes sixteen interim responses before the final one, and neither more of them nor more bytes than one head")
    func interim() {
        let interim = "HTTP/1.1 100\r\n\r\n"
        let final = "HTTP/1.1 204\r\n\r\n"
        let long = "HTTP/1.1 103\r\nA: " + String(repeating: "x", count: 101) + "\r\n\r\n"
        for (text, expected) in [
            (String(repeating: interim, count: 16) + final, "204||"),
            (String(repeating: interim, count: 17) + final, "error 400"),
            // 256 bytes are the most that a head may have here.
            (long + long + final, "204||"), (long + long + interim + final, "error 400"),
        ] {
            for feeding in Feeding.all(for: text.utf8.count) {
                #expect(Self.read(text, feeding, answering: .get, ends: true) == expected, "\(feeding)")
            }
        }
    }

    @Test(
        "Refuses responses that can't be trusted",
        arguments: [
            "HTTP/2 200 OK\r\n\r\n", "200 OK\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n", "HTTP/1.1 999 X\r\n\r\n",
            "HTTP/1.1 200OK\r\n\r\n",
            "HTTP/1.1 200 OK\r\nA : b\r\n\r\n", "HTTP/1.1 200 OK\nA: b\n\n",
            "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nok",
            "HTTP/1.1 200 OK\r\nContent-Length: 65\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
            "HTTP/1.1 200 OK\r\na:\r\na:\r\na:\r\na:\r\na:\r\n\r\n",
            "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 65),
            "HTTP/1.1 200 OK\r\nA: " + String(repeating: "x", count: 300),
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no",
            "HTTP/1.1 200 OK\r\n", "",
        ])
    func refuses(_ text: String) {
        for feeding in [Feeding.whole, .byteByByte] {
            #expect(Self.read(text, feeding, answering: .get, ends: true).hasPrefix("error"))
        }
    }

    @Test("Keeps the first bytes of a tunnel")
    func remainder() throws {
        var parser = HTTPResponseParser(answering: .connect, limits: HTTPLimits())
        let response = try Array("HTTP/1.1 200 OK\r\n\r\nabc".utf8).withUnsafeBytes { try parser.receive($0) }
        #expect(response?.status == .ok)
        #expect(parser.remainder == Array("abc".utf8))
    }
}
