import Testing

@testable import PassHTTP

@Suite("Heads that were read before")
struct HTTPRecentHeadsTests {
    private let recent = HTTPRecentHeads()

    @Test("A second request with the same fields says the same, with its own line, content and connection")
    func again() throws {
        let fields = "Host: a.example:81\r\nConnection: Close\r\nX-One: 1\r\nContent-Length: 3\r\n\r\n"
        _ = try read("GET /first HTTP/1.1\r\n" + fields + "abc")
        #expect(knows(fields))
        let connection = HTTPConnectionInfo(scheme: .https, peerAddress: "10.1.2.3")
        let second = try read("POST /second?x HTTP/1.1\r\n" + fields + "xyzGET /third", connection)
        #expect(second.request.method == .post)
        #expect(second.request.target == "/second?x")
        #expect(second.request.authority == "a.example:81")
        #expect(second.request.fields.pairs.map(\.name) == ["Host", "Connection", "X-One", "Content-Length"])
        #expect(second.request.body == Array("xyz".utf8))
        #expect(second.request.connection === connection)
        #expect(!second.keepsAlive)
    }

    @Test("A request that comes again and again is read no more, on any connection that says the same of itself")
    func wholeHeads() throws {
        let text = "GET /a?b HTTP/1.1\r\nHost: a\r\n\r\n"
        let connection = HTTPConnectionInfo()
        // The first leaves its fields, the second its head, and the third is the first that isn't read.
        let read = try (0..<5).map { _ in try self.read(text + "GET /next", connection) }
        #expect(read[3].request === read[2].request)
        #expect(read[4].request === read[2].request)
        #expect(read[4].request.target == "/a?b")
        #expect(read[4].keepsAlive)
        let other = HTTPConnectionInfo(scheme: .https)
        let elsewhere = try self.read(text, other).request
        #expect(elsewhere.connection === other)
        #expect(elsewhere.target == "/a?b")
        #expect(elsewhere.fields.pairs.map(\.value) == ["a"])
        #expect(try self.read("GET /a?c HTTP/1.1\r\nHost: a\r\n\r\n", connection).request.target == "/a?c")
        #expect(try self.read("HEAD /a?b HTTP/1.1\r\nHost: a\r\n\r\n", connection).request.method == .head)
        // The object is now that of the other's connections.
        #expect(try self.read(text, other).request === elsewhere)
        let back = try self.read(text, connection).request
        #expect(back.connection === connection && back !== read[2].request)
        #expect(try self.read(text, connection).request === back)
    }

    @Test("A head that isn't looked up, behind empty lines, takes no second place")
    func once() throws {
        for number in 1...4 { for _ in 1...2 { _ = try read("GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n") } }
        let connection = HTTPConnectionInfo()
        for _ in 1...4 { _ = try read("\r\nGET /4 HTTP/1.1\r\nHost: a\r\n\r\n", connection) }
        for number in 1...4 {
            let text = "GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n"
            #expect(try read(text, connection).request === read(text, connection).request)
        }
    }

    @Test(
        "However often a head came, it is read as by a parser that remembers none",
        arguments: [
            "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n",
        ])
    func likeWithout(text: String) {
        for feeding in Feeding.all(for: text.utf8.count) {
            let recent = HTTPRecentHeads()
            for time in 1...4 {
                #expect(Reading(text, feeding, recent: recent) == Reading(text, feeding), "\(feeding), \(time)")
            }
        }
    }

    @Test("Each request with content has its own, however often its head comes")
    func contents() throws {
        for content in ["abc", "def", "ghi", "jkl"] {
            let text = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n\(content)"
            #expect(try read(text).request.body == Array(content.utf8))
        }
    }

    @Test("What differs in one byte is read for itself")
    func difference() throws {
        _ = try read("GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n\r\n")
        #expect(try read("GET / HTTP/1.1\r\nHost: a\r\nX: 2\r\n\r\n").request.fields["X"] == "2")
        #expect(try read("GET / HTTP/1.1\r\nHost: b\r\nX: 1\r\n\r\n").request.authority == "b")
        #expect(try read("GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\nY: 3\r\n\r\n").request.fields["Y"] == "3")
    }

    @Test("Fields that a request takes over can be changed without those that are remembered")
    func copies() throws {
        let text = "GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n\r\n"
        var fields = try read(text).request.fields
        fields.append("X", "2")
        #expect(try read(text).request.fields.values("X") == ["1"])
    }

    @Test(
        "What another line may give another sense is read each time",
        arguments: [
            "GET / HTTP/1.0\r\nHost: a\r\n\r\n", "GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\nx",
            "CONNECT b:443 HTTP/1.1\r\nHost: a\r\n\r\n", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
        ])
    func lines(text: String) throws {
        _ = try read(text)
        let fields = text.utf8.drop { $0 != 0x0A }.dropFirst()
        #expect(!knows(String(decoding: Array(fields), as: UTF8.self)))
    }

    @Test("An absolute target and a version before 1.1 aren't overruled by fields that were read with others")
    func otherLines() throws {
        _ = try read("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try read("GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n").request.authority == "b")
        #expect(try !read("GET / HTTP/1.0\r\nHost: a\r\n\r\n").keepsAlive)
        #expect(try read("CONNECT b:443 HTTP/1.1\r\nHost: a\r\n\r\n").request.authority == "b:443")
        let withContent = " HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"
        for _ in 0..<3 { _ = try read("POST /" + withContent) }
        #expect(throws: HTTPSyntaxError.self) { try read("CONNECT b:443" + withContent) }
    }

    @Test("The last few are known, the oldest goes first, and a long one isn't kept")
    func bounds() throws {
        for number in 1...7 { _ = try read(request(number)) }
        #expect((1...7).filter { knows(section($0)) } == [4, 5, 6, 7])
        let long = "Host: a\r\nX: \(String(repeating: "x", count: 4_096))\r\n\r\n"
        _ = try read("GET / HTTP/1.1\r\n" + long)
        #expect(!knows(long))
    }

    @Test("Where none comes a second time, most aren't kept")
    func flood() throws {
        for number in 1...1_000 { _ = try read(request(number)) }
        // The 992nd is the last that 16 divides.
        #expect((980...1_000).filter { knows(section($0)) } == [992])
    }

    @Test("When one comes a second time after many that didn't, the next are kept again")
    func afterFlood() throws {
        for number in 1...1_000 { _ = try read(request(number)) }
        _ = try read(request(992))
        _ = try read(request(2_000))
        #expect(knows(section(2_000)))
    }

    private func section(_ number: Int) -> String { "Host: a\r\nX: \(number)\r\n\r\n" }

    private func request(_ number: Int) -> String { "GET / HTTP/1.1\r\n" + section(number) }

    /// Whether a request with these fields would take over what was read.
    private func knows(_ fields: String) -> Bool {
        Array(fields.utf8).withUnsafeBytes { recent.section($0) != nil }
    }

    /// The first request of the text.
    private func read(
        _ text: String, _ connection: HTTPConnectionInfo = HTTPConnectionInfo()
    ) throws -> HTTPReceivedRequest {
        var parser = HTTPRequestParser()
        let progress = try Array(text.utf8).withUnsafeBytes {
            try parser.parse($0, limits: HTTPLimits(), connection: connection, recent: recent)
        }
        return try #require(progress.request)
    }
}
