import PassCore
import PassHTTP
import Testing

/// What the serializer writes for `response`.
func serialized(
    _ response: HTTPResponse, method: HTTPMethod = .get, version: HTTPVersion = .http11, keepsAlive: Bool = true
) -> String {
    var output = OutputBuffer(capacity: 64)
    let dates = HTTPDateCache(now: Timestamp(seconds: 784_111_777))
    HTTPResponseSerializer(method: method, version: version, keepsAlive: keepsAlive)
        .write(response, dates, into: &output)
    return String(decoding: output.bytes, as: UTF8.self)
}

private let date = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"

@Suite("Response serializer")
struct HTTPResponseSerializerTests {
    @Test("Writes status, fields, length, date and content in one run")
    func plain() {
        let response = HTTPResponse(
            .found, fields: [.location: "/a", "X-b": "1", "X-b": "2"], body: Array("hello".utf8))
        #expect(
            serialized(response)
                == "HTTP/1.1 302 Found\r\nLocation: /a\r\nX-b: 1\r\nX-b: 2\r\nContent-Length: 5\r\n\(date)\r\nhello")
        #expect(serialized(HTTPResponse()) == "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\(date)\r\n")
    }

    @Test(
        "Writes the Connection field only where the version's default isn't meant",
        arguments: [
            (HTTPVersion.http11, true, ""), (.http11, false, "Connection: close\r\n"),
            (.http10, true, "Connection: keep-alive\r\n"), (.http10, false, "Connection: close\r\n"),
        ])
    func connection(_ version: HTTPVersion, _ keepsAlive: Bool, _ line: String) {
        let text = serialized(HTTPResponse(), version: version, keepsAlive: keepsAlive)
        #expect(text == "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\(date)\(line)\r\n")
    }

    @Test("A response's own date is kept, its own framing fields aren't")
    func ownFields() {
        let response = HTTPResponse(
            fields: ["date": "then", "CONTENT-length": "9", "transfer-encoding": "chunked", "Connection": "upgrade"])
        #expect(serialized(response) == "HTTP/1.1 200 OK\r\ndate: then\r\nContent-Length: 0\r\n\r\n")
    }

    @Test("HEAD has the length but not the content; 204 and 304 have neither")
    func withoutContent() {
        let body = Array("hello".utf8)
        #expect(
            serialized(HTTPResponse(body: body), method: .head) == "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\(date)\r\n"
        )
        #expect(serialized(HTTPResponse(.noContent, body: body)) == "HTTP/1.1 204 No Content\r\n\(date)\r\n")
        let notModified = HTTPResponse(HTTPStatus(code: 304), body: body)
        #expect(serialized(notModified) == "HTTP/1.1 304 Not Modified\r\n\(date)\r\n")
    }

    @Test("Nothing in a field can end its line")
    func splitting() {
        var response = HTTPResponse(.badRequest, fields: [.location: "/\r\nX: y\n\0\u{7F}\té"])
        response.fields.append("A\r\nB", "c")
        response.fields.append("", "c")
        response.fields.append("A b", "c")
        #expect(
            serialized(response)
                == "HTTP/1.1 400 Bad Request\r\nLocation: /  X: y   \té\r\nContent-Length: 0\r\n\(date)\r\n")
    }

    @Test("A status without a reason phrase has the space before it (RFC 9112, section 4)")
    func noReason() {
        #expect(serialized(HTTPResponse(HTTPStatus(code: 599))).hasPrefix("HTTP/1.1 599 \r\n"))
    }

    @Test("An interim status isn't an answer and becomes 500")
    func interim() {
        #expect(serialized(HTTPResponse(.continue)).hasPrefix("HTTP/1.1 500 Internal Server Error\r\n"))
    }

    @Test("The buffer grows to any size and releases large memory")
    func largeContent() {
        var output = OutputBuffer(capacity: 64)
        let body = [UInt8](repeating: 7, count: 1_000_000)
        output.append(body)
        output.append(decimal: 1_234_567_890)
        #expect(output.count == 1_000_010)
        #expect(output.bytes.prefix(1_000_000).allSatisfy { $0 == 7 })
        #expect(output.bytes.suffix(10).elementsEqual("1234567890".utf8))
        output.removeAll()
        #expect(output.bytes.isEmpty)
        output.append([])
        output.append(decimal: 0)
        #expect(output.bytes.elementsEqual("0".utf8))
    }
}
