/// A parser that turns windows of bytes into complete requests (RFC 9112).
///
/// The parser does no I/O, and it stores no bytes of an incomplete head, which stay in the window. A window begins with
/// the bytes that the last call didn't consume, followed by those that have arrived since. After an error the
/// connection can't be used further, because the start of the next request is unknown.
package struct HTTPRequestParser: Sendable {
    /// The result of one call of `parse`.
    package struct Progress: Sendable {
        /// The number of bytes of the window that were consumed.
        package let consumed: Int
        /// The request whose last byte was consumed; `nil` means that more bytes are needed.
        package let request: HTTPReceivedRequest?
    }

    /// The state of an incomplete request.
    ///
    /// The state is stored out of line (`indirect`) because an idle connection has none, and there may be ten thousand
    /// idle connections.
    private indirect enum Partial: Sendable {
        case head(HTTPRequestHeadParser)
        case content(HTTPReceivedRequest, Content)
    }

    /// The way in which the rest of the content arrives.
    private enum Content: Sendable {
        case fixed(remaining: Int)
        case chunked(ChunkedDecoder)
    }

    /// The most empty lines before a request that are skipped (RFC 9112, section 2.2).
    private static let maximumEmptyLines = 4

    private var partial: Partial?
    private var body: [UInt8] = []
    /// The most bytes of the current request's content; the server's own limit applies as well.
    private var longestContent = Int.max
    private var emptyLines = 0
    private var consumedBefore = 0

    package init() {}

    /// Whether a head has been read whose content is still incomplete.
    package var isInContent: Bool {
        if case .content = partial { true } else { false }
    }

    /// The head of a request whose content is incomplete.
    var headInContent: HTTPReceivedRequest? {
        if case .content(let head, _) = partial { head } else { nil }
    }

    /// The bytes of memory that the content takes so far.
    var contentBytes: Int { body.isEmpty ? 0 : body.capacity }

    /// Limits the current request's content to `limit` bytes; longer content is refused.
    mutating func limitContent(to limit: Int) {
        longestContent = limit
    }

    /// Whether the client waits for `100 Continue` before it sends the content; `false` once a byte of it has arrived.
    package var awaitsContinue: Bool {
        if case .content(let head, _) = partial { head.expectsContinue && body.isEmpty } else { false }
    }

    /// Parses the next bytes; a request that this completes carries `connection`.
    package mutating func parse(
        _ window: UnsafeRawBufferPointer, limits: HTTPLimits, connection: HTTPConnectionInfo
    ) throws(HTTPSyntaxError) -> Progress {
        var consumed = 0
        do throws(HTTPSyntaxError) {
            let head: HTTPReceivedRequest
            var content: Content
            switch partial {
            case .content(let known, let begun):
                (head, content) = (known, begun)
            case .head, nil:
                guard let (read, length) = try parseHead(window, &consumed, limits, connection) else {
                    return pause(consumed)
                }
                consumed += length
                head = read
                switch head.framing {
                case .length(0): return finish(head, consumed)
                case .length(let length): content = .fixed(remaining: length)
                case .chunked: content = .chunked(ChunkedDecoder())
                }
            }
            let isWhole = try parseContent(window, &consumed, &content, limits)
            if isWhole { return finish(head, consumed) }
            partial = .content(head, content)
            return pause(consumed)
        } catch {
            throw error.shifted(by: consumedBefore + consumed)
        }
    }

    /// Returns the head and its length, which the caller adds to `consumed`, or `nil` when more bytes are needed.
    private mutating func parseHead(
        _ window: UnsafeRawBufferPointer, _ consumed: inout Int, _ limits: HTTPLimits,
        _ connection: HTTPConnectionInfo
    ) throws(HTTPSyntaxError) -> (head: HTTPReceivedRequest, length: Int)? {
        try skipEmptyLines(window, &consumed)
        // If an empty line was skipped now, a stored head parser has seen only the CR of that line, so it is dropped.
        if consumed > 0, partial != nil { partial = nil }
        if consumed == window.count { return nil }
        var parser = HTTPRequestHeadParser()
        if case .head(let begun) = partial {
            parser = begun
            // Releases the stored copy, so that changing the parser doesn't first copy storage that the two would
            // share.
            partial = nil
        }
        let result = try parser.parse(UnsafeRawBufferPointer(rebasing: window[consumed...]), limits, connection)
        if result == nil { partial = .head(parser) } else if partial != nil { partial = nil }
        return result
    }

    /// Consumes the content that has arrived, and returns whether the content is complete.
    private mutating func parseContent(
        _ window: UnsafeRawBufferPointer, _ consumed: inout Int, _ content: inout Content, _ limits: HTTPLimits
    ) throws(HTTPSyntaxError) -> Bool {
        let rest = UnsafeRawBufferPointer(rebasing: window[consumed...])
        switch content {
        case .fixed(let remaining):
            let count = min(remaining, rest.count)
            if remaining > longestContent - body.count { throw .contentTooLarge(limit: longestContent) }
            // Memory grows with the content that arrives, not with the announced length.
            if body.isEmpty { body.reserveCapacity(min(remaining, max(4_096, 2 * rest.count))) }
            body.append(contentsOf: rest[..<count])
            consumed += count
            content = .fixed(remaining: remaining - count)
            return count == remaining
        case .chunked(var chunks):
            let (taken, isDone) = try chunks.decode(rest, into: &body, limits)
            if body.count > longestContent { throw .contentTooLarge(limit: longestContent) }
            consumed += taken
            content = .chunked(chunks)
            return isDone
        }
    }

    private mutating func skipEmptyLines(
        _ window: UnsafeRawBufferPointer, _ consumed: inout Int
    ) throws(HTTPSyntaxError) {
        while window.count >= consumed + 2, window[consumed] == 0x0D, window[consumed + 1] == 0x0A {
            if emptyLines == Self.maximumEmptyLines {
                throw HTTPSyntaxError(at: 0, "Too many empty lines precede the request.")
            }
            emptyLines += 1
            consumed += 2
        }
    }

    private mutating func pause(_ consumed: Int) -> Progress {
        consumedBefore += consumed
        return Progress(consumed: consumed, request: nil)
    }

    private mutating func finish(_ head: consuming HTTPReceivedRequest, _ consumed: Int) -> Progress {
        if !body.isEmpty {
            head.request = head.request.with(body: body)
            body = []
        }
        (emptyLines, consumedBefore, longestContent) = (0, 0, .max)
        if partial != nil { partial = nil }
        return Progress(consumed: consumed, request: head)
    }
}
