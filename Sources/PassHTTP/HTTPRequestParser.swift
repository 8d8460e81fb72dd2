/// Turns bytes into requests: feed it windows, get whole requests (RFC 9112).
///
/// It does no I/O and keeps no bytes of a head that isn't complete. A window begins with the bytes that the last call
/// didn't consume and goes on with what has come since. After an error the connection can't be used further: where the
/// next request begins is unknown.
package struct HTTPRequestParser: Sendable {
    package struct Progress: Sendable {
        /// How many bytes of the window are done with.
        package let consumed: Int
        /// The request whose last byte was consumed; `nil` means that more bytes are needed.
        package let request: HTTPReceivedRequest?
    }

    private enum Phase {
        case head
        case fixedContent(Int)
        case chunkedContent
    }

    /// Empty lines before a request that are overlooked (RFC 9112, section 2.2).
    private static let maximumEmptyLines = 4

    private var phase = Phase.head
    private var headParser = HTTPRequestHeadParser()
    private var head: HTTPRequestHead?
    private var chunks = ChunkedDecoder()
    private var body: [UInt8] = []
    private var emptyLines = 0
    private var consumedBefore = 0

    package init() {}

    /// Whether a head has been read whose content hasn't come whole.
    package var isInContent: Bool { head != nil }

    /// Whether the client waits for `100 Continue` before it sends the content; `false` once a byte of it has come.
    package var awaitsContinue: Bool {
        guard let head, head.expectsContinue, body.isEmpty else { return false }
        return true
    }

    /// Reads on; the request that it may give carries `connection`.
    package mutating func parse(
        _ window: UnsafeRawBufferPointer, limits: HTTPLimits, connection: HTTPConnectionInfo
    ) throws(HTTPSyntaxError) -> Progress {
        var consumed = 0
        do throws(HTTPSyntaxError) {
            if case .head = phase {
                try skipEmptyLines(window, &consumed)
                let rest = UnsafeRawBufferPointer(rebasing: window[consumed...])
                guard let (head, length) = try headParser.parse(rest, limits) else { return pause(consumed) }
                consumed += length
                headParser = HTTPRequestHeadParser()
                switch head.framing {
                case .length(0):
                    return finish(head, connection, consumed)
                case .length(let length):
                    phase = .fixedContent(length)
                case .chunked:
                    phase = .chunkedContent
                }
                self.head = head
            }
            let rest = UnsafeRawBufferPointer(rebasing: window[consumed...])
            guard let head else { preconditionFailure("content is read only after its head") }
            switch phase {
            case .head:
                return pause(consumed)
            case .fixedContent(let remaining):
                let count = min(remaining, rest.count)
                if body.isEmpty { body.reserveCapacity(min(remaining, 65_536)) }
                body.append(contentsOf: rest[..<count])
                consumed += count
                phase = .fixedContent(remaining - count)
                return count == remaining ? finish(head, connection, consumed) : pause(consumed)
            case .chunkedContent:
                let (taken, isDone) = try chunks.decode(rest, into: &body, limits)
                consumed += taken
                return isDone ? finish(head, connection, consumed) : pause(consumed)
            }
        } catch {
            throw error.shifted(by: consumedBefore + consumed)
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

    private mutating func finish(
        _ head: HTTPRequestHead, _ connection: HTTPConnectionInfo, _ consumed: Int
    ) -> Progress {
        let request = HTTPRequest(
            method: head.line.method, target: head.line.target, version: head.line.version, authority: head.authority,
            fields: head.fields, body: body, connection: connection)
        if self.head != nil { self = HTTPRequestParser() } else { (emptyLines, consumedBefore) = (0, 0) }
        return Progress(
            consumed: consumed,
            request: HTTPReceivedRequest(request: request, form: head.line.form, keepsAlive: head.keepsAlive))
    }
}

/// A request with what only the connection needs to know of it.
package struct HTTPReceivedRequest: Sendable {
    package let request: HTTPRequest
    package let form: HTTPTargetForm
    /// Whether the client lets the connection stand after the answer.
    package let keepsAlive: Bool
}
