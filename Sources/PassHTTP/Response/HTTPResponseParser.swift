import PassCore

/// A parser that turns bytes into one response, for this project's own client (RFC 9112, sections 4 and 6.3).
///
/// Call `receive` with bytes until it returns a response; a few interim (1xx) responses are skipped. The parser stores
/// the bytes that it needs, so pass each byte only once.
package struct HTTPResponseParser: Sendable {
    private enum Phase {
        case head
        case fixedContent(Int)
        case chunkedContent
        case untilEnd
        case done
    }

    /// The most interim responses before the final one; real servers send one or two.
    private static let maximumInterim = 16

    private let method: HTTPMethod
    private let limits: HTTPLimits
    private var phase = Phase.head
    private var lines = LineScanner()
    private var status: HTTPStatus?
    private var fields = HTTPFields()
    private var chunks = ChunkedDecoder()
    private var pending: [UInt8] = []
    private var response = HTTPResponse()
    private var interimCount = 0
    /// The bytes of the interim responses so far.
    private var interimBytes = 0

    /// Creates a parser of the response to one request.
    ///
    /// - Parameters:
    ///   - method: the request's method, which decides whether there is content.
    ///   - limits: the limits, of which `headerBytes`, `headerCount` and `bodyBytes` apply. The heads of all interim
    ///     responses together may be as long as the head of one response.
    package init(answering method: HTTPMethod, limits: HTTPLimits) {
        self.method = method
        self.limits = limits
    }

    /// The bytes after the response: the first bytes of a tunnel, or bytes that the client didn't ask for.
    package var remainder: [UInt8] { pending }

    /// Parses more bytes; returns the response once its last byte has arrived.
    package mutating func receive(_ bytes: UnsafeRawBufferPointer) throws(HTTPSyntaxError) -> HTTPResponse? {
        pending.append(contentsOf: bytes)
        while true {
            switch phase {
            case .head:
                guard try readHead() else { return nil }
            case .fixedContent(let remaining):
                let count = min(remaining, pending.count)
                take(count)
                phase = count == remaining ? .done : .fixedContent(remaining - count)
                if count < remaining { return nil }
            case .chunkedContent:
                guard try readChunks() else { return nil }
                phase = .done
            case .untilEnd:
                if response.body.count + pending.count > limits.bodyBytes { throw tooLarge }
                take(pending.count)
                return nil
            case .done:
                return response
            }
        }
    }

    /// Returns the response that the end of the connection completes.
    package mutating func end() throws(HTTPSyntaxError) -> HTTPResponse {
        switch phase {
        case .untilEnd, .done: return response
        case .head, .fixedContent, .chunkedContent:
            throw HTTPSyntaxError(at: 0, "The connection ended before the response did.")
        }
    }

    private var tooLarge: HTTPSyntaxError {
        HTTPSyntaxError(.contentTooLarge, at: 0, "The response's content is larger than the limit.")
    }

    private mutating func take(_ count: Int) {
        response.body.append(contentsOf: pending[..<count])
        pending.removeFirst(count)
    }

    private mutating func readChunks() throws(HTTPSyntaxError) -> Bool {
        let window = pending
        let result = window.withUnsafeBytes { bytes in
            Result { () throws(HTTPSyntaxError) in try chunks.decode(bytes, into: &response.body, limits) }
        }
        let (consumed, isDone) = try result.get()
        pending.removeFirst(consumed)
        return isDone
    }

    /// The most bytes of a head: the limit of a request's head once for the first line, and once for all fields.
    private var longestHead: Int { 2 * limits.headerBytes }

    /// Parses head lines; returns `false` when more bytes are needed.
    private mutating func readHead() throws(HTTPSyntaxError) -> Bool {
        let window = pending
        let result = window.withUnsafeBytes { bytes in
            Result { () throws(HTTPSyntaxError) in try readHead(bytes) }
        }
        return try result.get()
    }

    private mutating func readHead(_ window: UnsafeRawBufferPointer) throws(HTTPSyntaxError) -> Bool {
        while let line = try lines.next(window, before: longestHead) {
            guard let status else {
                self.status = try HTTPResponseParser.statusLine(line, of: window)
                continue
            }
            if line.isEmpty {
                let length = lines.lineStart
                let fields = fields
                (lines, self.fields, self.status) = (LineScanner(), HTTPFields(), nil)
                pending.removeFirst(length)
                // After a 101 response, the connection no longer carries HTTP. Other interim responses are followed by
                // a final one.
                if status.code < 200 && status.code != 101 {
                    try countInterim(length)
                    return true
                }
                response = HTTPResponse(status, fields: fields)
                phase = try framing(status, fields)
                return true
            }
            let (name, _) = try FieldLine.parse(line, of: window)
            fields.append(line: UnsafeRawBufferPointer(rebasing: window[line]), name: name)
            if fields.count > limits.headerCount {
                throw HTTPSyntaxError(at: line.lowerBound, "The response has too many header fields.")
            }
        }
        if window.count > longestHead {
            throw HTTPSyntaxError(at: window.count, "The response's head is larger than the limit.")
        }
        return false
    }

    private mutating func countInterim(_ length: Int) throws(HTTPSyntaxError) {
        interimCount += 1
        interimBytes += length
        guard interimCount <= Self.maximumInterim, interimBytes <= longestHead else {
            throw HTTPSyntaxError(at: length, "The server sent too many interim responses.")
        }
    }

    private func framing(_ status: HTTPStatus, _ fields: HTTPFields) throws(HTTPSyntaxError) -> Phase {
        if method == .head || [101, 204, 304].contains(status.code) { return .done }
        if method == .connect, (200..<300).contains(status.code) { return .done }
        let codings = fields.values(.transferEncoding)
        if !codings.isEmpty {
            guard codings.count == 1, codings[0].asciiLowercased == "chunked" else {
                throw HTTPSyntaxError(.notImplemented, at: 0, "The response's transfer coding isn't chunked.")
            }
            return .chunkedContent
        }
        let lengths = Set(fields.values(.contentLength))
        guard let text = lengths.first else { return .untilEnd }
        guard lengths.count == 1, text.utf8.allSatisfy(ByteClass.digit.contains), let length = Int(text) else {
            throw HTTPSyntaxError(at: 0, "The response's Content-Length isn't one decimal number.")
        }
        if length > limits.bodyBytes { throw tooLarge }
        return .fixedContent(length)
    }

    /// Parses a status line without its reason phrase, which a client ignores (RFC 9112, section 4).
    private static func statusLine(
        _ line: Range<Int>, of window: UnsafeRawBufferPointer
    ) throws(HTTPSyntaxError) -> HTTPStatus {
        let bytes = window[line]
        let digits = bytes.dropFirst(9).prefix(3)
        guard bytes.count >= 12, FieldLine.equals(window, 0..<7, "http/1."), window[8] == UInt8(ascii: " "),
            digits.allSatisfy(ByteClass.digit.contains), bytes.count == 12 || window[12] == UInt8(ascii: " "),
            let code = Int(String(decoding: digits, as: UTF8.self)), (100...599).contains(code)
        else { throw HTTPSyntaxError(at: 0, "The response doesn't begin with a status line of HTTP/1.") }
        return HTTPStatus(code: code)
    }
}
