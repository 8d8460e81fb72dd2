import PassHTTP
import Testing

@Suite("Request parser: what is refused")
struct HTTPRequestRefusalTests {
    /// Each row: the input, the status of the answer, and the place of the byte at fault.
    static let requestLines: [(String, Int, Int)] = [
        ("GET /\r\n", 400, 5), ("GET / \r\n", 400, 6), ("GET  / HTTP/1.1\r\n", 400, 4), ("GET /  HTTP/1.1\r\n", 400, 6),
        ("GET / HTTP/1.1 \r\n", 400, 6), ("GET\t/ HTTP/1.1\r\n", 400, 3), (" GET / HTTP/1.1\r\n", 400, 0),
        ("G(T / HTTP/1.1\r\n", 400, 1), ("\u{16}\u{3}\u{1}\r\n", 400, 0), ("GET /a b HTTP/1.1\r\n", 400, 7),
        ("GET /a\tb HTTP/1.1\r\n", 400, 6), ("GET /\u{0} HTTP/1.1\r\n", 400, 5), ("GET /\u{7F} HTTP/1.1\r\n", 400, 5),
        ("GET /é HTTP/1.1\r\n", 400, 5), ("GET /a#b HTTP/1.1\r\n", 400, 6), ("GET a HTTP/1.1\r\n", 400, 4),
        ("GET * HTTP/1.1\r\n", 400, 4), ("GET a:80 HTTP/1.1\r\n", 400, 4), ("GET ftp://a/ HTTP/1.1\r\n", 400, 4),
        ("GET http:// HTTP/1.1\r\n", 400, 4), ("GET http:///x HTTP/1.1\r\n", 400, 11),
        ("GET http://u@a/ HTTP/1.1\r\n", 400, 11), ("GET http://a:x/ HTTP/1.1\r\n", 400, 11),
        ("CONNECT a HTTP/1.1\r\n", 400, 8), ("CONNECT /a HTTP/1.1\r\n", 400, 8), ("CONNECT a:0 HTTP/1.1\r\n", 400, 8),
        ("CONNECT a: HTTP/1.1\r\n", 400, 8), ("CONNECT http://a:1 HTTP/1.1\r\n", 400, 8),
        ("CONNECT a:65536 HTTP/1.1\r\n", 400, 8), ("GET / http/1.1\r\n", 400, 6), ("GET / HTTP/1\r\n", 400, 6),
        ("GET / HTTP/1.10\r\n", 400, 6), ("GET / HTTP/11\r\n", 400, 6), ("GET / HTP/1.1\r\n", 400, 6),
        ("GET / HTTP/2.0\r\n", 505, 6), ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505, 6), ("GET / HTTP/0.9\r\n", 505, 6),
        ("GET / HTTP/3.0\r\n", 505, 6), ("GET / HTTP/1.1\n", 400, 14), ("\nGET / HTTP/1.1\r\n", 400, 0),
        ("\r\n\nGET / HTTP/1.1\r\n", 400, 2),
        ("GET / HTTP/1.1\r\r\n", 400, 6), ("GET\r/ HTTP/1.1\r\n", 400, 3), ("GET /\r HTTP/1.1\r\n", 400, 5),
        ("\r\n\r\n\r\n\r\n\r\nGET / HTTP/1.1\r\n", 400, 8),
    ]

    @Test("Refuses a malformed request line", arguments: requestLines)
    func requestLine(_ text: String, _ status: Int, _ offset: Int) {
        let reading = Reading.anyFeeding(text + "Host: a\r\n\r\n")
        #expect(reading.requests.isEmpty)
        #expect(reading.error?.status.code == status)
        #expect(reading.error?.offset == offset)
    }

    static let fields: [(String, Int, Int)] = [
        ("Host: a\r\n b\r\n", 400, 9), (" Host: a\r\n", 400, 0), ("Host : a\r\n", 400, 4), ("Host\t: a\r\n", 400, 4),
        ("Host a\r\n", 400, 4), ("Host\r\n", 400, 4), (": a\r\n", 400, 0), ("H\u{0}st: a\r\n", 400, 1),
        ("Hést: a\r\n", 400, 1), ("Host: a\r\nX: a\u{0}b\r\n", 400, 13), ("Host: a\r\nX: a\u{1}\r\n", 400, 13),
        ("Host: a\r\nX: \u{7F}\r\n", 400, 12), ("Host: a\r\nX: a\rb\r\n", 400, 13), ("Host: a\n", 400, 7),
        ("Host: a\r\nX: a\n\r\n", 400, 13), ("Host: a\r\n\n", 400, 9), ("Host: a\r\n\rX\r\n", 400, 9),
        ("", 400, 2), ("X: y\r\n", 400, 8), ("Host: a\r\nHost: a\r\n", 400, 9), ("Host: a\r\nhost: b\r\n", 400, 9),
        ("Host:\r\n", 400, 5), ("Host: a b\r\n", 400, 6), ("Host: a,b,c/d\r\n", 400, 6), ("Host: a:b\r\n", 400, 6),
        ("Host: u@a\r\n", 400, 6), ("Host: http://a\r\n", 400, 6), ("Host: [::1\r\n", 400, 6),
        ("Host: a:99999\r\n", 400, 6), ("Host: é\r\n", 400, 6),
        ("Host: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n", 400, 28),
        ("Host: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n", 400, 37),
        ("Host: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n", 400, 28),
        ("Host: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n", 400, 28),
        ("Host: a\r\nContent-Length: 1, 1\r\n", 400, 26), ("Host: a\r\nContent-Length: +1\r\n", 400, 25),
        ("Host: a\r\nContent-Length: -1\r\n", 400, 25), ("Host: a\r\nContent-Length: 0x1\r\n", 400, 26),
        ("Host: a\r\nContent-Length: 1 1\r\n", 400, 26), ("Host: a\r\nContent-Length:\r\n", 400, 24),
        ("Host: a\r\nContent-Length: 99999999999999999999\r\n", 413, 25),
        ("Host: a\r\nContent-Length: 1048577\r\n", 413, 25),
        ("Host: a\r\nContent-Length: 9223372036854775790\r\n", 413, 25),
        ("Host: a\r\nTransfer-Encoding: gzip\r\n", 400, 28),
        ("Host: a\r\nTransfer-Encoding: gzip, chunked\r\n", 501, 28),
        ("Host: a\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n", 501, 53),
        ("Host: a\r\nTransfer-Encoding: identity\r\n", 400, 28),
        ("Host: a\r\nTransfer-Encoding: xchunked\r\n", 400, 28),
        ("Host: a\r\nTransfer-Encoding: chunked, gzip\r\n", 400, 28),
        ("Host: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: gzip\r\n", 400, 56),
        ("Host: a\r\nTransfer-Encoding: chunked, chunked\r\n", 400, 28),
        ("Host: a\r\nTransfer-Encoding: \"chunked\"\r\n", 400, 28), ("Host: a\r\nTransfer-Encoding:\r\n", 400, 27),
        ("Host: a\r\nTransfer-Encoding: gzip, chunked, chunked\r\n", 400, 28),
        ("Host: a\r\nTransfer-Encoding: ,\r\nContent-Length: 1\r\n", 400, 31),
        ("Host: a\r\nTransfer-Encoding: \u{B}chunked\r\n", 400, 28),
        ("Host: a\r\nExpect: tea\r\n", 417, 17), ("Host: a\r\nExpect: 100-continue, tea\r\n", 417, 31),
    ]

    @Test("Refuses malformed fields", arguments: fields)
    func field(_ text: String, _ status: Int, _ offset: Int) {
        let line = "POST / HTTP/1.1\r\n"
        let reading = Reading.anyFeeding(line + text + "\r\n")
        #expect(reading.requests.isEmpty)
        #expect(reading.error?.status.code == status)
        #expect(reading.error?.offset == line.utf8.count + offset)
    }

    @Test(
        "Refuses in HTTP/1.0 the features that this version lacks",
        arguments: [
            ("Transfer-Encoding: chunked\r\n", 400), ("Host: a\r\nHost: a\r\n", 400), ("Host: a b\r\n", 400),
        ])
    func oldVersion(_ text: String, _ status: Int) {
        #expect(Reading.anyFeeding("POST / HTTP/1.0\r\n" + text + "\r\n").error?.status.code == status)
    }

    @Test(
        "Refuses a CONNECT with content",
        arguments: [
            ("Content-Length: 1\r\n", 400), ("Transfer-Encoding: chunked\r\n", 400), ("Content-Length: 0\r\n", nil),
        ])
    func connect(_ field: String, _ status: Int?) {
        let reading = Reading.anyFeeding("CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n" + field + "\r\n")
        #expect(reading.error?.status.code == status)
    }

    static let chunks: [(String, Int, Int)] = [
        ("g\r\n", 400, 0), ("\r\n", 400, 0), ("-1\r\n", 400, 0), ("+1\r\n", 400, 0), ("0x1\r\n", 400, 1),
        (" 1\r\n", 400, 0),
        ("1 \r\n", 400, 1), ("1,a\r\n", 400, 1), ("1;\r\n", 400, 2), ("1;a b\r\n", 400, 3), ("1;a=\r\n", 400, 4),
        ("1;a=\"b\r\n", 400, 4), ("1;a=\"\\\"\r\n", 400, 4), ("1;a=\"\u{7F}\"\r\n", 400, 5), ("1;a=\"b\"c\r\n", 400, 7),
        ("1;a\u{0}\r\n", 400, 3), ("1;a\rb\r\n", 400, 3), ("1\n", 400, 1),
        ("1\r\nab", 400, 4), ("1\r\na\nb", 400, 4), ("1\r\na\rb", 400, 4), ("1\r\na0\r\n\r\n", 400, 4),
        ("100001\r\n", 413, 0), ("FFFFFFFFFFFFFFFF\r\n", 413, 0), ("10000000000000000\r\n", 413, 0),
        ("10000000000000000000000000000001\r\n", 413, 0), ("0\r\n a: b\r\n\r\n", 400, 3),
        ("0\r\na : b\r\n\r\n", 400, 4),
        ("0\r\na\r\n\r\n", 400, 4), ("0\r\na: \u{1}\r\n\r\n", 400, 6), ("0\r\na: b\n\r\n", 400, 7), ("0\r\n\n", 400, 3),
    ]

    @Test("Refuses malformed chunks and trailers", arguments: chunks)
    func chunk(_ text: String, _ status: Int, _ offset: Int) {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        let reading = Reading.anyFeeding(head + text)
        #expect(reading.requests.isEmpty)
        #expect(reading.error?.status.code == status)
        #expect(reading.error?.offset == head.utf8.count + offset)
    }
}

@Suite("Request parser: limits")
struct HTTPRequestLimitTests {
    private static func small() -> HTTPLimits {
        var limits = HTTPLimits()
        limits.headerBytes = 64
        limits.headerCount = 4
        limits.bodyBytes = 8
        return limits
    }

    @Test("A request line may be as long as the limit; one byte more is 414", arguments: [64, 65])
    func requestLine(_ length: Int) {
        let line = "GET /" + String(repeating: "a", count: length - 16) + " HTTP/1.1\r\n"
        #expect(line.utf8.count == length)
        let reading = Reading.anyFeeding(line + "Host: a\r\n\r\n", limits: Self.small())
        #expect(reading.error?.status.code == (length == 64 ? nil : 414))
        #expect(reading.requests.count == (length == 64 ? 1 : 0))
    }

    @Test("The fields may be as large as the limit; one byte more is 431", arguments: [64, 65])
    func fields(_ length: Int) {
        let fields = "Host: a\r\nx: " + String(repeating: "a", count: length - 16) + "\r\n\r\n"
        #expect(fields.utf8.count == length)
        let reading = Reading.anyFeeding("GET / HTTP/1.1\r\n" + fields, limits: Self.small())
        #expect(reading.error?.status.code == (length == 64 ? nil : 431))
    }

    @Test(
        "A line beyond the limit is refused for its method, its target, or because it isn't a request line",
        arguments: [("", "a", 501), ("GET /", "a", 414), ("", "é", 400), (" ", "a", 400), ("GET\t", "a", 400)])
    func longLine(_ start: String, _ repeated: String, _ status: Int) {
        let line = start + String(repeating: repeated, count: 65)
        #expect(Reading(line, limits: Self.small()).error?.status.code == status)
        #expect(Reading.anyFeeding(line + "\r\n", limits: Self.small()).error?.status.code == status)
    }

    @Test("An endless line is refused before it ends")
    func endless() {
        #expect(Reading("GET /" + String(repeating: "a", count: 60), limits: Self.small()).error?.status.code == 414)
        let fields = "GET / HTTP/1.1\r\n" + String(repeating: "a", count: 65)
        #expect(Reading(fields, limits: Self.small()).error?.status.code == 431)
        let size =
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + String(repeating: "0", count: 1_024)
        #expect(Reading(size).error?.status.code == 400)
        #expect(Reading(String(size.dropLast())).error == nil)
    }

    @Test("As many fields as the limit are read; one more is 431", arguments: [4, 5])
    func fieldCount(_ count: Int) {
        let fields = "Host: a\r\n" + String(repeating: "a:\r\n", count: count - 1)
        let reading = Reading.anyFeeding("GET / HTTP/1.1\r\n" + fields + "\r\n", limits: Self.small())
        #expect(reading.error?.status.code == (count == 4 ? nil : 431))
    }

    @Test(
        "Content may be as large as the limit; one byte more is 413",
        arguments: [
            ("Content-Length: 8\r\n\r\n12345678", true), ("Content-Length: 9\r\n\r\n123456789", false),
            ("Transfer-Encoding: chunked\r\n\r\n4\r\n1234\r\n4\r\n5678\r\n0\r\n\r\n", true),
            ("Transfer-Encoding: chunked\r\n\r\n4\r\n1234\r\n5\r\n56789\r\n0\r\n\r\n", false),
        ])
    func content(_ text: String, _ fits: Bool) {
        let reading = Reading.anyFeeding("POST / HTTP/1.1\r\nHost: a\r\n" + text, limits: Self.small())
        #expect(reading.error?.status.code == (fits ? nil : 413))
        #expect(reading.requests.count == (fits ? 1 : 0))
    }

    @Test(
        "Trailers are bounded in bytes and in number",
        arguments: [
            (String(repeating: "a:\r\n", count: 4), true), (String(repeating: "a:\r\n", count: 5), false),
            ("t: " + String(repeating: "x", count: 57) + "\r\n", true),
            ("t: " + String(repeating: "x", count: 58) + "\r\n", false),
        ])
    func trailers(_ lines: String, _ fits: Bool) {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
        let reading = Reading.anyFeeding(head + lines + "\r\n", limits: Self.small())
        #expect(reading.error?.status.code == (fits ? nil : 431))
        #expect(reading.requests.count == (fits ? 1 : 0))
    }

    @Test("Chunk extensions are bounded over all chunks")
    func chunkExtensions() {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        let chunk = "1;" + String(repeating: "x", count: 1_000) + "\r\na\r\n"
        #expect(Reading(head + String(repeating: chunk, count: 16)).error == nil)
        #expect(Reading(head + String(repeating: chunk, count: 17)).error?.status.code == 400)
    }
}
