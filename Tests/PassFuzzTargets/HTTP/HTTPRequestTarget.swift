import PassHTTP

extension FuzzTarget {
    /// Request heads, bodies and the life of a connection: the requests are the same however the bytes are cut up.
    static let httpRequest = FuzzTarget(
        "http-request", maximumBytes: 2_048,
        words: [
            "\r\n", "\r\n\r\n", " HTTP/1.1\r\n", " HTTP/1.0\r\n", "Host: a\r\n", "Content-Length: ",
            "Transfer-Encoding: ",
            "chunked", "Connection: ", "keep-alive", "close", "Expect: 100-continue\r\n", "CONNECT ", "OPTIONS * ",
            "GET ",
            "POST ", "http://a:80/", "[::1]:443", "0\r\n\r\n", ",", "gzip",
        ],
        seeds: {
            try Seeds.files("HTTP", ".http") + Seeds.files("Wire", "request.http").prefix(40)
                + Seeds.texts(
                    "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /b?c=d HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
                    "POST / HTTP/1.1\r\nHost: a:8080\r\nContent-Length: 3\r\n\r\nabc",
                    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n0\r\nX: y\r\n\r\n",
                    "CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n",
                    "GET http://a.example/ HTTP/1.1\r\nHost: b\r\nConnection: close\r\n\r\n",
                    "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\nx",
                    "OPTIONS * HTTP/1.1\r\nHost: [::1]\r\n\r\n")
        },
        run: { bytes in
            let whole = try Transcript(of: [bytes])
            try whole.requireSame(as: Transcript(of: bytes.halves), "cut in two")
            if bytes.count <= 256 { try whole.requireSame(as: Transcript(of: bytes.map { [$0] }), "byte by byte") }
        })

    /// The chunked coding: content in chunks of any size comes out as it went in, and broken coding is refused alike.
    static let httpChunked = FuzzTarget(
        "http-chunked", maximumBytes: 1_024,
        words: ["0\r\n\r\n", "\r\n", ";a=b", "00000001\r\n", "X: y\r\n", "fffffffffffffffff"],
        seeds: { Seeds.texts("3\r\nabc\r\n0\r\n\r\n", "1;a=\"b\"\r\nx\r\n00\r\nX: y\r\n\r\n", "abcdefghijklmnop") },
        run: { bytes in
            let head = Array("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
            try Transcript(of: [head + bytes]).requireSame(as: Transcript(of: (head + bytes).halves), "cut in two")

            var coded = head
            var rest = bytes[...]
            while let size = rest.first {
                let chunk = rest.prefix(Int(size) + 1)
                coded += Array((String(chunk.count, radix: 16) + "\r\n").utf8) + chunk + Array("\r\n".utf8)
                rest = rest.dropFirst(chunk.count)
            }
            coded += Array("0\r\n\r\n".utf8)
            var parser = HTTPRequestParser()
            var window: [UInt8] = []
            var request: HTTPRequest?
            for run in coded.halves {
                window += run
                let progress = try window.withUnsafeBytes {
                    try parser.parse($0, limits: Transcript.limits, connection: HTTPConnectionInfo())
                }
                window.removeFirst(progress.consumed)
                request = request ?? progress.request?.request
            }
            try require(window.isEmpty, "bytes of the coding are left over")
            try require(request?.body == bytes, "the content isn't what was sent")
        })
}

extension Transcript {
    func requireSame(as other: Transcript, _ way: String) throws {
        try require(self == other, "\(way): \(other.events) instead of \(events)")
    }
}
