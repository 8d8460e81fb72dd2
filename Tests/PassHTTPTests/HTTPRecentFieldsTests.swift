import Testing

@testable import PassHTTP

@Suite("Header sections that were read before")
struct HTTPRecentFieldsTests {
    private let recent = HTTPRecentFields()

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
    }

    @Test("The last few are known, the oldest goes first, and a long one isn't kept")
    func bounds() throws {
        for number in 1...5 { _ = try read(request(number)) }
        #expect((1...5).map { knows(section($0)) } == [false, true, true, true, true])
        let long = "Host: a\r\nX: \(String(repeating: "x", count: 4_096))\r\n\r\n"
        _ = try read("GET / HTTP/1.1\r\n" + long)
        #expect(!knows(long))
    }

    @Test("Where none comes a second time, most aren't kept, until one does")
    func flood() throws {
        for number in 1...1_000 { _ = try read(request(number)) }
        // The 992nd is the last that 16 divides.
        let known = (980...1_000).filter { knows(section($0)) }
        #expect(known == [992])
        _ = try read(request(992))
        _ = try read(request(2_000))
        #expect(knows(section(2_000)))
    }

    private func section(_ number: Int) -> String { "Host: a\r\nX: \(number)\r\n\r\n" }

    private func request(_ number: Int) -> String { "GET / HTTP/1.1\r\n" + section(number) }

    /// Whether a request with these fields would take over what was read.
    private func knows(_ fields: String) -> Bool {
        Array(fields.utf8).withUnsafeBytes { recent.find($0) != nil }
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
