import PassCore

/// A decoder of the chunked transfer coding (RFC 9112, section 7.1), which checks trailer fields and drops them.
struct ChunkedDecoder: Sendable {
    private enum Phase {
        case size
        case data(Int)
        case dataEnd
        case trailers
        case done
    }

    /// The most bytes of a chunk's size line, extensions included.
    private static let maximumLineBytes = 1_024
    /// The most bytes of all chunks' extensions together.
    ///
    /// Many tiny chunks with long extensions would cost much work for hardly any content.
    private static let maximumExtensionBytes = 16_384

    private var phase = Phase.size
    private var lines = LineScanner()
    private var extensionBytes = 0
    private var trailerBytes = 0
    private var trailerCount = 0

    /// Decodes as much of `window` as it can and appends the content to `body`.
    ///
    /// - Returns: the number of bytes that it consumed, and whether the last byte of the coding was among them. The
    ///   bytes that it didn't consume must come again at the start of the next window.
    mutating func decode(
        _ window: UnsafeRawBufferPointer, into body: inout [UInt8], _ limits: HTTPLimits
    ) throws(HTTPSyntaxError) -> (consumed: Int, isDone: Bool) {
        var consumed = 0
        while true {
            let rest = UnsafeRawBufferPointer(rebasing: window[consumed...])
            do throws(HTTPSyntaxError) {
                guard let taken = try step(rest, into: &body, limits) else { return (consumed, false) }
                consumed += taken
                if case .done = phase { return (consumed, true) }
            } catch {
                throw error.shifted(by: consumed)
            }
        }
    }

    /// Consumes one size line, run of data, end of data or trailer line.
    ///
    /// - Returns: the number of bytes that were consumed, or `nil` if more bytes are needed.
    private mutating func step(
        _ window: UnsafeRawBufferPointer, into body: inout [UInt8], _ limits: HTTPLimits
    ) throws(HTTPSyntaxError) -> Int? {
        switch phase {
        case .size:
            guard let line = try nextLine(window, Self.maximumLineBytes, .badRequest) else { return nil }
            let size = try chunkSize(window, line, room: limits.bodyBytes - body.count)
            phase = size == 0 ? .trailers : .data(size)
            return line.upperBound + 2
        case .data(let remaining):
            let count = min(remaining, window.count)
            if count == 0 { return nil }
            body.append(contentsOf: window[..<count])
            phase = count == remaining ? .dataEnd : .data(remaining - count)
            return count
        case .dataEnd:
            if window.count > 0, window[0] != 0x0D || window.count > 1 && window[1] != 0x0A {
                throw HTTPSyntaxError(at: 0, "A chunk is longer than its size says.")
            }
            if window.count < 2 { return nil }
            phase = .size
            return 2
        case .trailers:
            guard let line = try nextLine(window, limits.headerBytes - trailerBytes, .headerFieldsTooLarge)
            else { return nil }
            trailerBytes += line.count + 2
            if line.isEmpty {
                phase = .done
            } else {
                _ = try FieldLine.parse(line, of: window)
                trailerCount += 1
                if trailerCount > limits.headerCount {
                    throw HTTPSyntaxError(.headerFieldsTooLarge, at: 0, "The request has too many trailer fields.")
                }
            }
            return line.upperBound + 2
        case .done:
            return 0
        }
    }

    private mutating func nextLine(
        _ window: UnsafeRawBufferPointer, _ limit: Int, _ status: HTTPStatus
    ) throws(HTTPSyntaxError) -> Range<Int>? {
        guard let line = try lines.next(window, before: limit) else {
            if window.count < limit { return nil }
            throw HTTPSyntaxError(status, at: max(0, limit), "A line of the chunked coding is too long.")
        }
        lines = LineScanner()
        return line
    }

    private mutating func chunkSize(
        _ window: UnsafeRawBufferPointer, _ line: Range<Int>, room: Int
    ) throws(HTTPSyntaxError) -> Int {
        var size = 0
        var index = 0
        while index < line.upperBound, let digit = Hex.value(of: window[index]) {
            // Once the size is too large, further digits are ignored, so that even the longest number can't overflow.
            if size <= Int.max >> 8 { size = size << 4 | Int(digit) }
            index += 1
        }
        if index == 0 { throw HTTPSyntaxError(at: 0, "A chunk's size isn't a hexadecimal number.") }
        if size > room { throw HTTPSyntaxError(.contentTooLarge, at: 0, "The content is larger than the limit.") }
        try ChunkExtensions.check(index..<line.upperBound, of: window)
        extensionBytes += line.upperBound - index
        if extensionBytes > Self.maximumExtensionBytes {
            throw HTTPSyntaxError(at: index, "The chunks' extensions are too long.")
        }
        return size
    }
}
