import PassCore
import PassHTTP
import Testing

@Suite("Connection machine")
struct HTTPConnectionMachineTests {
    private let get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"
    private let wait = "GET /wait HTTP/1.1\r\nHost: a\r\n\r\n"
    private let close = "GET /c HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

    @Test("Answers one request after another on a persistent connection")
    func keepAlive() {
        var driver = MachineDriver()
        driver.receive(get)
        driver.receive(get)
        #expect(
            driver.log == ["< GET /a", "> 200 OK", "read nextRequest", "< GET /a", "> 200 OK", "read nextRequest"])
    }

    @Test("Holds pipelined requests until the previous answer is written")
    func pipelining() {
        var driver = MachineDriver()
        driver.receive(get + wait + get + close + get)
        #expect(driver.log == ["< GET /a", "> 200 OK", "< GET /wait", "wait"])
        #expect(driver.machine.waiting == .answer)
        driver.answer(HTTPResponse(.notFound))
        #expect(
            driver.log.dropFirst(4) == [
                "> 404 Not Found", "< GET /a", "> 200 OK", "< GET /c", "> 200 OK close", "close",
            ])
    }

    @Test(
        "Ends the connection where the version or the client says so",
        arguments: [
            ("GET /a HTTP/1.0\r\n\r\n", true), ("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", false),
            ("GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", true),
            ("GET /a HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\n\r\n", false),
        ])
    func versions(_ request: String, _ ends: Bool) {
        var driver = MachineDriver()
        driver.receive(request)
        #expect(driver.log.last == (ends ? "close" : "read nextRequest"))
    }

    @Test("Says what it waits for")
    func waiting() {
        var driver = MachineDriver()
        #expect(driver.machine.waiting == .nextRequest)
        driver.receive("\r\n")
        driver.receive("P")
        driver.receive("OST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n")
        driver.receive("\r\n")
        driver.receive("o")
        driver.receive("k")
        #expect(
            driver.log == [
                "read nextRequest", "read head", "read head", "read content", "read content", "< POST /", "> 200 OK",
                "read nextRequest",
            ])
    }

    @Test("Sends 100 once, and only to a client that holds its content back")
    func expectContinue() {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
        var patient = MachineDriver()
        patient.receive(head)
        patient.receive("o")
        patient.receive("k")
        #expect(
            patient.log == ["> 100", "read content", "read content", "< POST /", "> 200 OK", "read nextRequest"])
        var eager = MachineDriver()
        eager.receive(head + "ok")
        #expect(eager.log == ["< POST /", "> 200 OK", "read nextRequest"])
        var empty = MachineDriver()
        empty.receive("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n")
        #expect(empty.log == ["< POST /", "> 200 OK", "read nextRequest"])
        var large = MachineDriver()
        large.receive("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 9999999\r\n\r\n")
        #expect(large.log == ["> 413 Content Too Large close", "close in stages"])
    }

    @Test(
        "Asks once whether to accept content that is still to come; a refusal is final, even with Expect"
    )
    func admission() {
        let head = " HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n"
        var refused = MachineDriver()
        refused.receive("POST /none" + head + "Expect: 100-continue\r\n\r\n")
        #expect(refused.log == ["> 404 Not Found", "close in stages"])
        var late = MachineDriver()
        late.receive(get + "POST /none" + head + "\r\nabc")
        #expect(late.log == ["< GET /a", "> 200 OK", "> 404 Not Found", "close in stages"])
        // What came whole goes to the responder itself.
        var whole = MachineDriver()
        whole.receive("POST /none" + head + "\r\nabcdef")
        #expect(whole.log == ["< POST /none", "> 200 OK", "read nextRequest"])
        var taken = MachineDriver()
        for text in ["POST /all" + head + "\r\nab", "cd", "ef"] { taken.receive(text) }
        #expect(taken.log == ["read content", "read content", "< POST /all", "> 200 OK", "read nextRequest"])
    }

    @Test("Content that is longer than was accepted is 413, whether its length is declared or not")
    func admittedLength() {
        let head = " HTTP/1.1\r\nHost: a\r\n"
        var long = MachineDriver()
        long.receive("POST /few" + head + "Content-Length: 5\r\n\r\n")
        #expect(long.log == ["> 413 Content Too Large close", "close in stages"])
        var chunked = MachineDriver()
        chunked.receive("POST /few" + head + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
        chunked.receive("2\r\nde\r\n")
        #expect(chunked.log == ["read content", "> 413 Content Too Large close", "close in stages"])
        var short = MachineDriver()
        short.receive("POST /few" + head + "Content-Length: 4\r\n\r\n")
        short.receive("abcd" + "POST /all" + head + "Content-Length: 5\r\n\r\nabc")
        short.receive("de")
        #expect(
            short.log == [
                "read content", "< POST /few", "> 200 OK", "read content", "< POST /all", "> 200 OK",
                "read nextRequest",
            ])
    }

    @Test("Answers a broken request after the previous ones, then ends in stages")
    func refusal() {
        var driver = MachineDriver()
        driver.receive(get + "GET / HTTP/2.0\r\n\r\n" + get)
        #expect(
            driver.log == ["< GET /a", "> 200 OK", "> 505 HTTP Version Not Supported close", "close in stages"])
    }

    @Test("A client that only ends its sending still gets its answers")
    func halfClose() {
        var driver = MachineDriver()
        driver.receive(wait + get)
        driver.endInput()
        driver.answer(HTTPResponse())
        #expect(
            driver.log == ["< GET /wait", "wait", "wait", "> 200 OK", "< GET /a", "> 200 OK", "close"])
    }

    @Test(
        "Input that ends between requests ends the connection, inside one it is answered with 400",
        arguments: [
            "", "\r\n", "G", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\no",
        ])
    func endOfInput(_ text: String) {
        var driver = MachineDriver()
        driver.receive(text)
        driver.endInput()
        let isComplete = text.allSatisfy { $0 == "\r\n" }
        #expect(driver.log.dropFirst() == (isComplete ? ["close"] : ["> 400 Bad Request close", "close"]))
    }

    @Test("A deadline is answered with 408 inside a request, and ends the connection silently outside one")
    func deadlines() {
        var idle = MachineDriver()
        idle.receive(get)
        idle.expire()
        #expect(idle.log.last == "close in stages")
        var head = MachineDriver()
        head.receive("GET /")
        head.expire()
        #expect(head.log.dropFirst() == ["> 408 Request Timeout close"])
        var content = MachineDriver()
        content.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n")
        content.expire()
        #expect(content.log.dropFirst() == ["> 408 Request Timeout close"])
        var busy = MachineDriver()
        busy.receive(wait)
        busy.expire()
        #expect(busy.log.last == "wait")
    }

    @Test("While the server drains the outstanding answer is the last")
    func draining() {
        var busy = MachineDriver()
        busy.receive(wait + get)
        busy.machine.drain()
        busy.answer(HTTPResponse())
        #expect(busy.log == ["< GET /wait", "wait", "> 200 OK close", "close in stages"])
        var idle = MachineDriver()
        idle.machine.drain()
        idle.run()
        #expect(idle.log == ["close in stages"])
        var partial = MachineDriver()
        partial.receive("GET /a HTTP/1.1\r\n")
        partial.machine.drain()
        partial.receive("Host: a\r\n\r\n")
        #expect(partial.log == ["read head", "< GET /a", "> 200 OK close", "close in stages"])
    }

    @Test("A response may end the connection")
    func responseCloses() {
        var driver = MachineDriver()
        driver.receive(wait + get)
        driver.answer(HTTPResponse(fields: [.connection: "Close"]))
        #expect(driver.log == ["< GET /wait", "wait", "> 200 OK close", "close in stages"])
    }

    @Test("An accepted CONNECT turns the connection into a tunnel, a refused one goes on")
    func connect() {
        var driver = MachineDriver()
        driver.receive("CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n")
        driver.answer(HTTPResponse(.forbidden))
        driver.receive("CONNECT b:443 HTTP/1.1\r\nHost: b:443\r\n\r\n" + get)
        driver.acceptTunnel()
        #expect(
            driver.log == [
                "< CONNECT a:443", "wait", "> 403 Forbidden", "read nextRequest", "< CONNECT b:443", "wait",
                "> 200 Connection Established", "tunnel",
            ])
    }
}
