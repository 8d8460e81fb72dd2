#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A scanner that finds the lines of a growing window and searches no byte twice.
struct LineScanner: Sendable {
    /// The index at which the current line begins.
    private(set) var lineStart = 0
    private var scanned = 0
    /// Whether nothing of the current line has been searched yet.
    var isAtLineStart: Bool { scanned == lineStart }

    /// Continues at `start`, the index after the end of a line.
    mutating func skip(to start: Int) {
        lineStart = start
        scanned = start
    }

    /// Returns the next complete line without its CRLF, or `nil` when the line doesn't end before `limit`.
    ///
    /// `limit` is an index in the window. Bytes beyond the limit aren't examined, so the result is the same however
    /// many bytes beyond it have arrived.
    /// - Throws: `HTTPSyntaxError` for a line feed without a carriage return. A lenient peer may take it for the end of
    ///   a line and a strict one may not (RFC 9112, section 2.2 lets a recipient choose).
    mutating func next(
        _ window: UnsafeRawBufferPointer, before limit: Int
    ) throws(HTTPSyntaxError) -> Range<Int>? {
        let end = min(window.count, limit)
        guard scanned < end, let base = window.baseAddress else { return nil }
        guard let found = memchr(base + scanned, 0x0A, end - scanned) else {
            scanned = end
            return nil
        }
        let feed = UnsafeRawPointer(found) - base
        guard feed > lineStart, window[feed - 1] == 0x0D else {
            throw HTTPSyntaxError(at: feed, "A line ends in a line feed without a carriage return.")
        }
        let line = lineStart..<(feed - 1)
        lineStart = feed + 1
        scanned = lineStart
        return line
    }
}
