import PassCore
import PassHTTP
import Testing

@Suite("Answers that are written piece by piece")
struct StreamedAnswerTests {
    private static let date = "Date: Thu, 01 Jan 1970 00:00:00 GMT\r\n"
    private static let response = HTTPResponse(fields: [.contentType: "text/plain"])

    /// Returns a machine that has read the request, and awaits the answer.
    private static func machine(_ request: String) -> MachineDriver {
        var driver = MachineDriver()
        driver.receive(request)
        return driver
    }

    /// Writes the head of an answer, and returns whether content follows.
    private static func begin(
        _ driver: inout MachineDriver, _ response: HTTPResponse = response, length: Int? = nil,
        into output: inout OutputBuffer
    ) -> Bool {
        driver.machine.beginAnswer(
            response, length: length, HTTPDateCache(now: Timestamp(seconds: 0)), into: &output)
    }

    /// Writes the pieces and the end of a stream, and returns all that is written.
    private func stream(_ pieces: [String], to driver: inout MachineDriver) -> String {
        var output = OutputBuffer()
        if Self.begin(&driver, into: &output) {
            for piece in pieces { driver.machine.writePiece(Array(piece.utf8), into: &output) }
            driver.machine.endStream(into: &output)
        } else {
            driver.machine.finishAnswer()
        }
        driver.run()
        return String(decoding: output.bytes, as: UTF8.self)
    }

    @Test("HTTP/1.1 has a chunk for each piece and an empty one at the end, and the connection goes on")
    func chunks() {
        var driver = Self.machine("GET /wait HTTP/1.1\r\nHost: a\r\n\r\nGET /a HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(
            stream(["Wiki", "pedia ", "", "in \r\n\r\nchunks."], to: &driver)
                == "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\(Self.date)\r\n"
                + "4\r\nWiki\r\n6\r\npedia \r\ne\r\nin \r\n\r\nchunks.\r\n0\r\n\r\n")
        #expect(driver.log.suffix(3) == ["< GET /a", "> 200 OK", "read nextRequest"])
    }

    @Test("A stream without pieces has only the empty chunk")
    func empty() {
        var driver = Self.machine("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(stream([], to: &driver).hasSuffix("\r\n\r\n0\r\n\r\n"))
    }

    @Test("In HTTP/1.0 the content ends with the connection, even if the client would keep it open")
    func oldVersion() {
        var driver = Self.machine("GET /wait HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        #expect(
            stream(["Wiki", "pedia"], to: &driver)
                == "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\(Self.date)Connection: close\r\n\r\nWikipedia")
        #expect(driver.log.last == "close in stages")
    }

    @Test("An answer to HEAD is a head, and the connection goes on")
    func headOnly() {
        var driver = Self.machine("HEAD /wait HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(
            stream(["Wiki"], to: &driver)
                == "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\(Self.date)\r\n")
        #expect(driver.log.last == "read nextRequest")
    }

    @Test("Requests behind a stream wait for its end")
    func outstanding() {
        var driver = Self.machine("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
        var output = OutputBuffer()
        let hasContent = Self.begin(&driver, into: &output)
        #expect(hasContent)
        driver.receive("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(driver.log.last == "wait")
        #expect(driver.machine.waiting == .answer)
        driver.machine.endStream(into: &output)
        driver.run()
        #expect(driver.log.suffix(3) == ["< GET /a", "> 200 OK", "read nextRequest"])
    }

    @Test("A stream that began before the server stops is the connection's last answer")
    func draining() {
        var driver = Self.machine("GET /wait HTTP/1.1\r\nHost: a\r\n\r\nGET /a HTTP/1.1\r\nHost: a\r\n\r\n")
        var output = OutputBuffer()
        _ = Self.begin(&driver, into: &output)
        driver.machine.drain()
        driver.machine.endStream(into: &output)
        driver.run()
        #expect(driver.log.last == "close in stages")
    }

    @Test("An abandoned answer ends the connection without having announced it")
    func abandoned() {
        var driver = Self.machine("GET /wait HTTP/1.1\r\nHost: a\r\n\r\nGET /a HTTP/1.1\r\nHost: a\r\n\r\n")
        var output = OutputBuffer()
        let hasContent = Self.begin(&driver, HTTPResponse(text: "abc"), length: 3, into: &output)
        #expect(hasContent)
        driver.machine.abandonAnswer()
        driver.run()
        let head = String(decoding: output.bytes, as: UTF8.self)
        #expect(head.contains("Content-Length: 3\r\n") && !head.contains("Connection"))
        #expect(driver.log.last == "close in stages")
    }
}
