import PassHTTP
import Testing

/// What a parser made of some input: the requests it gave, and the error it ended with.
struct Reading: Equatable {
    var requests: [String] = []
    var bodies: [String] = []
    var error: HTTPSyntaxError?

    /// Reads `text` as `feeding` says, until it ends or an error comes.
    init(_ text: String, _ feeding: Feeding = .whole, limits: HTTPLimits = HTTPLimits()) {
        self.init(Array(text.utf8), feeding, limits: limits)
    }

    init(_ bytes: [UInt8], _ feeding: Feeding = .whole, limits: HTTPLimits = HTTPLimits()) {
        var parser = HTTPRequestParser()
        let connection = HTTPConnectionInfo()
        var start = 0
        do throws(HTTPSyntaxError) {
            for end in feeding.arrivals(bytes.count) {
                while true {
                    let window = Array(bytes[start..<end])
                    let result = window.withUnsafeBytes { window in
                        Result { () throws(HTTPSyntaxError) in
                            try parser.parse(window, limits: limits, connection: connection)
                        }
                    }
                    let progress = try result.get()
                    start += progress.consumed
                    guard let received = progress.request else { break }
                    let request = received.request
                    requests.append(
                        "\(request.method.rawValue) \(request.target) \(request.version) \(request.authority)"
                            + (received.keepsAlive ? "" : " close"))
                    bodies.append(String(decoding: request.body, as: UTF8.self))
                }
            }
        } catch {
            self.error = error
        }
    }

    /// The same reading for every way of feeding, or the first one that differs from the whole.
    static func anyFeeding(_ text: String, limits: HTTPLimits = HTTPLimits()) -> Reading {
        let whole = Reading(text, limits: limits)
        for feeding in Feeding.all(for: text.utf8.count) {
            let reading = Reading(text, feeding, limits: limits)
            if reading != whole {
                Issue.record("\(feeding) of \(text.debugDescription) gives \(reading) and not \(whole)")
                return reading
            }
        }
        return whole
    }
}

@Suite("Request parser: what is read")
struct HTTPRequestParserTests {
    @Test(
        "Reads requests the same way whole, byte by byte and split anywhere",
        arguments: [
            ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", ["GET / http11 a"]),
            ("GET /a?b=c%20|[\"x HTTP/1.1\r\nhOST:\t a:80 \t\r\n\r\n", ["GET /a?b=c%20|[\"x http11 a:80"]),
            ("\r\n\r\nGET //a//b HTTP/1.1\r\nHost: a\r\n\r\n", ["GET //a//b http11 a"]),
            ("GET / HTTP/1.0\r\n\r\n", ["GET / http10  close"]),
            ("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", ["GET / http10 "]),
            ("GET / HTTP/1.1\r\nHost: a\r\nConnection: x, Close\r\n\r\n", ["GET / http11 a close"]),
            (
                "GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\nConnection: close\r\n\r\n",
                ["GET / http11 a close"]
            ),
            ("GET / HTTP/1.2\r\nHost: a\r\n\r\n", ["GET / http11 a"]),
            ("GET http://B:81/x?y HTTP/1.1\r\nHost: a\r\n\r\n", ["GET /x?y http11 b:81"]),
            ("GET HTTP://b HTTP/1.1\r\nHost: a\r\n\r\n", ["GET / http11 b"]),
            ("GET https://[::1]?q HTTP/1.1\r\nHost: a\r\n\r\n", ["GET /?q http11 [::1]"]),
            ("OPTIONS http://b HTTP/1.1\r\nHost: a\r\n\r\n", ["OPTIONS * http11 b"]),
            ("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", ["OPTIONS * http11 a"]),
            ("CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n", ["CONNECT a:443 http11 a:443"]),
            ("get / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", ["get / http11 [::1]:80"]),
            (
                "X-!#$%&'*+.^_`|~9 / HTTP/1.1\r\nHost: 1.2.3.4\r\nx: \r\ny:\u{E9}\r\n\r\n",
                ["X-!#$%&'*+.^_`|~9 / http11 1.2.3.4"]
            ),
        ])
    func heads(_ text: String, _ expected: [String]) {
        let reading = Reading.anyFeeding(text)
        #expect(reading.error == nil)
        #expect(reading.requests == expected)
    }

    @Test(
        "Undoes the framing of content",
        arguments: [
            ("Content-Length: 5\r\n\r\nhello", "hello"),
            ("Content-Length: 0\r\n\r\n", ""),
            ("Content-Length: 0005\r\n\r\nhello", "hello"),
            ("Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "hello"),
            ("transfer-encoding: , ChUnKeD ,\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "hello"),
            ("Transfer-Encoding: chunked\r\n\r\n3;a=b\r\nhel\r\n2 ;c=\"d\"\r\nlo\r\n000\r\n\r\n", "hello"),
            (
                "Transfer-Encoding: chunked\r\n\r\n00000000000000000000A\r\nhelloworld\r\n0\r\nX: y\r\nZ: w\r\n\r\n",
                "helloworld"
            ),
            ("Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", ""),
            ("Expect: 100-Continue\r\nContent-Length: 2\r\n\r\nok", "ok"),
        ])
    func content(_ rest: String, _ body: String) {
        let text = "POST / HTTP/1.1\r\nHost: a\r\n" + rest
        let reading = Reading.anyFeeding(text + "GET /next HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(reading.error == nil)
        #expect(reading.requests == ["POST / http11 a", "GET /next http11 a"])
        #expect(reading.bodies == [body, ""])
    }

    @Test("Keeps fields in order with their spelling and finds them whatever their case")
    func fields() throws {
        var parser = HTTPRequestParser()
        let bytes = Array("GET / HTTP/1.1\r\nHost: a\r\nB: 1\r\nc:  2 3 \r\nb:4\r\nE:\r\n\r\n".utf8)
        let progress = try bytes.withUnsafeBytes {
            try parser.parse($0, limits: HTTPLimits(), connection: HTTPConnectionInfo())
        }
        let fields = try #require(progress.request).request.fields
        #expect(fields.pairs.map { "\($0.name)=\($0.value)" } == ["Host=a", "B=1", "c=2 3", "b=4", "E="])
        #expect(fields["b"] == "1")
        #expect(fields.values("B") == ["1", "4"])
        #expect(fields["e"] == "")
        #expect(fields["x"] == nil)
    }

    @Test("Says when the client waits before it sends content")
    func expectation() throws {
        let connection = HTTPConnectionInfo()
        for (head, awaits) in [
            ("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n", true),
            ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n", false),
            ("POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n", false),
            ("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nx", false),
        ] {
            var parser = HTTPRequestParser()
            _ = try Array(head.utf8).withUnsafeBytes {
                try parser.parse($0, limits: HTTPLimits(), connection: connection)
            }
            #expect(parser.awaitsContinue == awaits, "\(head)")
            #expect(parser.isInContent)
        }
    }
}
