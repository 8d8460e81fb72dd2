/// Turns bytes into requests: feed it windows, get whole requests (RFC 9112).
///
/// It does no I/O, and it keeps no bytes of an incomplete head, which stay in the window. A window begins with the bytes that the last
/// call didn't consume and goes on with those that have come since. After an error the connection can't be used further: where the next
/// request begins is unknown.
package struct HTTPRequestParser: Sendable {
    package struct Progress: Sendable {
        /// How many bytes of the window are done with.
        package let consumed: Int
        /// The request whose last byte was consumed; `nil` means that more bytes are needed.
        package let request: HTTPReceivedRequest?
    }

    /// What has been read of a request that isn't whole, out of line: an idle connection has none, and there may be ten
    /// thousand of them.
    private indirect enum Partial: Sendable {
        case head(HTTPRequestHeadParser)
        case content(HTTPReceivedRequest, Content)
    }

    /// How the rest of the content comes.
    private enum Content: Sendable {
        case fixed(remaining: Int)
        case chunked(ChunkedDecoder)
    }

    /// Empty lines before a request that are overlooked (RFC 9112, section 2.2).
    private static let maximumEmptyLines = 4

    private var partial: Partial?
    private var body: [UInt8] = []
    /// The bound of the present request's content; the server's own bound holds, too.
    private var longestContent = Int.max
    private var emptyLines = 0
    private var consumedBefore = 0

    package init() {}

    /// Whether a head has been read whose content hasn't come whole.
    package var isInContent: Bool {
        if case .content = partial { true } else { false }
    }

    /// The head of a request whose content is incomplete.
    var headInContent: HTTPReceivedRequest? {
        if case .content(let head, _) = partial { head } else { nil }
    }

    /// The bytes of memory that the content takes so far.
    var contentBytes: Int { body.isEmpty ? 0 : body.capacity }

    /// Sets the bound of the present content, and refuses content that has more bytes.
    mutating func limitContent(to limit: Int) {
        longestContent = limit
    }

    /// Whether the client waits for `100 Continue` before it sends the content; `false` once a byte of it has come.
    package var awaitsContinue: Bool {
        if case .content(let head, _) = partial { head.expectsContinue && body.isEmpty } else { false }
    }

    /// Reads on; the request that it may give carries `connection`.
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

    /// The head and its length, which the caller adds to `consumed`, or `nil` when more bytes are needed.
    private mutating func parseHead(
        _ window: UnsafeRawBufferPointer, _ consumed: inout Int, _ limits: HTTPLimits,
        _ connection: HTTPConnectionInfo
    ) throws(HTTPSyntaxError) -> (head: HTTPReceivedRequest, length: Int)? {
        try skipEmptyLines(window, &consumed)
        // A head that had begun, began with the first half of an empty line.
        if consumed > 0, partial != nil { partial = nil }
        if consumed == window.count { return nil }
        var parser = HTTPRequestHeadParser()
        if case .head(let begun) = partial {
            parser = begun
            // So that its fields are nobody else's, and needn't be copied to grow.
            partial = nil
        }
        let result = try parser.parse(UnsafeRawBufferPointer(rebasing: window[consumed...]), limits, connection)
        if result == nil { partial = .head(parser) } else if partial != nil { partial = nil }
        return result
    }

    /// Takes what has come of the content, and says whether that was the last of it.
    private mutating func parseContent(
        _ window: UnsafeRawBufferPointer, _ consumed: inout Int, _ content: inout Content, _ limits: HTTPLimits
    ) throws(HTTPSyntaxError) -> Bool {
        let rest = UnsafeRawBufferPointer(rebasing: window[consumed...])
        switch content {
        case .fixed(let remaining):
            let count = min(remaining, rest.count)
            if remaining > longestContent - body.count { throw .contentTooLarge(limit: longestContent) }
            // Memory is taken as content comes, not for its announced length.
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
                throw HTTPSyntaxError(at: 0, "More empty lines stand before the request than are overlooked.")
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
