/// A parser that reads a request's head line by line as it arrives (RFC 9112, sections 2 to 6).
///
/// The parser consumes nothing of its window before the head is complete, so that all ranges in the window stay valid.
struct HTTPRequestHeadParser: Sendable {
    /// The transfer codings that have been read so far.
    private enum Coding {
        case none
        /// The field is there but lists no coding.
        case empty
        case chunked
        case unknown
        case unknownThenChunked
        case beyondChunked
    }

    private var lines = LineScanner()
    private var line: HTTPRequestLine?
    private var fieldsStart = 0
    private var names: UInt64 = 0
    private var count = 0
    /// The range of the `Host` field's value.
    private var host: Range<Int>?
    private var contentLength: Int?
    private var coding = Coding.none
    private var codingOffset = 0
    private var saysClose = false
    private var saysKeepAlive = false
    private var expectsContinue = false

    /// Returns the head and its length, or `nil` when more bytes are needed; the head's request carries `connection`.
    mutating func parse(
        _ window: UnsafeRawBufferPointer, _ limits: HTTPLimits, _ connection: HTTPConnectionInfo
    ) throws(HTTPSyntaxError) -> (head: HTTPReceivedRequest, length: Int)? {
        if line == nil {
            guard let range = try lines.next(window, before: limits.headerBytes) else {
                if window.count > limits.headerBytes { throw Self.tooLong(window, limits) }
                return nil
            }
            let line = try HTTPRequestLine(range, of: window)
            fieldsStart = lines.lineStart
            self.line = line
        }
        let limit = fieldsStart + limits.headerBytes
        while true {
            // A line that arrived in part is left to `lines`, which searches no byte twice, however many pieces the
            // line arrives in.
            if lines.isAtLineStart,
                let (name, value, next) = FieldLine.parseSimple(from: lines.lineStart, of: window, before: limit)
            {
                try field(lines.lineStart, name, value, window, limits)
                lines.skip(to: next)
                continue
            }
            guard let range = try lines.next(window, before: limit) else { break }
            if range.isEmpty {
                return (try finish(window, connection), lines.lineStart)
            }
            let (name, value) = try FieldLine.parse(range, of: window)
            try field(range.lowerBound, name, value, window, limits)
        }
        if window.count - fieldsStart > limits.headerBytes { throw tooLarge(limits) }
        return nil
    }

    /// Returns the error for a request line that is longer than the limit.
    ///
    /// The status is 501 if the method doesn't end within the limit, 400 if the bytes can't begin a request, else 414.
    private static func tooLong(_ window: UnsafeRawBufferPointer, _ limits: HTTPLimits) -> HTTPSyntaxError {
        let token = ByteClass.token
        let end = window[..<limits.headerBytes].firstIndex { !token.contains($0) }
        guard let end else {
            return HTTPSyntaxError(
                .notImplemented, at: limits.headerBytes, "The method is longer than any known method.")
        }
        guard end > 0, window[end] == UInt8(ascii: " ") else { return HTTPRequestLine.beginError(at: end) }
        return HTTPSyntaxError(.uriTooLong, at: limits.headerBytes, "The request line is longer than the limit.")
    }

    private func tooLarge(_ limits: HTTPLimits) -> HTTPSyntaxError {
        HTTPSyntaxError(
            .headerFieldsTooLarge, at: fieldsStart + limits.headerBytes, "The header fields are larger than the limit.")
    }

    private mutating func field(
        _ start: Int, _ name: Range<Int>, _ value: Range<Int>, _ window: UnsafeRawBufferPointer, _ limits: HTTPLimits
    ) throws(HTTPSyntaxError) {
        guard count < limits.headerCount else {
            throw HTTPSyntaxError(.headerFieldsTooLarge, at: start, "The request has too many header fields.")
        }
        names |= HTTPFieldName.bit(of: UnsafeRawBufferPointer(rebasing: window[name]))
        count += 1
        switch (name.count, window[name.lowerBound] | 0x20) {
        case (4, UInt8(ascii: "h")) where FieldLine.equals(window, name, "host"):
            try readHost(window, start, value)
        case (6, UInt8(ascii: "e")) where FieldLine.equals(window, name, "expect"):
            try readExpect(window, value)
        case (10, UInt8(ascii: "c")) where FieldLine.equals(window, name, "connection"):
            readConnection(window, value)
        case (14, UInt8(ascii: "c")) where FieldLine.equals(window, name, "content-length"):
            try readLength(window, start, value, limits)
        case (17, UInt8(ascii: "t")) where FieldLine.equals(window, name, "transfer-encoding"):
            try readCoding(window, start, value)
        default: break
        }
    }

    private mutating func readHost(
        _ window: UnsafeRawBufferPointer, _ line: Int, _ value: Range<Int>
    ) throws(HTTPSyntaxError) {
        if host != nil { throw HTTPSyntaxError(at: line, "The request has more than one Host field.") }
        guard HTTPAuthority.isWellFormed(window, value) else {
            throw HTTPSyntaxError(at: value.lowerBound, "The Host field isn't a host with or without a port.")
        }
        host = value
    }

    private mutating func readExpect(
        _ window: UnsafeRawBufferPointer, _ value: Range<Int>
    ) throws(HTTPSyntaxError) {
        // HTTP/1.0 doesn't know expectations, so they are ignored there (RFC 9110, section 10.1.1).
        if line?.version == .http10 { return }
        try FieldLine.forEachElement(window, value) { (expectation) throws(HTTPSyntaxError) in
            guard FieldLine.equals(window, expectation, "100-continue") else {
                throw HTTPSyntaxError(
                    .expectationFailed, at: expectation.lowerBound,
                    "The server supports only the expectation 100-continue.")
            }
            expectsContinue = true
        }
    }

    private mutating func readConnection(_ window: UnsafeRawBufferPointer, _ value: Range<Int>) {
        FieldLine.forEachElement(window, value) { option in
            if FieldLine.equals(window, option, "close") { saysClose = true }
            if FieldLine.equals(window, option, "keep-alive") { saysKeepAlive = true }
        }
    }

    private mutating func readLength(
        _ window: UnsafeRawBufferPointer, _ line: Int, _ value: Range<Int>, _ limits: HTTPLimits
    ) throws(HTTPSyntaxError) {
        if contentLength != nil {
            throw HTTPSyntaxError(at: line, "The request has more than one Content-Length field.")
        }
        if coding != .none { throw bothFramings(at: line) }
        var length = 0
        for place in value {
            let digit = window[place] &- UInt8(ascii: "0")
            guard digit <= 9 else { throw HTTPSyntaxError(at: place, "Content-Length isn't a decimal number.") }
            // Once the length is too large, further digits are ignored, so that even the longest number can't overflow.
            if length <= Int.max >> 8 { length = length * 10 + Int(digit) }
        }
        if value.isEmpty { throw HTTPSyntaxError(at: value.lowerBound, "Content-Length is empty.") }
        if length > limits.bodyBytes {
            throw HTTPSyntaxError(
                .contentTooLarge, at: value.lowerBound,
                "The content is larger than limits.bodyBytes allows, \(limits.bodyBytes) bytes.")
        }
        contentLength = length
    }

    private mutating func readCoding(
        _ window: UnsafeRawBufferPointer, _ line: Int, _ value: Range<Int>
    ) throws(HTTPSyntaxError) {
        if self.line?.version == .http10 {
            throw HTTPSyntaxError(at: line, "An HTTP/1.0 request can't have Transfer-Encoding.")
        }
        if contentLength != nil { throw bothFramings(at: line) }
        codingOffset = value.lowerBound
        if coding == .none { coding = .empty }
        FieldLine.forEachElement(window, value) { element in
            let isChunked = FieldLine.equals(window, element, "chunked")
            switch coding {
            case .none, .empty: coding = isChunked ? .chunked : .unknown
            case .unknown: coding = isChunked ? .unknownThenChunked : .unknown
            case .chunked, .unknownThenChunked, .beyondChunked: coding = .beyondChunked
            }
        }
    }

    private func bothFramings(at offset: Int) -> HTTPSyntaxError {
        HTTPSyntaxError(at: offset, "The request has both Content-Length and Transfer-Encoding.")
    }

    private mutating func finish(
        _ window: UnsafeRawBufferPointer, _ connection: HTTPConnectionInfo
    ) throws(HTTPSyntaxError) -> HTTPReceivedRequest {
        guard let line else { preconditionFailure("fields are read only after the request line") }
        switch coding {
        case .none, .chunked:
            break
        case .empty, .unknown, .beyondChunked:
            // In these cases the end of the content is unknown (RFC 9112, section 6.3), whatever the other codings are.
            throw HTTPSyntaxError(at: codingOffset, "chunked must be the last transfer coding, and occur only once.")
        case .unknownThenChunked:
            throw HTTPSyntaxError(
                .notImplemented, at: codingOffset, "The server supports only the transfer coding chunked.")
        }
        if host == nil, line.version == .http11 {
            throw HTTPSyntaxError(at: lines.lineStart, "The request has no Host field.")
        }
        // Peers would disagree on such bytes: one would take them for content, another for bytes of the tunnel.
        if line.method == .connect, coding != .none || contentLength ?? 0 > 0 {
            throw HTTPSyntaxError(at: lines.lineStart, "A CONNECT request can't have content.")
        }
        let source: HTTPRequest.AuthoritySource =
            switch line.targetForm {
            case .absolute(let authority, _), .authority(let authority): .text(authority.description)
            case .origin, .asterisk:
                host.map { .host(($0.lowerBound - fieldsStart)..<($0.upperBound - fieldsStart)) } ?? .text("")
            }
        let fieldLines = UnsafeRawBufferPointer(rebasing: window[fieldsStart..<(lines.lineStart - 2)])
        let request = HTTPRequest(
            method: line.method, version: line.version,
            fields: line.withTarget(window) { HTTPFields(of: $0, lines: fieldLines, names: names, count: count) },
            authority: source, connection: connection)
        return HTTPReceivedRequest(
            request: request, targetForm: line.targetForm,
            keepsAlive: !saysClose && (line.version == .http11 || saysKeepAlive),
            framing: coding == .chunked ? .chunked : .length(contentLength ?? 0), expectsContinue: expectsContinue)
    }
}
